import type { IsoDate } from '@crece/domain';
import { type Arrived, type ChildRow, type FirstRows, isCountable } from '@crece/storage';
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import {
  Link,
  Navigate,
  useNavigate,
  useNavigationType,
  useParams,
  useSearchParams,
} from 'react-router';
import { useSetting } from '../../data/device.tsx';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import { useMoves } from '../../data/moves.ts';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { whenIdle } from '../../data/when-idle.ts';
import { NotReceived } from '../../shared/arrival/not-received.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import {
  childPath,
  listPath,
  mothersPath,
  searchOfAddress,
  unitsPath,
} from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { waitingPath } from '../../shared/navigation/waiting-paths.ts';
import { wardChoices } from '../../shared/places/wards.ts';
import { rowAlerts, waitingCount } from '../../shared/screenings/record-state.ts';
import { Waiting } from '../../ui/blank.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Later, loadPart } from '../../ui/later.tsx';
import { watchForActs } from '../../ui/person-acts.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { useWide } from '../../ui/use-wide.ts';
import { ChildRows } from './child-rows.tsx';
import './children.css';
import { useBeside } from '../../shared/children/child-beside.ts';
import { colorFilterFromParam } from '../../shared/children/list-filters.ts';
import { type ListView, viewChildren } from '../../shared/children/list-view.ts';
import { UnreadablePage } from '../../shared/records/unreadable-page.tsx';
import { listRows } from './list-beginning.ts';
import { ListFoot } from './list-foot.tsx';
import { isKeptOrder, settingOfSort } from './list-sort.ts';
import { type ListState, listState } from './list-state.ts';
import { FilterChips, ListToolbar, WideActions } from './list-toolbar.tsx';
import { SortSelect } from './sort-controls.tsx';
import { useListOrder } from './use-list-order.ts';
import { type ListControls, useListQuery } from './use-list-query.ts';
import { useOpenSingleResult } from './use-open-single-result.ts';

/**
 * The list of the children of a unit; the same address with `pregnant` or `nursing` leads to the
 * mothers.
 */
export function ChildListPage() {
  const { stakeDB = '', stakeName = '', screenType } = useParams();
  const [query] = useSearchParams();
  if (screenType === 'pregnant' || screenType === 'nursing') {
    const countryName = query.get('countryName');
    const countryCode = query.get('countryCode');
    const unit = {
      stakeDB,
      stakeName,
      ...(countryName === null ? {} : { countryName }),
      ...(countryCode === null ? {} : { countryCode }),
    };
    return <Navigate to={mothersPath(unit, screenType)} replace />;
  }
  return (
    <UnitRoute stakeDB={stakeDB} fromFirstRows>
      {(unit) => <WithKeptFilter unit={unit} />}
    </UnitRoute>
  );
}

/**
 * A link to the whole list opens it with the colour filter stored on this device, so that the way
 * back from a child shows the same children. A typed or reloaded address is followed exactly.
 */
function WithKeptFilter({ unit }: { unit: OpenUnit }) {
  const { searchFilter, colorFilter } = useParams();
  const isByLink = useNavigationType() === 'PUSH';
  const [kept] = useSetting('colorFilter');
  const filter = colorFilterFromParam(kept);
  if (isByLink && filter !== 'a' && colorFilterFromParam(colorFilter) === 'a') {
    const search = searchOfAddress(searchFilter);
    return <Navigate to={listPath(unit, { search, color: filter })} replace />;
  }
  return <UnitChildren unit={unit} />;
}

function UnitChildren({ unit }: { unit: OpenUnit }) {
  const today = useToday(unit.timeZone);
  const isWide = useWide();
  const isSplit = useBeside() !== null;
  return (
    <Page
      title={unit.stakeName}
      subtitle={unit.countryName}
      back={unitsPath(unit.countryCode)}
      unit={unit}
      section="children"
      width="flush page-list"
      tools={isSplit ? <WideActions unit={unit} kind="second" /> : undefined}
    >
      <ChildList unit={unit} today={today} isWide={isWide && !isSplit} isSplit={isSplit} />
    </Page>
  );
}

