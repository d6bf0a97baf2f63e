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

/** The list under a key, empty when there was none. */
export function listIn<Key, Value>(lists: Map<Key, Value[]>, key: Key): Value[] {
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

  /** How often one of these occurs. */
  weightOf(numbers: readonly number[]): number {
    let sum = 0;
    for (const number of numbers) sum += this.#counts[number] ?? 0;
    return sum;
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

/** Spreads numbers that lie close together (Knuth's multiplicative hashing). */
const SPREAD = 0x9e_37_79_b1;

/** Chains for each place, in powers of two, so that few pairs share one. */
const MORE_CHAINS = 2;

/** Ends a chain. */
export const NONE = -1;

/**
 * Places under pairs of numbers, in chains that lie in arrays of plain numbers: hundreds of
 * thousands of short lists, or of entries of a map, would keep a phone busy. Pairs may share a
 * chain, so that whoever asks about one is told of places under others too.
 */
export class Chains {
  readonly #shift: number;
  readonly #newest: Int32Array;
  /** Of each entry its place, and the entry before it behind that. */
  readonly #entries: number[] = [];

  /** For about so many places. */
  constructor(places: number) {
    const bits = Math.ceil(Math.log2(places + 2)) + MORE_CHAINS;
    this.#shift = 32 - bits;
    this.#newest = new Int32Array(2 ** bits).fill(NONE);
  }

  /** Adds a place under a pair, of which the order counts. */
  add(one: number, two: number, place: number): void {
    const chain = this.#chainOf(one, two);
    const entry = this.#entries.length;
    this.#entries.push(place, this.#newest[chain] ?? NONE);
    this.#newest[chain] = entry;
  }

  /** The newest entry of the chain of a pair, for `placeOf` and `before`; `NONE`: it has none. */
  newest(one: number, two: number): number {
    return this.#newest[this.#chainOf(one, two)] ?? NONE;
  }

  placeOf(entry: number): number {
    return this.#entries[entry] ?? NONE;
  }

  /** The entry added before this one; `NONE`: there is none. */
  before(entry: number): number {
    return this.#entries[entry + 1] ?? NONE;
  }

  #chainOf(one: number, two: number): number {
    return Math.imul(Math.imul(one, SPREAD) + two, SPREAD) >>> this.#shift;
  }
}
