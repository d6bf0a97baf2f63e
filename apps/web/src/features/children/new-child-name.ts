import { foldText, isParticle } from '@crece/domain';
import type { Names } from '../../shared/children/new-child-state.ts';

/** The words of a name; particles stay with the word after them: `de la Cruz` is one. */
function wordsOf(name: string): string[] {
  const words: string[] = [];
  let before = '';
  for (const word of name.split(' ').filter((each) => each !== '')) {
    before = before === '' ? word : `${before} ${word}`;
    if (isParticle(foldText(word))) continue;
    words.push(before);
    before = '';
  }
  return before === '' ? words : [...words, before];
}

/** From three words on the last two are the last names, the father's and the mother's. */
const lastNamesOf = (words: number): number => Math.max(0, Math.min(2, words - 1));

/**
 * The names for the form from a searched name. A child here with the same whole name says how it is
 * split. Else a single word (`Ana`) is the first name, and the last name is the last word of two and
 * the last two of more. With a comma, the part before it is the last name: `Pérez Ñusta, Rosa`.
 */
export function namesFromState(state: unknown): Names {
  const { typedName = '', asHere } = Object(state) as { typedName?: unknown; asHere?: unknown };
  const { firstName, lastName } = Object(asHere) as Partial<Record<keyof Names, unknown>>;
  if (typeof firstName === 'string' && typeof lastName === 'string') return { firstName, lastName };
  const [last = '', first] = String(typedName).split(',').map(oneBlank);
  if (first !== undefined) return { firstName: first, lastName: last };
  const words = wordsOf(last);
  const at = words.length - lastNamesOf(words.length);
  return { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') };
}

const oneBlank = (text: string): string => text.trim().replace(/\s+/gu, ' ');
