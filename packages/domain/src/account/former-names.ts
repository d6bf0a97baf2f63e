import { foldText } from '../base/fold-text.ts';

/**
 * Stands for the name of an erased account where records are read for figures and files; screens and
 * reports put the language's words in its place.
 */
export const FORMER_VOLUNTEER = 'former volunteer';

/**
 * The marks of the names that erased accounts had. The instant: a living account of the same name
 * exists since then, and what was written later is not taken for the erased one's. `null`: there is
 * none.
 */
export type FormerNames = ReadonlyMap<number, string | null>;

export const NO_FORMER_NAMES: FormerNames = new Map();

// FNV-1a of 32 bits, over code points.
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** The mark of a person's name, however its case, accents and blanks are written: 32 bits. */
export function nameMark(name: string): number {
  let mark = OFFSET;
  for (const letter of foldText(name)) {
    mark = Math.imul(mark ^ (letter.codePointAt(0) ?? 0), PRIME);
  }
  return mark >>> 0;
}

/**
 * Whether a name in a record is an erased account's.
 *
 * @param at ISO instant at which the name was written; without one a name that a living account
 *   shares is taken for the living one's
 */
export function isFormerName(former: FormerNames, name: string, at = '~'): boolean {
  if (former.size === 0) return false;
  const until = former.get(nameMark(name));
  return until === null || (until !== undefined && at < until);
}

/** The name as it is to be shown by figures and files: `FORMER_VOLUNTEER` for an erased account's. */
export function shownAuthor<Name extends string | undefined>(
  former: FormerNames,
  name: Name,
  at?: string,
): Name | typeof FORMER_VOLUNTEER {
  return name !== undefined && isFormerName(former, name, at) ? FORMER_VOLUNTEER : name;
}