const NOBODY: readonly ChildRow[] = [];

/** Identifies the list of a unit with what it was asked for. */
const placeOf = ({ stakeDB }: OpenUnit, { search, filter, ward, sort }: ListControls): string =>
  [stakeDB, search.trim(), filter, ward, settingOfSort(sort)].join('/');

/** Whether the list is the one that a phone keeps ready: everybody, in the kept order. */
const isPlain = ({ search, filter, ward, sort }: ListControls): boolean =>
  search.trim() === '' && filter === 'a' && ward === '' && isKeptOrder(sort);

/** What search and filters choose of the rows in their order, and the number of each filter. */
function useListView(
  { rows, isDueKnown, isReferKnown }: ReturnType<typeof useListOrder>,
  { search, filter, ward }: ListControls,
  { today, arrived }: { today: IsoDate; arrived: Arrived },
): ListView {
  return useMemo(() => {
    const query = { search, filter, ward, today, isDueKnown, isReferKnown };
    return viewChildren(rows ?? NOBODY, query, arrived);
  }, [rows, arrived, search, filter, ward, today, isDueKnown, isReferKnown]);
}

interface ChildListProps {
  unit: OpenUnit;
  today: IsoDate;
  /** Whether the list is a table. */
  isWide: boolean;
  /** Whether the chosen child stands beside the list. */
  isSplit: boolean;
}

/** The part that renders at each key stroke; the page around it does not. */
function ChildList({ unit, today, isWide, isSplit }: ChildListProps) {
  const navigate = useNavigate();
  const { t } = useMessages();
  const snapshot = useUnitSnapshot(unit.local);
  const { first } = snapshot;
  const isEmpty = first === undefined && snapshot.children.length === 0;
  const isKnown = snapshot.state !== 'ready' || isCountable(snapshot);
  const wards = useMemo(
    () => wardChoices(unit.wards, snapshot.wards),
    [unit.wards, snapshot.wards],
  );
  const controls = useListQuery(unit, wards);
  const { search, filter, sort } = controls;
  const place = placeOf(unit, controls);
  const { here, beginning } = listRows(snapshot, isPlain(controls), place);
  const asked = { sort, filter, today, arrived: snapshot.sync };
  const order = useListOrder(here, asked);
  const { rows, isDueKnown, isReferKnown } = order;
  const view = useListView(order, controls, asked);
  const state = listState({
    store: snapshot.state,
    arrival: snapshot.sync.arrival,
    beginning,
    isInOrder: rows !== null,
    total: here.length,
    found: view.rows.length,
  });
  const found = { search, hasTyped: controls.hasTyped, rows: view.rows };
  const opening = useOpenSingleResult(found, (row) => {
    // "Back" must restore this search, as it does from a child that was pressed, and open no child.
    controls.settle();
    void navigate(childPath(row.id, unit.stakeDB));
  });
  // A list that waits for its records offers its own way to start one.
  const isWaiting = isEmpty && snapshot.sync.arrival !== 'whole';
  // Counts from the moment this page opened: an action of the person has priority over the restored
  // scroll position.
  const [hasActed] = useState(watchForActs);
  const footRef = useRef<HTMLDivElement>(null);
  useRowKeys();
  const chips = (
    <FilterChips
      shown={filter}
      onFilter={controls.setFilter}
      counts={view.counts}
      isKnown={isKnown && rows !== null && first === undefined}
      isDueKnown={isDueKnown}
      isReferKnown={isReferKnown}
    />
  );

  return (
    <div
      className={isSplit ? 'children-page split' : 'children-page'}
      onClickCapture={controls.settle}
    >
      <ListToolbar
        unit={unit}
        controls={controls}
        wards={wards}
        hasActions={!isWaiting && !isSplit}
        chips={
          isSplit ? (
            <>
              <SortSelect sort={sort} onSort={controls.setSort} />
              {chips}
            </>
          ) : null
        }
      />
      {isSplit ? null : chips}
      {isKnown || isEmpty ? null : <p className="arriving-line">{t('arrival.line')}</p>}
      <WaitingLine unit={unit} count={waitingCount({ ...snapshot, ...first })} />
      <ListBody
        unit={unit}
        unreadable={(first ?? snapshot).unreadable}
        state={state}
        controls={controls}
        view={view}
        everybody={here}
        isKnown={isKnown}
        today={today}
        isWide={isWide}
        place={place}
        hasActed={hasActed}
        footRef={footRef}
      />
      <ListFoot
        ref={footRef}
        unit={unit}
        state={state}
        isKnown={isKnown}
        controls={controls}
        opening={opening}
        hasSort={!isSplit}
      />
    </div>
  );
}

