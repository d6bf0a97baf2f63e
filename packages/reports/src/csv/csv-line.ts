const NEEDS_QUOTES = /[",\r\n]/;

/** A cell as a CSV field: quoted when necessary. */
export function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * Cells as one line of CSV (RFC 4180) with its line end: comma, quotation marks only when
 * necessary. Reports use CRLF, the tables of the command line LF.
 */
export function csvLine(cells: readonly string[], lineEnd: '\r\n' | '\n' = '\n'): string {
  let line = '';
  for (const [place, cell] of cells.entries())
    line += place === 0 ? quoted(cell) : `,${quoted(cell)}`;
  return line + lineEnd;
}
