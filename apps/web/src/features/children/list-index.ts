import { foldText, type IsoDate, isGraduated } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { answersFilter, COLOR_FILTERS } from './list-filters.ts';

/** Names and ward of a child, folded: without case and accents. */
export interface FoldedTexts {
  /** First and last name. */
  own: string;
  mother: string;
  ward: string;
}

/** The data of a child that search and filters need, computed once and not at each key stroke. */
export class IndexedRow {
  readonly row: ChildRow;
  /** One bit for each of `COLOR_FILTERS` that the child matches. */
  readonly answers: number;
  readonly today: IsoDate;
  #texts: FoldedTexts | undefined;

  constructor(row: ChildRow, today: IsoDate) {
    this.row = row;
    this.answers = answersOf(row, today);
    this.today = today;
  }

  /**
   * Computed on demand: folding 10,000 names would delay the first list, which does not need them.
   */
  get texts(): FoldedTexts {
    this.#texts ??= foldedTexts(this.row);
    return this.#texts;
  }
}

// A row keeps its identity until its child changes, so the row is the cache key.
const indexed = new WeakMap<ChildRow, IndexedRow>();

/** Names and ward of a row without case and accents. */
function foldedTexts(row: ChildRow): FoldedTexts {
  return {
    own: foldText(`${row.firstName} ${row.lastName}`),
    mother: foldText(row.mother ?? ''),
    ward: foldText(row.ward ?? ''),
  };
}

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

/**
 * A row prepared for search and filters on a day; recomputed at midnight and when the child
 * changes.
 */
export function indexedRow(row: ChildRow, today: IsoDate): IndexedRow {
  const known = indexed.get(row);
  if (known?.today === today) return known;
  const made = new IndexedRow(row, today);
  indexed.set(row, made);
  return made;
}

/** Folds the texts while the page is idle, so that they are ready at the first letter. */
export function foldWhenIdle(rows: readonly IndexedRow[], from = 0): void {
  if (typeof requestIdleCallback === 'undefined') return;
  requestIdleCallback((idle) => {
    let next = from;
    while (next < rows.length && idle.timeRemaining() > 1) void rows[next++]?.texts;
    if (next < rows.length) foldWhenIdle(rows, next);
  });
}
