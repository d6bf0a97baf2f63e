const NEEDS_QUOTES = /[",\r\n]/;

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Cells as one line of CSV with its line end: comma, quotation marks only where they are needed. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\n`;
}
