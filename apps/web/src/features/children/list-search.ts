import { foldText } from '@crece/domain';
import type { ChildRow } from '@crece/storage';

interface FoldedTexts {
  first: string;
  last: string;
  mother: string;
  ward: string;
}

// Folding 10,000 names costs more than searching them, and a row keeps its identity until its
// child changes: fold once per row, let the rows that go take their folds with them.
const folded = new WeakMap<ChildRow, FoldedTexts>();

/** Names and ward of a row without case and accents. */
export function foldedTexts(row: ChildRow): FoldedTexts {
  const known = folded.get(row);
  if (known !== undefined) return known;
  const texts = {
    first: foldText(row.firstName),
    last: foldText(row.lastName),
    mother: foldText(row.mother ?? ''),
    ward: foldText(row.ward ?? ''),
  };
  folded.set(row, texts);
  return texts;
}

interface NamePair {
  first: string;
  last: string;
}

export interface ChildSearch {
  /** The folded text without outer and doubled spaces; empty when nothing is searched. */
  text: string;
  matches: (row: ChildRow) => boolean;
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
  const matches = (row: ChildRow): boolean => {
    const names = foldedTexts(row);
    return (
      names.first.includes(text) ||
      names.last.includes(text) ||
      names.mother.includes(text) ||
      pairs.some((pair) => names.first.includes(pair.first) && names.last.includes(pair.last))
    );
  };
  return { text, matches };
}
