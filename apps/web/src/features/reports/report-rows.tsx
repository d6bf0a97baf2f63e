import type { Cell, Row } from '@crece/reports';
import type { ReportTable } from './report-table.ts';

export type ShownColumn = ReportTable['columns'][number] & { readonly at: number };

const NAMES = ['firstName', 'lastName'] as const;

/**
 * Columns that stand with the name on screen and paper, wherever the file has them: what is urgent
 * must not lie twenty columns away.
 */
const PINNED = ['alert', 'openReferral'] as const;

export const isWithName = (name: string) => [...NAMES, ...PINNED].some((one) => one === name);

const placeOf = ({ columns }: ReportTable, name: string): number =>
  columns.findIndex((column) => column.name === name);

/** First and last name of a row as one text. */
export function nameOfRow(table: ReportTable, row: Row): string {
  return NAMES.map((name) => String(row[placeOf(table, name)] ?? ''))
    .join(' ')
    .trim();
}

/** The cell of a row by column name; null when the report has no such column. */
export function cellOf(table: ReportTable, row: Row, name: string): Cell {
  return row[placeOf(table, name)] ?? null;
}
