import { foldText } from '../base/fold-text.ts';
import { remembering } from '../base/remembering.ts';
import { foldedWords, isParticle, soundAlike, soundKey } from './sound-key.ts';

/** A first and a last name. */
export interface FullName {
  readonly firstName: string;
  readonly lastName: string;
  /** Both folded, separated by one blank, where that is known. */
  readonly searchKey?: string | undefined;
}

/** A word of names. Each spelling is one object, so that words are compared by identity. */
export interface NameWord {
  readonly text: string;
  readonly sound: string;
}

type Words = readonly NameWord[];

/** A name of one word says too little to be contained in another. */
export const LEAST_WORDS = 2;

/** More spellings than a unit has. */
const MOST_WORDS = 100_000;

const spelt = remembering((text): NameWord => ({ text, sound: soundKey(text) }), MOST_WORDS);

/** What stands between two blanks of a folded name as one word; null for a particle, and where signs join or split words. */
const wordOfToken = remembering((token) => {
  const words = foldedWords(token);
  return words.length === 1 && words[0] === token && !isParticle(token) ? spelt(token) : null;
}, MOST_WORDS);

/** The words of a name. */
export function wordsOf(name: string): Words {
  return foldedWords(foldText(name)).map(spelt);
}

const known = new WeakMap<FullName, Words>();

/** The words of a record's whole name, worked out once for each record. */
export function wholeNameOf(record: FullName): Words {
  let words = known.get(record);
  if (words === undefined) {
    words = wordsOfFolded(foldedNameOf(record));
    known.set(record, words);
  }
  return words;
}

/** Most names are words with blanks between them: they are read without a list of texts. */
function wordsOfFolded(folded: string): Words {
  const words: NameWord[] = [];
  for (let from = 0; from <= folded.length; ) {
    const blank = folded.indexOf(' ', from);
    const to = blank === -1 ? folded.length : blank;
    const word = wordOfToken(folded.slice(from, to));
    if (word === null) return foldedWords(folded).map(spelt);
    words.push(word);
    from = to + 1;
  }
  return words;
}

/** First and last name of a record folded, separated by a blank. */
export function foldedNameOf({ searchKey, firstName, lastName }: FullName): string {
  return searchKey ?? foldText(`${firstName} ${lastName}`);
}

const shorterFirst = (a: Words, b: Words): readonly [Words, Words] =>
  a.length <= b.length ? [a, b] : [b, a];

/** Whether `long` has all words of `short`, in the same order. */
function hasInOrder(long: Words, short: Words): boolean {
  let at = 0;
  for (const { text } of long) if (text === short[at]?.text) at += 1;
  return at === short.length;
}

/** Whether each word of `short` can be given another word of `long` that sounds like it. */
function hasSounds(long: Words, short: Words): boolean {
  const [first, ...others] = short;
  if (first === undefined) return true;
  return long.some(
    (word, index) =>
      soundAlike(first.sound, word.sound) &&
      hasSounds(
        long.filter((_word, at) => at !== index),
        others,
      ),
  );
}

/** Whether two names of a person may be the same: all words of the shorter sound like the other's. */
export function mayBeOneName(a: Words, b: Words, leastWords = 1): boolean {
  const [short, long] = shorterFirst(a, b);
  return short.length >= leastWords && hasSounds(long, short);
}

/** How a typed whole name resembles that of a record. */
export type Resemblance = 'same' | 'contains' | 'sounds' | null;

/**
 * Compares whole names with a typed one: `same` with the same words, `contains` when the words of
 * one contain the other's, both in order or with the last name first; `sounds` when the words sound
 * alike in any order.
 */
export function resemblanceTo({
  firstName,
  lastName,
}: FullName): (record: FullName) => Resemblance {
  const first = wordsOf(firstName);
  const last = wordsOf(lastName);
  const typed = [...first, ...last];
  const orders = [typed, [...last, ...first]];
  const mayResemble = sharesSounds(typed);
  return (record) => {
    const words = wholeNameOf(record);
    if (!mayResemble(words)) return null;
    const isShared = orders.some((order) => {
      const [short, long] = shorterFirst(order, words);
      return short.length >= LEAST_WORDS && hasInOrder(long, short);
    });
    if (isShared) return typed.length === words.length ? 'same' : 'contains';
    return mayBeOneName(typed, words, LEAST_WORDS) ? 'sounds' : null;
  };
}

/**
 * A quick test that most names fail: whether each word of the shorter name sounds like some word of
 * the other. A word of the dictionary is compared with the typed ones once for each search.
 */
export function sharesSounds(typed: Words): (words: Words) => boolean {
  const masks = new Map<NameWord, number>();
  const all = 2 ** typed.length - 1;
  const maskOf = (word: NameWord): number => {
    let mask = masks.get(word);
    if (mask === undefined) {
      mask = 0;
      for (const [index, own] of typed.entries()) {
        if (soundAlike(own.sound, word.sound)) mask += 2 ** index;
      }
      masks.set(word, mask);
    }
    return mask;
  };
  return (words) => {
    if (words.length < typed.length) return words.every((word) => maskOf(word) > 0);
    let found = 0;
    for (const word of words) found |= maskOf(word);
    return found === all;
  };
}
