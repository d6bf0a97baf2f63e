import { soundAlike } from './sound-key.ts';

/** The word with each of its letters left out once, and the word itself. */
function lackingOne(word: string): Set<string> {
  const variants = new Set([word]);
  for (let at = 0; at < word.length; at += 1) {
    variants.add(word.slice(0, at) + word.slice(at + 1));
  }
  return variants;
}

function letterPairs(word: string): Set<string> {
  const pairs = new Set<string>();
  for (let at = 1; at < word.length; at += 1) pairs.add(word.slice(at - 1, at + 1));
  return pairs;
}

function listIn<Key, Value>(lists: Map<Key, Value[]>, key: Key): Value[] {
  let list = lists.get(key);
  if (list === undefined) {
    list = [];
    lists.set(key, list);
  }
  return list;
}

/**
 * The different spellings of words, each with a number, how often it occurs, and which others are
 * like it. A spelling that comes in later is not among those that were like another one before.
 */
export class Spellings {
  readonly #numbers = new Map<string, number>();
  readonly #spellings: string[] = [];
  readonly #counts: number[] = [];
  readonly #alike: (readonly number[] | undefined)[] = [];
  readonly #containing: (readonly number[] | undefined)[] = [];
  readonly #weightAlike: (number | undefined)[] = [];
  readonly #weightContaining: (number | undefined)[] = [];
  #byVariant: Map<string, number[]> | null = null;
  #byLetters: Map<string, number[]> | null = null;

  get size(): number {
    return this.#spellings.length;
  }

  numberOf(spelling: string): number {
    let number = this.#numbers.get(spelling);
    if (number === undefined) {
      number = this.#spellings.length;
      this.#numbers.set(spelling, number);
      this.#spellings.push(spelling);
      this.#counts.push(0);
    }
    return number;
  }

  count(number: number): void {
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
  }

  /** Those that sound like it, itself among them. */
  alike(number: number): readonly number[] {
    let found = this.#alike[number];
    if (found === undefined) {
      const own = this.#spellingOf(number);
      // Words that are one letter apart are equal once a letter of one of them or of both is left out.
      this.#byVariant ??= this.#indexed(lackingOne);
      const near = new Set<number>();
      for (const variant of lackingOne(own)) {
        for (const other of this.#byVariant.get(variant) ?? []) near.add(other);
      }
      found = [...near].filter((other) => soundAlike(own, this.#spellingOf(other)));
      this.#alike[number] = found;
    }
    return found;
  }

  /** Those that contain it, itself among them. */
  containing(number: number): readonly number[] {
    let found = this.#containing[number];
    if (found === undefined) {
      const own = this.#spellingOf(number);
      this.#byLetters ??= this.#indexed(letterPairs);
      const byLetters = this.#byLetters;
      const lists = [...letterPairs(own)].map((pair) => byLetters.get(pair) ?? []);
      // A single letter has no pair: all are looked at.
      const fewest = lists.sort((a, b) => a.length - b.length)[0] ?? this.#spellings.keys();
      found = [...fewest].filter((other) => this.#spellingOf(other).includes(own));
      this.#containing[number] = found;
    }
    return found;
  }

  /** How often it or one that sounds like it occurs. */
  weightAlike(number: number): number {
    const known = this.#weightAlike[number] ?? this.#weightOf(this.alike(number));
    this.#weightAlike[number] = known;
    return known;
  }

  /** How often one that contains it occurs. */
  weightContaining(number: number): number {
    const known = this.#weightContaining[number] ?? this.#weightOf(this.containing(number));
    this.#weightContaining[number] = known;
    return known;
  }

  #weightOf(numbers: readonly number[]): number {
    return numbers.reduce((sum, number) => sum + (this.#counts[number] ?? 0), 0);
  }

  #spellingOf(number: number): string {
    return this.#spellings[number] ?? '';
  }

  #indexed(keysOf: (spelling: string) => Iterable<string>): Map<string, number[]> {
    const index = new Map<string, number[]>();
    for (const [number, spelling] of this.#spellings.entries()) {
      for (const key of keysOf(spelling)) listIn(index, key).push(number);
    }
    return index;
  }
}

const NO_ENTRY = -1;

/**
 * Places under pairs of numbers. A chain for each pair: hundreds of thousands of short lists would
 * keep a phone busy with clearing them away.
 */
export class Pairs {
  /** One more than the largest number. Small, so that a key is a small number too. */
  readonly #base: number;
  readonly #newest = new Map<number, number>();
  readonly #places: number[] = [];
  readonly #before: number[] = [];

  constructor(base: number) {
    this.#base = base;
  }

  /** Under each two of these numbers. */
  addAmong(numbers: readonly number[], place: number): void {
    for (let i = 1; i < numbers.length; i += 1) {
      for (let j = 0; j < i; j += 1) {
        this.#add(this.#keyOf(numbers[i] ?? 0, numbers[j] ?? 0), place);
      }
    }
  }

  /** Under each pair of one of the first numbers and one of the others. */
  addBetween(firsts: readonly number[], others: readonly number[], place: number): void {
    for (const one of firsts)
      for (const two of others) this.#add(this.#orderedKeyOf(one, two), place);
  }

  /** Calls for what was added under two numbers among others. */
  forEachAmong(one: number, two: number, call: (place: number) => void): void {
    this.#forEach(this.#keyOf(one, two), call);
  }

  /** Calls for what was added between two numbers. */
  forEachBetween(one: number, two: number, call: (place: number) => void): void {
    this.#forEach(this.#orderedKeyOf(one, two), call);
  }

  #forEach(key: number, call: (place: number) => void): void {
    let entry = this.#newest.get(key) ?? NO_ENTRY;
    while (entry !== NO_ENTRY) {
      call(this.#places[entry] ?? 0);
      entry = this.#before[entry] ?? NO_ENTRY;
    }
  }

  #add(key: number, place: number): void {
    this.#before.push(this.#newest.get(key) ?? NO_ENTRY);
    this.#newest.set(key, this.#places.length);
    this.#places.push(place);
  }

  #orderedKeyOf(one: number, two: number): number {
    return one * this.#base + two;
  }

  #keyOf(one: number, two: number): number {
    return one < two ? this.#orderedKeyOf(one, two) : this.#orderedKeyOf(two, one);
  }
}
