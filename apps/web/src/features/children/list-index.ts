import { type IsoDate, isGraduated } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { answersFilter, COLOR_FILTERS } from './list-filters.ts';

/** A row with what its filters need, computed once and not at each key stroke. */
export interface IndexedRow {
  readonly row: ChildRow;
  /** One bit for each of `COLOR_FILTERS` that the child matches. */
  readonly answers: number;
  /** The same for the filters by date; 0 until `due-filters.ts` has answered them. */
  due: number;
  readonly today: IsoDate;
}

// A row keeps its identity until its child changes, so the row is the cache key.
const indexed = new WeakMap<ChildRow, IndexedRow>();

/** The bit of a filter in `IndexedRow.answers`. */
export function bitOf(position: number): number {
  return 1 << position;
}

function answersOf(row: ChildRow, today: IsoDate): number {
  const graduated = isGraduated(row, row.newest, today);
  let bits = 0;
  for (let position = 0; position < COLOR_FILTERS.length; position += 1) {
    const filter = COLOR_FILTERS[position];
    if (filter !== undefined && answersFilter(filter, row.newest, graduated))
      bits |= bitOf(position);
  }
  return bits;
}

/** A row prepared for the filters of a day; recomputed at midnight and when the child changes. */
export function indexedRow(row: ChildRow, today: IsoDate): IndexedRow {
  const known = indexed.get(row);
  if (known?.today === today) return known;
  const made = { row, answers: answersOf(row, today), due: 0, today };
  indexed.set(row, made);
  return made;
}
