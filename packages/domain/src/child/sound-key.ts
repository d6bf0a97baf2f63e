import { foldText } from '../base/fold-text.ts';
import { remembering } from '../base/remembering.ts';

/** Words that belong to the word after them: "de la Cruz" is one word of a name. */
export const PARTICLES: ReadonlySet<string> = new Set(['de', 'del', 'la', 'las', 'los', 'y']);

/** Whether a folded word belongs to the word after it. */
export const isParticle = (word: string): boolean => PARTICLES.has(word);

/** What stands between the words of a name beside blanks. */
const BETWEEN_WORDS = /[,\p{Pd}]+/u;

/** Signs inside a word that people leave out: an apostrophe, a point. */
const NOT_LETTERS = /[^\p{L}\p{N}]+/gu;

/** From this many letters on, words that differ in one letter sound alike. */
const LETTERS_FOR_A_SLIP = 5;

const MOST_TOKENS = 100_000;

/** The words in what stands between two blanks of a folded name. */
const piecesOf = remembering(
  (token): readonly string[] =>
    token.split(BETWEEN_WORDS).flatMap((part) => part.replace(NOT_LETTERS, '') || []),
  MOST_TOKENS,
);

/** The words of a name that is already folded; see `nameWords`. */
export function foldedWords(folded: string): string[] {
  const words: string[] = [];
  let before = '';
  for (const token of folded.split(' ')) {
    for (const piece of piecesOf(token)) {
      if (isParticle(piece)) before += piece;
      else {
        words.push(before + piece);
        before = '';
      }
    }
  }
  // Particles at the end have no word after them.
  if (before !== '') words.push(before);
  return words;
}

/**
 * Whether the last word of a folded first name is a particle: read as a whole with the last name it
 * belongs to that one's first word. Signs after it do not count.
 */
export function endsInParticle(folded: string): boolean {
  for (const token of folded.split(' ').reverse()) {
    const piece = piecesOf(token).at(-1);
    if (piece !== undefined) return isParticle(piece);
  }
  return false;
}

/**
 * The words of a name, folded; particles are joined to the word after them ("de la Cruz" is
 * "delacruz").
 */
export function nameWords(name: string): string[] {
  return foldedWords(foldText(name));
}

/**
 * How a word of a name sounds in Spanish, so that its spellings are one: h dropped, b = v,
 * s = z = c before e and i, k = qu = c, ll = y, g before e and i = j, doubled letters single.
 */
export function soundKey(word: string): string {
  return foldText(word)
    .replaceAll('h', '')
    .replaceAll('v', 'b')
    .replaceAll('z', 's')
    .replace(/c(?=[ei])/g, 's')
    .replaceAll('qu', 'k')
    .replaceAll('c', 'k')
    .replaceAll('ll', 'y')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/(.)\1+/gu, '$1');
}

/** Whether two words sound alike, given their sound keys: equal, or one letter apart in long ones. */
export function soundAlike(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const more = long.length - short.length;
  if (short.length < LETTERS_FOR_A_SLIP || more > 1) return false;
  let before = 0;
  while (before < short.length && short[before] === long[before]) before += 1;
  // What is left behind the letter in which they differ must be the same.
  for (let at = before + 1 - more; at < short.length; at += 1) {
    if (short[at] !== long[at + more]) return false;
  }
  return true;
}
