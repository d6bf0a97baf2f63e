import type { Cell, Row } from '../base/table.ts';
import { csvField, csvLine } from './csv-line.ts';

/** Excel recognises UTF-8 only by the byte order mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The words for yes and no in the file's language. */
export interface YesNoWords {
  readonly yes: string;
  readonly no: string;
}

/** Text that may not be written unchanged: it holds a formula, or needs quoting. */
const NEEDS_CARE = /^'*[=+\-@＝＋－＠]|[",;\t\r\n]/;

/**
 * A cell as a CSV field. Most texts need no change: one test decides, because reports have
 * millions.
 */
function fieldOf(cell: Cell, { yes, no }: YesNoWords): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = typeof cell === 'boolean' ? (cell ? yes : no) : cell;
  return NEEDS_CARE.test(text) ? csvField(text) : text;
}

/** The first line of a CSV file: byte order mark and titles. */
export function csvHead(titles: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(titles, '\r\n');
}

/**
 * Creates a writer of CSV lines for machines: decimal point in every language, blank for unknown,
 * and no text that a spreadsheet would run as a formula. Most cells equal those of the previous row
 * (the unit, the child), so their fields are reused.
 */
export function csvRows(answers: YesNoWords): (row: Row) => string {
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
