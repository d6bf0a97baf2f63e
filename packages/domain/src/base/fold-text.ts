const MARKS = /\p{M}+/gu;
const BLANKS = /\s+/g;

/** Text for comparing: lower case, without accents, single blanks. "  MARÍA  José" is "maria jose". */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase().trim().replace(BLANKS, ' ');
}
