import { foldText, type IsoDate, isGraduated } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { answersFilter, COLOR_FILTERS } from './list-filters.ts';

/** Names and ward of a child without case and accents. */
export interface FoldedTexts {
  first: string;
  last: string;
  /** First, last and the mother's name, each in a line: a name is searched in all with one look. */
  names: string;
  ward: string;
}

/** What search and filters need of a child, worked out once and not at each key stroke. */
export interface IndexedRow {
  row: ChildRow;
  texts: FoldedTexts;
  /** A bit for each of `COLOR_FILTERS` that the child answers. */
  answers: number;
}

interface Dated extends IndexedRow {
  today: IsoDate;
}

// Folding 10,000 names costs more than searching them, and a row keeps its identity until its
// child changes: work it out once per row, let the rows that go take it with them.
const indexed = new WeakMap<ChildRow, Dated>();

/** Names and ward of a row without case and accents. */
function foldedTexts(row: ChildRow): FoldedTexts {
  const first = foldText(row.firstName);
  const last = foldText(row.lastName);
  const names = [first, last, foldText(row.mother ?? '')].join('\n');
  return { first, last, names, ward: foldText(row.ward ?? '') };
}

/** The bit of a filter in `IndexedRow.answers`. */
export function bitOf(position: number): number {
  return 1 << position;
}

function answersOf(row: ChildRow, today: IsoDate): number {
  const graduated = isGraduated(row, row.newest, today);
  return COLOR_FILTERS.reduce(
    (bits, filter, position) =>
      answersFilter(filter, row.newest, graduated) ? bits | bitOf(position) : bits,
    0,
  );
}

/** A row prepared for search and filters as of a day; ages change at midnight and with the child. */
export function indexedRow(row: ChildRow, today: IsoDate): IndexedRow {
  const known = indexed.get(row);
  if (known !== undefined && known.today === today) return known;
  const texts = known?.texts ?? foldedTexts(row);
  const made = { row, texts, answers: answersOf(row, today), today };
  indexed.set(row, made);
  return made;
}
