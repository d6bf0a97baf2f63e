import { createRequire } from 'node:module';
import { PASSWORD_LIMITS } from '@crece/domain';
import { isCommonPhrase } from './common-phrases.ts';

const load = createRequire(import.meta.url);
let common: ReadonlySet<string> | null = null;

/** Unpacked for the first password that somebody chooses, not at every start. */
function commonPasswords(): ReadonlySet<string> {
  if (common === null) {
    const { dictionary } = load(
      '@zxcvbn-ts/language-common',
    ) as typeof import('@zxcvbn-ts/language-common');
    common = new Set(dictionary['passwords-common']);
  }
  return common;
}

/**
 * Up to this many characters around a common word do not make it safe: a year and a sign
 * (`Welcome2024!`).
 */
const MOST_AROUND = 5;
/** A shorter word inside a password may be coincidence. */
const SHORTEST_WORD = 4;

/** Signs and digits that replace letters, as lists of guesses do. */
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
  return commonPasswords().has(word) || commonPasswords().has(asLetters(word));
}

/**
 * Whether a text as long as a passphrase is just two common words with few characters around them.
 */
function isTwoCommonWords(typed: string, letters: string): boolean {
  const { length } = typed.replace(/\s+/g, '');
  if (typed.length < PASSWORD_LIMITS.passphrase.from || length - letters.length > MOST_AROUND) {
    return false;
  }
  const words = commonPasswords();
  for (let at = SHORTEST_WORD; at <= letters.length - SHORTEST_WORD; at += 1) {
    if (words.has(letters.slice(0, at)) && words.has(letters.slice(at))) return true;
  }
  return false;
}

/**
 * Whether a password is in the list of the most common leaked passwords, or a variant of one: other
 * case, accents, `P@ssw0rd`, blanks between, or up to five characters around a common word; or a
 * well-known sentence, or two common words. The list is in a package, so no network request is
 * made.
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
