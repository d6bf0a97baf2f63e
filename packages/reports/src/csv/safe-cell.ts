/** First characters of cells that may need a mark; very few cells have one. */
const MAY_NEED_MARK = /^['=+\-@\t\r]/;
/** First characters with which a spreadsheet recognises a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;
/** The same after apostrophes: text that itself looks like a marked formula. */
const MARKED_FORMULA_START = /^'+[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * A cell that no spreadsheet runs as a formula: `=1+1` becomes `'=1+1`. Plain numbers such as
 * `-2.94` stay unchanged. Text with apostrophes before such a character gets one more, so that
 * `textOfSafeCell` restores every text exactly.
 */
export function safeCell(text: string): string {
  if (!MAY_NEED_MARK.test(text)) return text;
  if (MARKED_FORMULA_START.test(text)) return `'${text}`;
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

/** The original text of a cell that `safeCell` wrote; other text stays unchanged. */
export function textOfSafeCell(cell: string): string {
  return MARKED_FORMULA_START.test(cell) ? cell.slice(1) : cell;
}
