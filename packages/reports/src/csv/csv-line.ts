import { safeCell } from './safe-cell.ts';

const NEEDS_QUOTES = /[",\r\n]/;

/** A text as a CSV field: never a formula, quoted when necessary. */
export function csvField(text: string): string {
  const cell = safeCell(text);
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * Cells as one line of CSV (RFC 4180) with its line end: comma, quotation marks only when
 * necessary, and no text that a spreadsheet would run as a formula. Reports use CRLF, the tables of the command line LF.
 */
export function csvLine(cells: readonly string[], lineEnd: '\r\n' | '\n' = '\n'): string {
  let line = '';
  for (const [place, cell] of cells.entries())
    line += place === 0 ? csvField(cell) : `,${csvField(cell)}`;
  return line + lineEnd;
}
