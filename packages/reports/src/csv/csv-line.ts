const NEEDS_QUOTES = /[",\r\n]/;

/** A cell as a field of a line: in quotation marks where it needs them. */
export function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * Cells as one line of CSV (RFC 4180) with its line end: comma, quotation marks only where they are
 * needed. Reports end their lines with CRLF, the tables of the command line with LF.
 */
export function csvLine(cells: readonly string[], lineEnd: '\r\n' | '\n' = '\n'): string {
  let line = '';
  for (const [place, cell] of cells.entries())
    line += place === 0 ? quoted(cell) : `,${quoted(cell)}`;
  return line + lineEnd;
}
