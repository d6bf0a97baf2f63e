import type { DeskList } from '@crece/domain';
import {
  type DeskListPage,
  isDeskList,
  type LinesAsked,
  type ListedChild,
  needTimeOf,
} from '@crece/reports/desk';
import { Fragment } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { deskPath } from '../../shared/navigation/desk-paths.ts';
import { waitingPath } from '../../shared/navigation/waiting-paths.ts';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { MainLink } from '../../ui/main-link.tsx';
import { ChildLine, useChildWords } from './child-line.tsx';
import { useDesk } from './desk-context.ts';
import { ListDownload } from './desk-download.tsx';
import { deskFailure, needColumn, needText, screenerText } from './desk-words.ts';
import { useNamesOnDesk } from './unit-names.ts';
import { useDeskWords } from './use-desk-words.ts';
import { usePrintedList } from './use-printed-list.ts';
import { useDeskPage } from './use-server-desk.ts';
import { PAGE_SIZE } from './whole-list.ts';

/**
 * The desk list in the address; null for the desk itself, `unknown` for a list that does not exist.
 */
export function useAskedList(): (LinesAsked & { page: number }) | 'unknown' | null {
  const [search] = useSearchParams();
  const list = search.get('list');
  if (list === null) return null;
  if (!isDeskList(list)) return 'unknown';
  const page = Number(search.get('page') ?? 1);
  return {
    list,
    ward: search.get('ward') ?? undefined,
    interviewer: search.get('interviewer') ?? undefined,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

export function UnknownList() {
  const { t } = useMessages();
  const { place } = useDesk();
  return (
    <Blank
      picture="lost"
      title={t('desk.children.no-list')}
      actions={<MainLink to={deskPath(place)}>{t('desk.children.back')}</MainLink>}
    />
  );
}

function partText(
  t: ReturnType<typeof useMessages>['t'],
  { ward, interviewer }: LinesAsked,
): string | null {
  if (ward !== undefined) {
    return t('desk.children.ward', { name: ward === '' ? t('desk.places.no-ward') : ward });
  }
  if (interviewer === undefined) return null;
  return t('desk.children.person', { name: screenerText({ t }, interviewer) });
}

/** The children behind one number, page by page, with a printed list. */
export function DeskChildren({ asked }: { asked: LinesAsked & { page: number } }) {
  const { t } = useMessages();
  const desk = useDesk();
  const { page, ...lines } = asked;
  const key = `${desk.version} ${deskPath(desk.place, asked)}`;
  const { data, failure } = useDeskPage(key, (signal) =>
    desk.page(lines, { page, size: PAGE_SIZE }, signal),
  );
  if (failure !== null) return <p role="alert">{deskFailure(t, failure)}</p>;
  if (data === null) return <Waiting text={t('desk.counting')} />;
  return (
    <DeskListFound
      listKey={`${desk.version} ${deskPath(desk.place, lines)}`}
      asked={asked}
      found={data}
    />
  );
}

interface Found {
  readonly listKey: string;
  readonly asked: LinesAsked & { page: number };
  readonly found: DeskListPage;
}

function DeskListFound({ listKey, asked, found }: Found) {
  const { t, number } = useMessages();
  const { page: _page, ...lines } = asked;
  const names = useNamesOnDesk();
  const part = partText(t, lines);
  const paper = usePrintedList(listKey, lines, found);
  const { total, children } = found;
  return (
    <div className="desk-list-page stack">
      <div className="desk-list-head">
        <div className="grow">
          {part === null ? null : <p className="muted">{part}</p>}
          <p className="h1" role="status">
            {t('desk.children.count', { count: total })}
          </p>
        </div>
        {total === 0 ? null : (
          <div className="desk-acts">
            <Button
              kind="primary"
              small
              icon="paper"
              disabled={paper.isLoading}
              onClick={() => void paper.print()}
            >
              {t(total > children.length ? 'desk.children.print-all' : 'desk.print', {
                count: number(total),
              })}
            </Button>
            <ListDownload lines={lines} />
          </div>
        )}
      </div>
      {paper.failure === null ? null : <p role="alert">{deskFailure(t, paper.failure)}</p>}
      <ListRule list={asked.list} />
      {total === 0 ? <p className="muted">{t('desk.children.none')}</p> : null}
      <ul className="card card-flush desk-children desk-children-page">
        {children.map((child, at) => {
          const unit = names(child.stakeDB);
          const isFirst = unit !== null && children[at - 1]?.stakeDB !== child.stakeDB;
          return (
            <Fragment key={child.id}>
              {isFirst ? <li className="desk-child-unit">{unit}</li> : null}
              <ChildLine child={child} list={asked.list} unitName={null} />
            </Fragment>
          );
        })}
      </ul>
      <Paper rows={paper.rows} total={total} list={asked.list} />
      <Pages total={total} asked={asked} />
    </div>
  );
}

function ListRule({ list }: { list: DeskList }) {
  const { t } = useMessages();
  if (list === 'refer') return <p className="desk-rule">{t('desk.refer.rule')}</p>;
  if (list === 'uncounted') return <UncountedRule />;
  return list.startsWith('need-') ? <p className="desk-rule">{t('desk.order.rule')}</p> : null;
}

/**
 * What to do about records that are in no figure: the unit's page of waiting records shows and
 * settles them.
 */
function UncountedRule() {
  const { t } = useMessages();
  const { answer, place } = useDesk();
  const [only] = place.stakeDB === undefined ? [] : answer.figures.units;
  return (
    <p className="desk-rule">
      {t('desk.record.rule')}{' '}
      {only === undefined ? null : (
        <Link to={waitingPath({ stakeDB: only.unit.stakeDB, stakeName: only.unit.stakeName })}>
          {t('desk.record.open')}
        </Link>
      )}
    </p>
  );
}

const COLUMNS = ['done', 'name', 'why', 'where', 'call', 'last'] as const;

/** The same page as a printed list with tick boxes; hidden on the screen. */
function Paper({
  rows,
  total,
  list,
}: {
  rows: readonly ListedChild[];
  total: number;
  list: DeskList;
}) {
  const messages = useDeskWords();
  const { t, number } = messages;
  const { today } = useDesk().answer.figures;
  const words = useChildWords();
  const names = useNamesOnDesk();
  if (rows.length === 0) return null;
  const isOfNeed = needTimeOf(list) !== null || list === 'supplement-under-6';
  return (
    <table className="desk-paper">
      {rows.length === total ? null : (
        <caption>
          {t('desk.children.print-part', { count: number(rows.length), total: number(total) })}
        </caption>
      )}
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <Fragment key={column}>
              {column === 'why' && isOfNeed ? (
                <th scope="col">{needColumn(messages, list, today)}</th>
              ) : null}
              <th scope="col">{t(`desk.children.${column}`)}</th>
            </Fragment>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((child) => (
          <tr key={child.id}>
            <td className="tick" />
            <td>
              {words.name(child)}
              <br />
              {words.age(child)}
            </td>
            {isOfNeed ? <td className="need">{needText(messages, list, child.need)}</td> : null}
            <td>{words.sign(child)}</td>
            <td>
              {[names(child.stakeDB), child.ward]
                .filter((text) => text !== null && text !== '')
                .join(', ')}
            </td>
            <td>
              {child.mother}
              <br />
              {child.phone}
            </td>
            <td>{words.seenOn(child)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pages({ total, asked }: { total: number; asked: LinesAsked & { page: number } }) {
  const { t, number } = useMessages();
  const { place } = useDesk();
  if (total <= PAGE_SIZE) return null;
  const from = (asked.page - 1) * PAGE_SIZE + 1;
  const to = Math.min(total, asked.page * PAGE_SIZE);
  return (
    <nav className="desk-pages" aria-label={t('desk.children.pages-label')}>
      {asked.page === 1 ? null : (
        <ButtonLink to={deskPath(place, { ...asked, page: asked.page - 1 })} kind="second" small>
          {t('desk.children.previous')}
        </ButtonLink>
      )}
      <span className="num small">
        {t('desk.children.pages', { from: number(from), to: number(to), total: number(total) })}
      </span>
      {to >= total ? null : (
        <ButtonLink to={deskPath(place, { ...asked, page: asked.page + 1 })} kind="second" small>
          {t('desk.children.next')}
        </ButtonLink>
      )}
    </nav>
  );
}
