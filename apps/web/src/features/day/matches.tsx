import type { IsoDate } from '@crece/domain';
import { type ChildRow, isCountable, screeningsHere } from '@crece/storage';
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import { Link, useNavigate } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { viewRow } from '../../shared/children/child-row-view.ts';
import { type ChildListQuery, viewChildren } from '../../shared/children/list-view.ts';
import { namesakeOf } from '../../shared/children/namesakes.ts';
import { newChildState } from '../../shared/children/new-child-state.ts';
import { listPath, newChildPath, newScreeningPath } from '../../shared/navigation/paths.ts';
import { usePressedLink } from '../../shared/navigation/pressed-link.ts';
import { ScanButton } from '../../shared/scan/scan-button.tsx';
import { TapeLink } from '../../shared/screenings/tape-link.tsx';
import { Badge } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { DayChildLink } from './day-child-link.tsx';
import { likelyFirst } from './likely-matches.ts';

/** More rows are not read by anybody: another letter of the name shortens the list. */
const MOST_SHOWN = 10;

/** With fewer letters Enter opens nobody. */
const MIN_LETTERS_FOR_ENTER = 2;

/** Enter opens a child only when it has been marked this long: the person must have seen it. */
const SEEN_AFTER_MS = 300;

/** More mothers than this would make the line below the field too long. */
const MOST_NAMED = 3;

const nameOf = ({ firstName, lastName }: ChildRow): string => `${firstName} ${lastName}`;

/** The children that a search found with the same name as the likeliest one, itself included. */
function likelyNamesakes(
  likeliest: ChildRow | undefined,
  rows: readonly ChildRow[],
): readonly ChildRow[] {
  return rows.filter(({ searchKey }) => searchKey === likeliest?.searchKey);
}

/** Query that the form of a new child passes on, so that the way leads back to the screening day. */
const FROM_DAY = '?from=day';

/** What the arrow keys step through: the field, the children found, and "Add … as new". */
const STEPS = 'input[type="search"], .day-go, .day-add';

function step(event: KeyboardEvent<HTMLElement>, place: HTMLElement | null): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined || place === null) return;
  const steps = [...place.querySelectorAll<HTMLElement>(STEPS)];
  const at = steps.findIndex((each) => each.matches(':focus'));
  const next = at === -1 ? undefined : steps[at + by];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** When the marked child was first shown as marked; 0 without one. */
function useMarkedSince(id: string | undefined): RefObject<number> {
  const since = useRef(0);
  useEffect(() => {
    since.current = id === undefined ? 0 : performance.now();
  }, [id]);
  return since;
}

/** The last row: a new child with the name that was typed. */
function AddNamed({
  unit,
  rows,
  text,
}: {
  unit: OpenUnit;
  rows: readonly ChildRow[];
  text: string;
}) {
  const { t } = useMessages();
  const isNamesake = namesakeOf(text, rows) !== undefined;
  return (
    <Link
      className="day-add"
      to={newChildPath(unit.stakeDB) + FROM_DAY}
      state={newChildState(text, rows)}
    >
      <Icon name="add" />
      <span>
        {isNamesake ? t('children.add-namesake') : t('children.add-named', { name: text })}
      </span>
    </Link>
  );
}

/** A child that the name finds: a tap opens its screening, the tape the arm alone. */
function FoundRow({
  unit,
  row,
  today,
  isMarked,
  to,
}: {
  unit: OpenUnit;
  row: ChildRow;
  today: IsoDate;
  isMarked: boolean;
  to: string;
}) {
  const { t } = useMessages();
  const openLink = usePressedLink();
  const seen = viewRow(row, today, screeningsHere(unit.sync, row.id, row.screeningCount));
  return (
    <li className={isMarked ? 'day-row day-marked' : 'day-row'}>
      <DayChildLink row={row} view={seen} to={to}>
        {row.newest?.surveyDate === today ? (
          <Badge look="line" icon="check">
            {t('day.screened-today')}
          </Badge>
        ) : null}
      </DayChildLink>
      {unit.retired ? null : (
        <TapeLink
          child={row}
          isArmEnough={!seen.isReferred && seen.mark.sign !== 'measure-again'}
          months={seen.ageMonths}
          stakeDB={unit.stakeDB}
          from="day"
          onPress={openLink}
        />
      )}
    </li>
  );
}

