import type { Cell, Row } from '../table.ts';
import { csvLine } from './csv-line.ts';
import { safeCell } from './safe-cell.ts';

/** Excel takes a file for UTF-8 by its byte order mark only. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The words for yes and no of the file's language. */
export interface Answers {
  readonly yes: string;
  readonly no: string;
}

function textOf(cell: Cell, { yes, no }: Answers): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? yes : no;
  return typeof cell === 'string' ? safeCell(cell) : String(cell);
}

/** The head of a CSV file: byte order mark and titles. */
export function csvHead(titles: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(titles.map(safeCell), '\r\n');
}

/**
 * One row as a line of CSV for machines: decimal point in every language, blank for what is not
 * known, and no text that a spreadsheet would run as a formula.
 */
export function csvRow(row: Row, answers: Answers): string {
  return csvLine(
    row.map((cell) => textOf(cell, answers)),
    '\r\n',
  );
}
