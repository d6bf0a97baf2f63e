/** What a column holds: how a cell is written follows from it. */
export type ColumnKind = 'text' | 'number' | 'date' | 'answer';

/** One column of a report; its title is a word of `messages`, in the language asked for. */
export interface Column {
  /** The column's name in the English file, as `reports.md` of the specification gives it. */
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Text as it is (unescaped), a number, `YYYY-MM-DD` in a date column, an answer; null is blank. */
export type Cell = string | number | boolean | null;

/** The cells of one line, in the order of the columns. */
export type Row = readonly Cell[];

/** A column together with how its cell is made: header and rows cannot differ. */
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
/** Yes or no; blank where nobody was asked. */
export const answerColumn = maker('answer');

/** The row of a source: one cell of each column. */
export function rowOf<Source>(columns: readonly ColumnOf<Source>[], source: Source): Row {
  return columns.map(({ cell }) => cell(source));
}
