import { foldText } from '@crece/domain';
import type { FoldedTexts } from './list-index.ts';

export interface ChildSearch {
  /** The folded words with a space between them; empty when nothing is searched. */
  text: string;
  matches: (texts: FoldedTexts) => boolean;
}

/** `García-López` and `Pérez, Rosa` are two words each. */
const BETWEEN_WORDS = /[\s,\p{Pd}]+/u;

const wordsOf = (folded: string): readonly string[] =>
  folded.split(BETWEEN_WORDS).filter((word) => word !== '');

/**
 * Whether every one of several typed words is part of a word of the name, no two of them of the same one: `mamani
 * mamani` is not every Mamani, and `ana a` is not yet every Ana. The matching may move a word that
 * was placed before, so that `maria mari` finds Mariana María as well.
 */
function standIn(typed: readonly string[], name: string): boolean {
  if (!typed.every((word) => name.includes(word))) return false;
  const parts = wordsOf(name);
  const placed = new Map<number, string>();
  const place = (word: string, tried: Set<number>): boolean =>
    parts.some((part, at) => {
      if (tried.has(at) || !part.includes(word)) return false;
      tried.add(at);
      const other = placed.get(at);
      if (other !== undefined && !place(other, tried)) return false;
      placed.set(at, word);
      return true;
    });
  return typed.every((word) => place(word, new Set()));
}

/**
 * Prepares a search for children: the typed words stand, in any order, in the child's first and last
 * name, or all of them in the mother's. Case and accents do not count, so `perez jose` and `jose per`
 * find José Pérez. A text split into a first and a last name (specification, section 5) is one case
 * of it. Whoever a longer text finds, every text that it begins with finds too.
 */
export function childSearch(typed: string): ChildSearch {
  const words = wordsOf(foldText(typed));
  const text = words.join(' ');
  if (text === '') return { text, matches: () => true };
  const [only = ''] = words;
  // One word is nearly every search, and the first letter of each asks every child of the unit.
  if (words.length === 1) {
    return { text, matches: ({ own, mother }) => own.includes(only) || mother.includes(only) };
  }
  const matches = ({ own, mother }: FoldedTexts): boolean =>
    standIn(words, own) || standIn(words, mother);
  return { text, matches };
}
