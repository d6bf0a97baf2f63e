import { PASSWORD_LIMITS } from '@crece/domain';
import { dictionary } from '@zxcvbn-ts/language-common';

import { isCommonPhrase } from './common-phrases.ts';

const COMMON = new Set(dictionary['passwords-common']);

/** Characters around a common word that make it no better: a year and a sign (`Welcome2024!`). */
const MOST_AROUND = 5;
/** A shorter word inside is chance, not a choice. */
const SHORTEST_WORD = 4;

/** Signs and digits that stand for letters, as every list of guesses has them. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

function asLetters(text: string): string {
  return [...text].map((character) => LOOK_ALIKES[character] ?? character).join('');
}

function isCommonWord(word: string): boolean {
  return COMMON.has(word) || COMMON.has(asLetters(word));
}

/** Whether a text of a passphrase's length is two common words with little around them. */
function isTwoCommonWords(typed: string, letters: string): boolean {
  const { length } = typed.replace(/\s+/g, '');
  if (typed.length < PASSWORD_LIMITS.passphrase.from || length - letters.length > MOST_AROUND) {
    return false;
  }
  for (let at = SHORTEST_WORD; at <= letters.length - SHORTEST_WORD; at += 1) {
    if (COMMON.has(letters.slice(0, at)) && COMMON.has(letters.slice(at))) return true;
  }
  return false;
}

/**
 * Whether a password stands in the list of passwords that were used and lost most often, or is one
 * of them in disguise: other case, accents, `P@ssw0rd`, blanks between, or up to five characters
 * around a common word; or a known sentence, or two common words. The list comes with a package: no network is asked.
 */
export function isCommonPassword(password: string): boolean {
  const typed = plain(password);
  const letters = typed.replace(/[^a-z]/g, '');
  if (isCommonPhrase(letters) || isTwoCommonWords(typed, letters)) return true;
  const closed = typed.replace(/\s+/g, '');
  if (isCommonWord(typed) || isCommonWord(closed)) return true;
  const word = /[a-z].*[a-z]/s.exec(closed)?.[0] ?? '';
  const disguised = /[a-z@$].*[a-z@$0]/s.exec(closed)?.[0] ?? '';
  return [word, disguised].some(
    (core) =>
      core.length >= SHORTEST_WORD &&
      closed.length - core.length <= MOST_AROUND &&
      isCommonWord(core),
  );
}
