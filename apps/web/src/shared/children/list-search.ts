import { foldText } from '@crece/domain';

/** The names in a record, and its card number and landmark, which are stored folded: without case and accents. */
interface KeysOfName {
  readonly searchKey: string;
  readonly motherKey?: string | undefined;
  readonly moreKey?: string | undefined;
}

interface FoldedNames extends KeysOfName {
  /** The names in other records of the same child. */
  readonly others?: readonly KeysOfName[] | undefined;
}

export interface ChildSearch {
  /** The folded words with one space between them; empty without a search. */
  text: string;
  matches: (names: FoldedNames) => boolean;
}

/** `García-López` and `Pérez, Rosa` are two words each. */
const BETWEEN_WORDS = /[\s,\p{Pd}]+/u;

const wordsOf = (folded: string): readonly string[] =>
  folded.split(BETWEEN_WORDS).filter((word) => word !== '');

/**
 * Whether each typed word is part of a word of the name, and no two of them match the same word:
 * `mamani mamani` does not find every Mamani, and `ana a` not every Ana. The matching may move a
 * word that was placed earlier, so that `maria mari` finds Mariana María.
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
 * Prepares a search for children. All typed words must match, in any order, the child's first and
 * last name, or all of them the mother's name, or all of them its card number and landmark. Case and accents do not count: `perez jose` and
 * `jose per` find José Pérez. The split into a first and a last name (specification, section 5) is
 * one case of this. A prefix of a text finds at least everybody whom the whole text finds.
 */
export function childSearch(typed: string): ChildSearch {
  const words = wordsOf(foldText(typed));
  const text = words.join(' ');
  if (text === '') return { text, matches: () => true };
  const [only = ''] = words;
  // Shortcut for one word: nearly every search is one word, and its first letter is compared with
  // every child of the unit.
  if (words.length === 1) {
    const matches = ({ searchKey, motherKey, moreKey, others }: FoldedNames): boolean =>
      searchKey.includes(only) ||
      motherKey?.includes(only) === true ||
      moreKey?.includes(only) === true ||
      others?.some(matches) === true;
    return { text, matches };
  }
  const matches = ({ searchKey, motherKey, moreKey, others }: FoldedNames): boolean =>
    standIn(words, searchKey) ||
    (motherKey !== undefined && standIn(words, motherKey)) ||
    (moreKey !== undefined && standIn(words, moreKey)) ||
    others?.some(matches) === true;
  return { text, matches };
}