/**
 * The field "name" with the children that it finds, likely ones first, and "Add … as new" as the last
 * row. Nothing is opened or made by itself. Enter opens the first child, which is marked and named
 * below the field, unless another child found has the same name.
 */
export function NameAndMatches({
  unit,
  rows,
  today,
  typed,
  onTyped,
}: {
  unit: OpenUnit;
  rows: readonly ChildRow[];
  today: IsoDate;
  typed: string;
  onTyped: (text: string) => void;
}) {
  const { t, list } = useMessages();
  const navigate = useNavigate();
  const place = useRef<HTMLFormElement>(null);
  const hint = useId();
  const text = typed.trim();
  const { view, found } = useMemo(() => {
    const query: ChildListQuery = { search: text, filter: 'a', ward: '', today };
    const seen = viewChildren(rows, query, unit.sync);
    const isScreened = (row: ChildRow) => row.newest?.surveyDate === today;
    const likely = likelyFirst(seen.rows, text, isScreened, MOST_SHOWN);
    return { view: seen, found: text === '' ? [] : likely };
  }, [rows, text, today, unit.sync]);
  const alike = useMemo(() => likelyNamesakes(found[0], view.rows), [found, view.rows]);
  const isLong = [...text].length >= MIN_LETTERS_FOR_ENTER;
  // Where two children have one name, Enter opens neither: the person has to look at the mother.
  const marked = isLong && alike.length < 2 ? found[0] : undefined;
  const isOneName = isLong && alike.length > 1 && alike.length === view.rows.length;
  const markedSince = useMarkedSince(marked?.id);
  const oneName = (same: readonly ChildRow[]): string => {
    const [first] = same;
    const mothers = same.map(({ mother }) => mother ?? t('day.mother-unknown'));
    const params = { count: same.length, mothers: list(mothers.slice(0, MOST_NAMED)) };
    return first === undefined ? '' : t('day.one-name', { ...params, name: nameOf(first) });
  };
  const toScreening = (id: string) => newScreeningPath(id, unit.stakeDB, { from: 'day' });

  // "Next child" comes back to the empty field, ready for the next name.
  useEffect(() => {
    place.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);

  const open = (event: FormEvent) => {
    event.preventDefault();
    const isSeen = performance.now() - markedSince.current >= SEEN_AFTER_MS;
    if (marked !== undefined && isSeen) void navigate(toScreening(marked.id));
  };

  return (
    <form ref={place} onSubmit={open} onKeyDown={(event) => step(event, place.current)}>
      <div className="day-name">
        <SearchField
          label={t('day.name')}
          value={typed}
          onValue={onTyped}
          tool={<ScanButton unit={unit} pathOf={toScreening} />}
          enterKeyHint="go"
          aria-describedby={hint}
        />
        <p className="day-hint" id={hint} role="status">
          {text === '' || isOneName ? null : t('day.found', { count: view.rows.length })}
          {marked === undefined ? null : ` · ${t('day.enter', { name: nameOf(marked) })}`}
          {isLong && alike.length > 1 ? `${isOneName ? '' : ' · '}${oneName(alike)}` : null}
        </p>
      </div>
      {text === '' ? null : (
        <>
          <ul className="day-rows">
            {found.map((row) => (
              <FoundRow
                key={row.id}
                unit={unit}
                row={row}
                today={today}
                isMarked={row === marked}
                to={toScreening(row.id)}
              />
            ))}
          </ul>
          {view.rows.length > MOST_SHOWN ? (
            <p className="day-note">{t('day.more', { count: view.rows.length - MOST_SHOWN })}</p>
          ) : null}
          {found.length > 0 || isCountable({ sync: unit.sync, children: rows }) ? null : (
            <p className="day-note">{t('arrival.search-text')}</p>
          )}
          {view.counts.g === 0 ? null : (
            <p className="day-note">
              <Link to={listPath(unit, { search: text, color: 'g' })}>
                {t('day.over-five', { count: view.counts.g })}
              </Link>
            </p>
          )}
          {unit.retired ? null : <AddNamed unit={unit} rows={rows} text={text} />}
        </>
      )}
    </form>
  );
}
