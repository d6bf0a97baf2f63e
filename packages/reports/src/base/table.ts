/** The type of a column, which determines how its cells are written. */
export type ColumnKind = 'text' | 'number' | 'date' | 'answer';

/** One column of a report; its title is in `messages`, in the requested language. */
export interface Column {
  /** The column's name in the English file, from the specification's `reports.md`. */
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Unescaped text, a number, `YYYY-MM-DD` in a date column, or an answer; null is blank. */
export type Cell = string | number | boolean | null;

/** The cells of one line, in the order of the columns. */
export type Row = readonly Cell[];

/** A column with the function that makes its cell, so that header and rows cannot differ. */
export interface ColumnOf<Source> extends Column {
  readonly cell: (source: Source) => Cell;
}

function maker(kind: ColumnKind) {
  return <Source>(name: string, cell: (source: Source) => Cell | undefined): ColumnOf<Source> => ({
    name,
    kind,
    cell: (source) => cell(source) ?? null,
  });
}

export const textColumn = maker('text');
export const numberColumn = maker('number');
export const dateColumn = maker('date');
/** Yes or no; blank when not asked. */
export const answerColumn = maker('answer');

/** The row of a source: one cell per column. */
export function rowOf<Source>(columns: readonly ColumnOf<Source>[], source: Source): Row {
  return columns.map(({ cell }) => cell(source));
}
