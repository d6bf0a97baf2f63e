import { type IsoDate, isGraduated, openToday } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { answersOf } from './list-filters.ts';
import { isPlainRow } from './plain-row.ts';

/**
 * A row with what search and filters need, computed once and not at each key stroke. The texts stand
 * here too because all objects of this kind have one shape, and rows have as many as they have fields
 * that may be missing: a key stroke that reads ten thousand rows takes twice as long.
 */
export interface IndexedRow {
  readonly row: ChildRow;
  readonly searchKey: string;
  readonly motherKey: string | undefined;
  readonly moreKey: string | undefined;
  readonly others: ChildRow['others'];
  readonly ward: string | undefined;
  /** One bit for each of `COLOR_FILTERS` that the child matches. */
  answers: number;
  /** The same for the filters by date; 0 until `due-filters.ts` has answered them. */
  due: number;
  readonly today: IsoDate;
}

// A row keeps its identity until its child changes, so the row is the cache key.
const indexed = new WeakMap<ChildRow, IndexedRow>();

/**
 * The filters that a row matches. Of an open referral the list knows only that it is open: it stands
 * under "refer" until `noteReferred` has read whether it is answered.
 */
function answersOn(row: ChildRow, today: IsoDate): number {
  if (isPlainRow(row)) {
    const isGraduate = isGraduated(row, row.newest, today);
    return answersOf(row, { isGraduate, isInRefer: false, isReferred: false });
  }
  const { signs, isPastFive } = openToday(row, today);
  const isReferred = signs.length > 0;
  return answersOf(row, { isGraduate: isPastFive, isInRefer: isReferred, isReferred });
}

/** A row prepared for the filters of a day; recomputed at midnight and when the child changes. */
export function indexedRow(row: ChildRow, today: IsoDate): IndexedRow {
  const known = indexed.get(row);
  if (known?.today === today) return known;
  const { searchKey, motherKey, moreKey, others, ward } = row;
  const answers = answersOn(row, today);
  const made = { row, searchKey, motherKey, moreKey, others, ward, answers, due: 0, today };
  indexed.set(row, made);
  return made;
}
