/** Where a spreadsheet may begin a cell: a character with which it recognises a formula. */
const FORMULA = '=+\\-@＝＋－＠';
/** The same at the start of a cell, where some also take what follows a tab or the end of a line. */
const START = `${FORMULA}\\t\\r\\n`;
/**
 * Where the list separator is a semicolon, or a tab, a spreadsheet takes our cells apart there; it
 * then takes our quotation marks for text, so that a line may end inside a cell too.
 */
const PARTS = '[;\\t\\r\\n]';

const MAY_NEED_MARK = new RegExp(`^'*[${START}]|${PARTS}'*[${FORMULA}]`);
/** Text in front of which a mark belongs; apostrophes look like a mark themselves. */
const FORMULA_START = new RegExp(`^(?='*[${START}])`);
const FORMULA_INSIDE = new RegExp(`(${PARTS})(?='*[${FORMULA}])`, 'g');
const MARKED_START = new RegExp(`^'(?='*[${START}])`);
const MARKED_INSIDE = new RegExp(`(${PARTS})'(?='*[${FORMULA}])`, 'g');
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * A cell that no spreadsheet runs as a formula: `=1+1` becomes `'=1+1`, `Ana;=1+1` becomes
 * `Ana;'=1+1`. Plain numbers such as `-2.94` stay unchanged. Text with apostrophes before such a
 * character gets one more, so that `textOfSafeCell` restores every text exactly.
 */
export function safeCell(text: string): string {
  if (!MAY_NEED_MARK.test(text) || PLAIN_NUMBER.test(text)) return text;
  return text.replace(FORMULA_INSIDE, "$1'").replace(FORMULA_START, "'");
}

/** The original text of a cell that `safeCell` wrote; other text stays unchanged. */
export function textOfSafeCell(cell: string): string {
  if (!cell.includes("'")) return cell;
  return cell.replace(MARKED_START, '').replace(MARKED_INSIDE, '$1');
}
