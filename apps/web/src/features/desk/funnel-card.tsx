import type { DeskList } from '@crece/domain';
import {
  type ArrivalMedian,
  countIn,
  FUNNEL_SIGNS,
  type FunnelStep,
  type ListCounts,
} from '@crece/reports/desk';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import { deskPath } from '../../shared/navigation/desk-paths.ts';
import { Button } from '../../ui/controls.tsx';
import { useDesk, usePartPlace } from './desk-context.ts';
import { CountLink, DeskSection } from './desk-section.tsx';

/** Places shown before the person asks for all. */
const FIRST = 12;

const BEFORE = ['referred', 'arrived', 'admitted'] as const satisfies readonly FunnelStep[];

/** One line: all referrals, those with one sign, or those of one place. */
interface FunnelRow {
  readonly key: string;
  readonly name: string;
  /** The path of a unit's desk; nothing else has one. */
  readonly to: string | null;
  readonly count: (step: FunnelStep) => number;
  readonly listPath: (step: FunnelStep) => string;
  readonly arrival: ArrivalMedian;
}

function useSignRows(): readonly FunnelRow[] {
  const { t } = useMessages();
  const { answer, place } = useDesk();
  const { lists, arrival } = answer.figures;
  return FUNNEL_SIGNS.map((sign) => {
    const listOf = (step: FunnelStep): DeskList => `${step}-${sign}`;
    return {
      key: sign,
      name: t('desk.funnel.sign', { sign }),
      to: null,
      count: (step: FunnelStep) => countIn(lists, listOf(step)),
      listPath: (step: FunnelStep) => deskPath(place, { list: listOf(step) }),
      arrival: arrival[sign],
    };
  }).filter(({ count }) => count('referred') > 0);
}

/** The units of a desk of several, or the wards of a unit: those with most lost first. */
function usePlaceRows(): readonly FunnelRow[] {
  const { t } = useMessages();
  const { answer, place } = useDesk();
  const partPlace = usePartPlace();
  const { units, wards } = answer.figures;
  const rowOf = (key: string, lists: ListCounts) => ({
    key,
    count: (step: FunnelStep) => countIn(lists, `${step}-any`),
  });
  const rows: readonly FunnelRow[] =
    place.stakeDB === undefined
      ? units.map(({ unit, lists, arrival }) => ({
          ...rowOf(unit.stakeDB, lists),
          name: unit.stakeName,
          to: deskPath(partPlace(unit)),
          listPath: (step) => deskPath(partPlace(unit), { list: `${step}-any` }),
          arrival,
        }))
      : wards.map(({ name, lists, arrival }) => ({
          ...rowOf(name, lists),
          name: name === '' ? t('desk.places.no-ward') : name,
          to: null,
          listPath: (step) => deskPath(place, { list: `${step}-any`, ward: name }),
          arrival,
        }));
  return rows
    .filter(({ count }) => count('referred') > 0)
    .sort((a, b) => b.count('lost') - a.count('lost') || b.count('referred') - a.count('referred'));
}

/** From referral to the clinic: how many arrive, after how many days, and who is lost on the way. */
export function FunnelCard() {
  const { t } = useMessages();
  const { lostDays } = useProgramme().nextVisit;
  const { answer, place } = useDesk();
  const signs = useSignRows();
  const places = usePlaceRows();
  const [isAll, setAll] = useState(false);
  const { lists, choice } = answer.figures;
  const referred = countIn(lists, 'referred-any');
  if (referred === 0) return null;
  const counts = { arrived: countIn(lists, 'arrived-any'), referred };
  const { months } = choice;
  const isWards = place.stakeDB !== undefined;
  return (
    <DeskSection
      title={t('desk.funnel.title')}
      headline={t('desk.funnel.headline', counts)}
      className="desk-funnel"
    >
      <p className="desk-rule">{t('desk.funnel.rule', { months, days: lostDays })}</p>
      <FunnelTable rows={signs} shown={signs.length} head={t('desk.funnel.by-sign')} />
      {places.length < 2 ? null : (
        <FunnelTable
          rows={places}
          shown={isAll ? places.length : FIRST}
          head={t(isWards ? 'desk.places.ward' : 'desk.places.unit')}
        />
      )}
      {isAll || places.length <= FIRST ? null : (
        <Button kind="soft" small wide onClick={() => setAll(true)}>
          {t('desk.places.more', { count: places.length })}
        </Button>
      )}
    </DeskSection>
  );
}

function FunnelTable({
  rows,
  shown,
  head,
}: {
  rows: readonly FunnelRow[];
  shown: number;
  head: string;
}) {
  const { t } = useMessages();
  const link = (row: FunnelRow, step: FunnelStep) => (
    <CountLink
      count={row.count(step)}
      to={row.listPath(step)}
      of={`${t(`desk.funnel.${step}`)}, ${row.name}`}
    />
  );
  return (
    <table className="desk-table desk-numbers">
      <caption className="vh">
        {t('desk.funnel.title')}: {head}
      </caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {BEFORE.map((step) => (
            <th key={step} scope="col">
              {t(`desk.funnel.${step}`)}
            </th>
          ))}
          <th scope="col">{t('desk.funnel.days')}</th>
          <th scope="col">{t('desk.funnel.lost')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.key} className={at < shown ? undefined : 'desk-beyond'}>
            <th scope="row">{row.to === null ? row.name : <Link to={row.to}>{row.name}</Link>}</th>
            {BEFORE.map((step) => (
              <td key={step}>{link(row, step)}</td>
            ))}
            <td>
              <Days {...row.arrival} />
            </td>
            <td>{link(row, 'lost')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The median of the days until the clinic, and of how many children it is. */
function Days({ days, n }: ArrivalMedian) {
  const { t, number } = useMessages();
  if (days === null) return <span className="muted">–</span>;
  const decimals = Number.isInteger(days) ? 0 : 1;
  return (
    <span className="desk-days">
      {number(days, { decimals })} <span className="small muted">{t('desk.funnel.of', { n })}</span>
    </span>
  );
}
