/** How a cell begins that may need a mark; nearly none does. */
const MAY_NEED_MARK = /^['=+\-@\t\r]/;
/** What makes a spreadsheet take a cell for a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;
/** The same behind apostrophes: text that itself looks like a neutralised formula. */
const MARKED_FORMULA_START = /^'+[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * A cell that no spreadsheet runs as a formula: `=1+1` becomes `'=1+1`. Plain numbers such as `-2.94`
 * stay. Text that begins with an apostrophe before such a sign gets one more, so that
 * `textOfSafeCell` gives every text back as it was.
 */
export function safeCell(text: string): string {
  if (!MAY_NEED_MARK.test(text)) return text;
  if (MARKED_FORMULA_START.test(text)) return `'${text}`;
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

/** The text behind a cell that `safeCell` wrote; any other text stays as it is. */
export function textOfSafeCell(cell: string): string {
  return MARKED_FORMULA_START.test(cell) ? cell.slice(1) : cell;
}
