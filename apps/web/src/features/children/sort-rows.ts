import {
  ageToday,
  familyTexts,
  foldText,
  type IsoDate,
  openToday,
  standingSeverity,
  withYoungest,
} from '@crece/domain';
import { type Arrived, type ChildRow, screeningsHere } from '@crece/storage';
import type { ListSort, SortBy } from './list-sort.ts';

/** Compared one after the other; equal keys leave two rows in the order of first names. */
type Keys = readonly (string | number)[];

/** Null: the row's place is not known; such rows come last, also in the reversed order. */
type KeysOf = (row: ChildRow, today: IsoDate, isWhole: boolean) => Keys | null;

/** After every name. */
const LAST = '\uffff';

/** Siblings stand together; a child without a mother's name after the families of its name. */
function familyKeys(row: ChildRow): Keys {
  const { lastName, mother, ward } = familyTexts(row);
  return mother === null ? [lastName, LAST] : [lastName, mother, ward];
}

/** The day of the newest screening; empty, and so first, for a child that was never screened. */
const lastSeen = ({ newest }: ChildRow) => newest?.surveyDate ?? '';

const KEYS: Readonly<Record<SortBy, KeysOf>> = {
  first: () => [],
  family: familyKeys,
  // Of two equal marks the child that was not seen longest comes first. Until all screenings have
  // arrived, green is no result.
  worst: (row, today, isWhole) => {
    const { signs, lowWeight } = openToday(row, today);
    const referral = signs.length === 0 ? null : { signs };
    const severity = standingSeverity(row.newest ?? null, { referral, lowWeight });
    const isOpen = !isWhole && referral === null && row.newest?.colour === 'green';
    return severity === 0 || isOpen ? null : [-severity, lastSeen(row)];
  },
  last: (row, _today, isWhole) => (isWhole ? [lastSeen(row)] : null),
  ward: (row) => {
    const ward = foldText(row.ward ?? '');
    return ward === '' ? null : [ward, ...familyKeys(row)];
  },
  age: (row, today) => {
    const age = ageToday(withYoungest(row), row.newest, today);
    return age === null ? null : [age.ageMonths];
  },
};

function compareKeys(a: Keys, b: Keys): number {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [a[at] ?? '', b[at] ?? ''];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/**
 * The rows of a list in an order: youngest, worst, not seen longest first, and so on. `rows` are in
 * the order of first names, in which equal ones stay.
 */
export function sortRows(
  rows: readonly ChildRow[],
  { by, reversed }: ListSort,
  today: IsoDate,
  arrived: Arrived,
): readonly ChildRow[] {
  if (by === 'first') return reversed ? [...rows].reverse() : rows;
  const keyed: { row: ChildRow; keys: Keys; place: number }[] = [];
  const unknown: ChildRow[] = [];
  for (const [place, row] of rows.entries()) {
    const isWhole = screeningsHere(arrived, row.id, row.screeningCount) === 'all';
    const keys = KEYS[by](row, today, isWhole);
    if (keys === null) unknown.push(row);
    else keyed.push({ row, keys, place });
  }
  const way = reversed ? -1 : 1;
  keyed.sort((a, b) => way * compareKeys(a.keys, b.keys) || a.place - b.place);
  return [...keyed.map(({ row }) => row), ...unknown];
}
