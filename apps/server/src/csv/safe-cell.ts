/** What makes a spreadsheet take a cell for a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * A cell that no spreadsheet runs as a formula: `=1+1` becomes `'=1+1`. Plain numbers such as `-2.94`
 * stay, and the import takes the apostrophe off again.
 */
export function safeCell(text: string): string {
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}
