import type { DeskList } from '@crece/domain';
import { countIn, type ListCounts } from '@crece/reports/desk';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { deskPath } from '../../shared/navigation/desk-paths.ts';
import { Button } from '../../ui/controls.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { useDesk, usePartPlace } from './desk-context.ts';
import { CountLink, DeskSection } from './desk-section.tsx';
import { percentText } from './desk-words.ts';
import { CoverageMeter, useGoalText } from './key-figures.tsx';

/** Places shown before the person asks for all. */
const FIRST = 12;

const COLUMNS = ['refer', 'late', 'never', 'unassessed'] as const satisfies readonly DeskList[];

/** One unit of a desk of several, or one ward of a unit. */
interface PlaceRow {
  readonly key: string;
  readonly name: string;
  readonly lists: ListCounts;
  /** The path of a unit's desk; a ward has none. */
  readonly to: string | null;
  readonly listPath: (list: DeskList) => string;
}

function byUrgency(a: PlaceRow, b: PlaceRow): number {
  const more = (list: DeskList) => countIn(b.lists, list) - countIn(a.lists, list);
  return more('refer') || more('late') || more('not-covered');
}

function useRows(): readonly PlaceRow[] {
  const partPlace = usePartPlace();
  const { t } = useMessages();
  const { answer, place } = useDesk();
  const { units, wards } = answer.figures;
  if (place.stakeDB !== undefined) {
    return wards.map(({ name, lists }) => ({
      key: name,
      name: name === '' ? t('desk.places.no-ward') : name,
      lists,
      to: null,
      listPath: (list) => deskPath(place, { list, ward: name }),
    }));
  }
  return units
    .filter(({ lists }) => countIn(lists, 'under-five') > 0)
    .map(({ unit, lists }) => {
      const own = partPlace(unit);
      return {
        key: unit.stakeDB,
        name: unit.stakeName,
        lists,
        to: deskPath(own),
        listPath: (list) => deskPath(own, { list }),
      };
    });
}

/**
 * Unit by unit, or ward by ward: children to refer, late, never screened, and the number screened.
 */
export function PlacesCard() {
  const { t } = useMessages();
  const { place } = useDesk();
  const wide = useWide();
  const rows = useRows();
  const [isAll, setAll] = useState(false);
  const isWards = place.stakeDB !== undefined;
  const sorted = [...rows].sort(byUrgency);
  const shown = isAll ? sorted.length : FIRST;
  if (rows.length === 0) return null;
  return (
    <DeskSection
      title={t(isWards ? 'desk.places.wards' : 'desk.places.units')}
      headline={t(isWards ? 'desk.places.headline-wards' : 'desk.places.headline', {
        count: rows.length,
      })}
      className="desk-places"
    >
      <p className="desk-rule">{t('desk.places.sorted')}</p>
      {wide ? (
        <PlaceTable rows={sorted} shown={shown} isWards={isWards} />
      ) : (
        <PlaceList rows={sorted} shown={shown} />
      )}
      {shown < rows.length ? (
        <Button kind="soft" small wide onClick={() => setAll(true)}>
          {t('desk.places.more', { count: rows.length })}
        </Button>
      ) : null}
    </DeskSection>
  );
}

function coverageOf(lists: ListCounts): number {
  const all = countIn(lists, 'under-five');
  return all === 0 ? 0 : countIn(lists, 'covered') / all;
}

function Coverage({ row }: { row: PlaceRow }) {
  const messages = useMessages();
  const { t, number } = messages;
  const share = coverageOf(row.lists);
  const { months } = useDesk().answer.figures.choice;
  const coverage = t('desk.places.coverage', { months });
  return (
    <span className="desk-coverage">
      <span className="small muted num">
        <CountLink
          count={countIn(row.lists, 'covered')}
          to={row.listPath('covered')}
          of={`${coverage}, ${row.name}`}
        />{' '}
        <Link to={row.listPath('under-five')}>
          {t('desk.places.of', { of: number(countIn(row.lists, 'under-five')) })}
        </Link>
      </span>
      <b className="num">{percentText(messages, 100 * share)}</b>
      <CoverageMeter share={share} />
    </span>
  );
}

/** Rows of which the screen shows the first `shown`, and paper all. */
interface Rows {
  readonly rows: readonly PlaceRow[];
  readonly shown: number;
}

const lookAt = (at: number, shown: number) => (at < shown ? undefined : 'desk-beyond');

function PlaceTable({ rows, shown, isWards }: Rows & { isWards: boolean }) {
  const { t } = useMessages();
  const { months } = useDesk().answer.figures.choice;
  const goal = useGoalText();
  return (
    <table className="desk-table desk-numbers">
      <caption className="vh">{t(isWards ? 'desk.places.wards' : 'desk.places.units')}</caption>
      <thead>
        <tr>
          <th scope="col">{t(isWards ? 'desk.places.ward' : 'desk.places.unit')}</th>
          {COLUMNS.map((list) => (
            <th key={list} scope="col">
              {t(`desk.places.${list}`)}
            </th>
          ))}
          <th scope="col">
            {t('desk.places.coverage', { months })}{' '}
            <span className="nowrap">({t('desk.key.goal', { goal })})</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.key} className={lookAt(at, shown)}>
            <th scope="row">{row.to === null ? row.name : <Link to={row.to}>{row.name}</Link>}</th>
            {COLUMNS.map((list) => (
              <td key={list}>
                <CountLink
                  count={countIn(row.lists, list)}
                  to={row.listPath(list)}
                  of={`${t(`desk.places.${list}`)}, ${row.name}`}
                />
              </td>
            ))}
            <td>
              <Coverage row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PlaceList({ rows, shown }: Rows) {
  const { t } = useMessages();
  const { months } = useDesk().answer.figures.choice;
  const goal = useGoalText();
  return (
    <>
      <p className="desk-rule">
        {t('desk.places.coverage', { months })} · {t('desk.key.goal', { goal })}
      </p>
      <ul className="desk-place-list">
        {rows.map((row, at) => (
          <li key={row.key} className={lookAt(at, shown)}>
            <div className="between">
              {row.to === null ? <b>{row.name}</b> : <Link to={row.to}>{row.name}</Link>}
            </div>
            <Coverage row={row} />
            <ul className="desk-place-counts">
              {COLUMNS.filter((list) => countIn(row.lists, list) > 0).map((list) => (
                <li key={list}>
                  <Link className="desk-place-count" to={row.listPath(list)}>
                    <b className="num">{countIn(row.lists, list)}</b> {t(`desk.places.${list}`)}
                    <span className="vh">, {row.name}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
