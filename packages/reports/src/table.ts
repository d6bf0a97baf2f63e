/** What a column holds: how a cell is written follows from it. */
export type ColumnKind = 'text' | 'number' | 'date' | 'answer';

/** One column of a report; its title is a sentence of `messages`, in the language asked for. */
export interface Column {
  /** The column's name in the English file, as `reports.md` of the specification gives it. */
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Text as it is (unescaped), a number, `YYYY-MM-DD` in a date column, an answer; null is blank. */
export type Cell = string | number | boolean | null;

/** The cells of one line, in the order of the columns. */
export type Row = readonly Cell[];
