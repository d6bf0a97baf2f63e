import type { Cell, Row } from '../table.ts';
import { csvLine, quoted } from './csv-line.ts';
import { safeCell } from './safe-cell.ts';

/** Excel takes a file for UTF-8 by its byte order mark only. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The words for yes and no of the file's language. */
export interface Answers {
  readonly yes: string;
  readonly no: string;
}

/** What makes a text more than itself in a file: the sign of a formula before it, or something to quote. */
const NEEDS_CARE = /^'*[=+\-@\t\r]|[",\r\n]/;

/** A cell as a field of a line. Most texts need no care: one look tells, as reports have millions. */
function fieldOf(cell: Cell, { yes, no }: Answers): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = typeof cell === 'boolean' ? (cell ? yes : no) : cell;
  return NEEDS_CARE.test(text) ? quoted(safeCell(text)) : text;
}

/** The head of a CSV file: byte order mark and titles. */
export function csvHead(titles: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(titles.map(safeCell), '\r\n');
}

/**
 * Makes a writer of lines of CSV for machines: decimal point in every language, blank for what is not
 * known, and no text that a spreadsheet would run as a formula. Most cells are those of the row
 * before (the unit, the child): their fields are written again as they are.
 */
export function csvRows(answers: Answers): (row: Row) => string {
  const cells: Cell[] = [];
  const fields: string[] = [];
  return (row) => {
    fields.length = row.length;
    for (let place = 0; place < row.length; place += 1) {
      const cell = row[place] ?? null;
      if (fields[place] !== undefined && Object.is(cell, cells[place])) continue;
      cells[place] = cell;
      fields[place] = fieldOf(cell, answers);
    }
    return `${fields.join(',')}\r\n`;
  };
}
