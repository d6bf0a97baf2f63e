import {
  allReportTitles,
  type ColumnMapping,
  type ColumnProblem,
  looksLikeDate,
  numberOf,
  type RecognisedColumn,
  recogniseColumns,
  type SourceCell,
  textOf,
  UNREADABLE,
} from '@crece/imports';
import type { SourceRow } from './source/source-row.ts';

/** Whether the first row holds the headings or the first child. */
export type FirstRow = 'headings' | 'data';

/** What the first rows of a file say of its columns. */
export interface Headings {
  /** The number of the row of headings; 0: there is none, every row is data. */
  readonly row: number;
  readonly columns: readonly RecognisedColumn[];
  readonly problems: readonly ColumnProblem[];
  /** Texts of the rows above the headings, which are not read. */
  readonly above: readonly string[];
  /** The first row, when it looks like data; a person must say what it is. */
  readonly doubt: string | null;
}

interface HeadingOptions {
  readonly mapping: ColumnMapping;
  readonly firstRow: FirstRow | undefined;
}

/** How far down the headings may stand, below a title or the name of a place. */
export const MOST_ROWS_ABOVE = 10;

/** So many recognised headings make a row that of the headings, wherever it stands. */
const ENOUGH = 3;
/** Headings are no numbers; so many in a row without a known heading are figures of a child. */
const TOO_MANY_NUMBERS = 2;

type Cells = readonly SourceCell[];

const recognised = (cells: Cells, mapping: ColumnMapping, isWithoutHeadings = false) =>
  recogniseColumns(
    cells.map((cell) => (isWithoutHeadings ? '' : (textOf(cell) ?? ''))),
    { mapping, reportTitles: allReportTitles(), isWithoutHeadings },
  );

const isKnown = ({ by }: RecognisedColumn) => by === 'name' || by === 'report';
const known = (columns: readonly RecognisedColumn[]) => columns.filter(isKnown).length;

function looksLikeData(cells: Cells): boolean {
  const numbers = cells.filter((cell) => {
    const value = numberOf(cell);
    return value !== undefined && value !== UNREADABLE;
  });
  return cells.some(looksLikeDate) || numbers.length >= TOO_MANY_NUMBERS;
}

const textOfRow = ({ cells }: Pick<SourceRow, 'cells'>) =>
  cells.flatMap((cell) => textOf(cell) ?? []).join(', ');

/**
 * The headings of two rows that are one, as merged cells leave them: "Nombre | Medidas" above and
 * "(empty) | Peso | Talla" below, or "Nombre" in both where it is merged over the two. `null`: the lower row
 * is none of headings, names nothing that the upper one does not, or another column in place of one that it
 * has named.
 */
function ofTwoRows(upper: Cells, lower: Cells): Cells | null {
  if (looksLikeData(lower)) return null;
  const [above, below] = [upper, lower].map((cells) => recognised(cells, {}).columns);
  if (above === undefined || below === undefined) return null;
  const isOther = lower.some((cell, at) => {
    const [first, second] = [above[at], below[at]];
    const isNamed = textOf(cell) !== undefined && first !== undefined && isKnown(first);
    return isNamed && first.field !== second?.field;
  });
  if (isOther) return null;
  const length = Math.max(upper.length, lower.length);
  const both = Array.from({ length }, (_, at) => textOf(lower[at]) ?? upper[at] ?? null);
  // A single word of the upper row, "Ciudad | Norte", may as well be a title's, which is told.
  const least = known(above) > 1 ? known(above) : Math.max(known(above), known(below));
  return known(above) > 0 && known(recognised(both, {}).columns) > least ? both : null;
}

/**
 * Finds the headings among the first rows of a file: the first row, or a lower one if that has no
 * known headings and the lower one has; with the row below or above it, if the two are one. A first row
 * that looks like a child's is asked about.
 */
export function findHeadings(first: readonly SourceRow[], options: HeadingOptions): Headings {
  const { mapping, firstRow } = options;
  const [top, ...below] = first;
  const cells = top?.cells ?? [];
  const between = (from: number, to: number): Headings | null => {
    const [upper, lower] = [first[from], first[to]];
    const both = upper && lower ? ofTwoRows(upper.cells, lower.cells) : null;
    if (both === null || lower === undefined) return null;
    const above = first.slice(0, from).map(textOfRow);
    return { row: lower.row, ...recognised(both, mapping), above, doubt: null };
  };
  const at = (place: number, row: SourceRow): Headings =>
    between(place, place + 1) ??
    between(place - 1, place) ?? {
      row: row.row,
      ...recognised(row.cells, mapping),
      above: first.slice(0, place).map(textOfRow),
      doubt: null,
    };
  if (firstRow === 'data') {
    const widest = first.reduce<Cells>(
      (most, row) => (row.cells.length > most.length ? row.cells : most),
      cells,
    );
    return { row: 0, ...recognised(widest, mapping, true), above: [], doubt: null };
  }
  if (top === undefined) return { row: 0, columns: [], problems: [], above: [], doubt: null };
  const asFirst = at(0, top);
  if (firstRow === 'headings' || known(recognised(cells, mapping).columns) > 1) return asFirst;
  const place = below.findIndex((row) => known(recognised(row.cells, {}).columns) >= ENOUGH);
  const lower = below[place];
  if (lower !== undefined) return at(place + 1, lower);
  return looksLikeData(cells) ? { ...asFirst, doubt: textOfRow(top) } : asFirst;
}