/** A line above the list for tasks that wait. It links to them; no record is hidden or dropped. */
const WaitingLine = memo(function WaitingLine({ unit, count }: { unit: OpenUnit; count: number }) {
  const { t } = useMessages();
  if (count === 0) return null;
  return (
    <Link className="problem-line" to={waitingPath(unit)}>
      <Icon name="info" small />
      <span className="grow">{t('children.waiting-line', { count })}</span>
      <Icon name="next" small />
    </Link>
  );
});

/** A list that shows children needs neither. */
const loadNoChildren = async () => (await import('./no-children-yet.tsx')).NoChildrenYet;
const loadNoMatch = async () => (await import('./no-match.tsx')).NoMatch;
/** Its `Later` tells of a fault. */
const prepareNoMatch = () => void loadPart(loadNoMatch).catch(() => undefined);

function ListBody({
  unit,
  unreadable,
  state,
  controls,
  view,
  everybody,
  isKnown,
  today,
  isWide,
  place,
  hasActed,
  footRef,
}: {
  unit: OpenUnit;
  unreadable: FirstRows['unreadable'];
  state: ListState;
  controls: ListControls;
  view: ListView;
  everybody: readonly ChildRow[];
  /** Whether the number is complete: see `isCountable`. */
  isKnown: boolean;
  today: string;
  isWide: boolean;
  place: string;
  hasActed: () => boolean;
  footRef: RefObject<HTMLElement | null>;
}) {
  const { sync } = unit;
  const { t } = useMessages();
  const moves = useMoves();
  const alerts = useMemo(
    () =>
      rowAlerts(
        sync,
        unreadable,
        moves.filter(({ propose }) => propose === undefined),
      ),
    [sync, unreadable, moves],
  );
  // One letter more finds nobody: that is said without waiting for its file.
  const isSearch = controls.search !== '';
  useEffect(() => {
    if (isSearch) void whenIdle().then(prepareNoMatch);
  }, [isSearch]);
  const beside = useBeside();
  const drawBeside = useMemo(
    () =>
      beside === null
        ? undefined
        : (childId: string) => <Later load={beside} props={{ unit, childId }} />,
    [beside, unit],
  );
  if (state.kind === 'reading' || state.kind === 'ordering') {
    const isRest = state.kind === 'reading' && state.isRest;
    return <Waiting {...(isRest && { text: t('children.reading') })} />;
  }
  if (state.kind === 'failed' || state.kind === 'empty') {
    const why = state.kind === 'empty' ? state.why : 'failed';
    return (
      <div className="list-blank">
        {why === 'failed' && <UnreadablePage fault={unit.local.snapshot().fault} />}
        {why === 'nobody' && <Later load={loadNoChildren} props={{ unit }} />}
        {why === 'not-received' && <NotReceived unit={unit} list="children" />}
        {why === 'no-match' && (
          <Later load={loadNoMatch} props={{ unit, controls, view, isKnown }} />
        )}
      </div>
    );
  }
  return (
    <ChildRows
      rows={view.rows}
      everybody={everybody}
      count={state.count}
      alerts={alerts}
      arrived={sync}
      today={today}
      isWide={isWide}
      stakeDB={unit.stakeDB}
      isEnded={unit.retired}
      place={place}
      search={controls.search.trim()}
      hasActed={hasActed}
      footRef={footRef}
      sort={controls.sort}
      onSort={controls.setSort}
      drawBeside={drawBeside}
    />
  );
}
