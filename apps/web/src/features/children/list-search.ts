import { foldText } from '@crece/domain';
import type { FoldedTexts } from './list-index.ts';

interface NamePair {
  first: string;
  last: string;
}

export interface ChildSearch {
  /** The folded text without outer and doubled spaces; empty when nothing is searched. */
  text: string;
  matches: (texts: FoldedTexts) => boolean;
}

/**
 * Prepares a search for children: the text stands in the first, the last or the mother's name, or
 * it is split on a space into a first and a last name. Case and accents do not count, so
 * `jose per` finds José Pérez, and `maria jose quispe` finds María José Quispe.
 */
export function childSearch(typed: string): ChildSearch {
  const words = foldText(typed)
    .split(/\s+/u)
    .filter((word) => word !== '');
  const text = words.join(' ');
  if (text === '') return { text, matches: () => true };
  // Given names and surnames may be several words each: every space may be the one between them.
  const pairs: NamePair[] = words.slice(1).map((_, index) => ({
    first: words.slice(0, index + 1).join(' '),
    last: words.slice(index + 1).join(' '),
  }));
  const matches = ({ names, first, last }: FoldedTexts): boolean =>
    names.includes(text) ||
    pairs.some((pair) => first.includes(pair.first) && last.includes(pair.last));
  return { text, matches };
}
