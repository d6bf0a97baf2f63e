import type { NameNumbers, OddName } from './name-numbers.ts';
import { Chains, listIn, NONE } from './word-pairs.ts';

/** Told of two names that may match. */
type Call = (place: number, other: number) => void;

/** Words of a name that are told apart; of a longer one some share a bit, and more is judged. */
const MOST_BITS = 30;

const bitOf = (at: number): number => 1 << (at % MOST_BITS);

/**
 * Names the children whose names may match, without comparing each child with each other one. The
 * rules demand that two names have two parts in common: two words that sound alike, or a part of
 * the first and one of the last name that contain those typed. Children are kept under each pair of
 * their parts, and looked up by the two rarest of a name. Made when all names are known; first all
 * steps of `prepare` have to be taken.
 */
export class Candidates {
  readonly #names: NameNumbers;
  readonly #bySounds: Chains;
  readonly #byTokens: Chains;
  /** For each sound, which of the words asked for are like it; all 0 between two look-ups. */
  readonly #bits: Int32Array;
  /** For each token, 1 when it has another one in it. */
  readonly #outer: Uint8Array;
  /** For each token, 1 when it is in another one, or in a mixed name. */
  readonly #inner: Uint8Array;
  /** Who was told of a place last, in either way: of each it is told once. */
  readonly #toldSounding: Int32Array;
  readonly #toldContaining: Int32Array;
  /** How often each sound, or one like it, occurs; each token, or one that has it in it. */
  readonly #weightsAlike: Int32Array;
  readonly #weightsContaining: Int32Array;

  constructor(names: NameNumbers) {
    const { size, sounds, tokens } = names;
    this.#names = names;
    this.#bySounds = new Chains(size);
    this.#byTokens = new Chains(size);
    this.#bits = new Int32Array(sounds.size);
    this.#weightsAlike = new Int32Array(sounds.size);
    this.#toldSounding = new Int32Array(size).fill(NONE);
    this.#toldContaining = new Int32Array(size).fill(NONE);
    this.#outer = new Uint8Array(tokens.size);
    this.#inner = new Uint8Array(tokens.size);
    this.#weightsContaining = new Int32Array(tokens.size);
  }

  /** What has to be done before anything is asked, in as many short steps as there are spellings. */
  *prepare(): Generator<void, void> {
    const { sounds, tokens, tokensOf, mixed, odd } = this.#names;
    for (let sound = 0; sound < sounds.size; sound += 1) {
      this.#weightsAlike[sound] = sounds.weightOf(sounds.alike(sound));
      yield;
    }
    for (let token = 0; token < tokens.size; token += 1) {
      const containing = tokens.containing(token);
      this.#weightsContaining[token] = tokens.weightOf(containing);
      if (containing.length > 1) this.#inner[token] = 1;
      for (const other of containing) if (other !== token) this.#outer[other] = 1;
      yield;
    }
    for (const place of mixed) {
      const end = tokensOf.start(place + 1);
      for (let at = tokensOf.start(place); at < end; at += 1) {
        this.#inner[tokensOf.all[at] ?? 0] = 1;
      }
    }
    for (const [place, { typed, whole }] of odd) {
      this.#addSounds(typed, 0, typed.length, place);
      this.#addSounds(whole, 0, whole.length, place);
    }
  }

  /** All plain names, those of most words first. */
  plain(): readonly number[] {
    const { size, wordsOf, odd } = this.#names;
    const byLength = new Map<number, number[]>();
    for (let place = 0; place < size; place += 1) {
      if (!odd.has(place)) listIn(byLength, wordsOf.lengthOf(place)).push(place);
    }
    return [...byLength].sort(([a], [b]) => b - a).flatMap(([, places]) => places);
  }

  /**
   * Tells of those among the odd names and the plain ones that were given before which have all
   * words of this plain name, or words that sound like them. Given in the order of `plain()`, each
   * name asks about those of as many words or more.
   */
  sounding(place: number, call: Call): void {
    const { soundsOf } = this.#names;
    const [start, end] = [soundsOf.start(place), soundsOf.start(place + 1)];
    this.#soundingLike(soundsOf.all, start, end, place, call);
    this.#addSounds(soundsOf.all, start, end, place);
  }

  /** The same for an odd name, which asks about all others once they were given. */
  soundingOdd(place: number, { typed, whole }: OddName, call: Call): void {
    this.#soundingLike(typed, 0, typed.length, place, call);
    this.#soundingLike(whole, 0, whole.length, place, call);
  }

  #addSounds(sounds: readonly number[], from: number, to: number, place: number): void {
    for (let i = from + 1; i < to; i += 1) {
      const one = sounds[i] ?? 0;
      for (let j = from; j < i; j += 1) {
        const two = sounds[j] ?? 0;
        this.#bySounds.add(Math.min(one, two), Math.max(one, two), place);
      }
    }
  }

  #soundingLike(
    asked: readonly number[],
    from: number,
    to: number,
    place: number,
    call: Call,
  ): void {
    const { sounds } = this.#names;
    const one = rarestOf(asked, from, to, this.#weightsAlike);
    const two = rarestOf(asked, from, to, this.#weightsAlike, one);
    // A name of one word says too little to be contained in another.
    if (two === NONE) return;
    const bits = this.#bits;
    let all = 0;
    for (let at = from; at < to; at += 1) {
      const bit = bitOf(at - from);
      all |= bit;
      const alike = sounds.alike(asked[at] ?? 0);
      for (let of = 0; of < alike.length; of += 1) {
        const sound = alike[of] ?? 0;
        bits[sound] = (bits[sound] ?? 0) | bit;
      }
    }
    const likeOne = sounds.alike(asked[one] ?? 0);
    const likeTwo = sounds.alike(asked[two] ?? 0);
    for (let a = 0; a < likeOne.length; a += 1) {
      for (let b = 0; b < likeTwo.length; b += 1) {
        this.#tellOf(likeOne[a] ?? 0, likeTwo[b] ?? 0, all, place, call);
      }
    }
    for (let at = from; at < to; at += 1) {
      const alike = sounds.alike(asked[at] ?? 0);
      for (let of = 0; of < alike.length; of += 1) bits[alike[of] ?? 0] = 0;
    }
  }

  /** Tells of those under two sounds that have all words asked for. */
  #tellOf(a: number, b: number, all: number, place: number, call: Call): void {
    const { soundsOf, odd } = this.#names;
    const chains = this.#bySounds;
    const sounds = soundsOf.all;
    let entry = chains.newest(Math.min(a, b), Math.max(a, b));
    for (; entry !== NONE; entry = chains.before(entry)) {
      const other = chains.placeOf(entry);
      const start = soundsOf.start(other);
      const end = soundsOf.start(other + 1);
      let found = this.#found(sounds, start, end);
      if (start === end) {
        const { typed = [], whole = [] } = odd.get(other) ?? {};
        found = this.#found(typed, 0, typed.length);
        if (found !== all) found = this.#found(whole, 0, whole.length);
      }
      if (found !== all || this.#toldSounding[other] === place) continue;
      this.#toldSounding[other] = place;
      call(place, other);
    }
  }

  #found(sounds: readonly number[], from: number, to: number): number {
    let found = 0;
    for (let at = from; at < to; at += 1) found |= this.#bits[sounds[at] ?? 0] ?? 0;
    return found;
  }

  /**
   * Makes a name known to `containing`. A name whose tokens are words, and have no other token in
   * them, is not needed: who is contained in it shares words with it, of which `sounding` tells.
   */
  addContainer(place: number): void {
    const { tokensOf, firstTokens, mixed } = this.#names;
    if (!mixed.has(place) && !this.#hasSome(this.#outer, place)) return;
    const { all } = tokensOf;
    const middle = tokensOf.start(place) + (firstTokens[place] ?? 0);
    const end = tokensOf.start(place + 1);
    for (let i = tokensOf.start(place); i < middle; i += 1) {
      for (let j = middle; j < end; j += 1) this.#byTokens.add(all[i] ?? 0, all[j] ?? 0, place);
    }
  }

  #hasSome(flags: Uint8Array, place: number): boolean {
    const { tokensOf } = this.#names;
    const end = tokensOf.start(place + 1);
    for (let at = tokensOf.start(place); at < end; at += 1) {
      if (flags[tokensOf.all[at] ?? 0] === 1) return true;
    }
    return false;
  }

  /** Tells of those containers whose first and last name contain those of this one. */
  containing(place: number, call: Call): void {
    if (!this.#hasSome(this.#inner, place)) return;
    const { tokens, tokensOf, firstTokens, firsts, lasts } = this.#names;
    const { all } = tokensOf;
    const start = tokensOf.start(place);
    const middle = start + (firstTokens[place] ?? 0);
    const end = tokensOf.start(place + 1);
    const ofFirst = all[rarestOf(all, start, middle, this.#weightsContaining)] ?? 0;
    const ofLast = all[rarestOf(all, middle, end, this.#weightsContaining)] ?? 0;
    const [first, last] = [firsts[place] ?? '', lasts[place] ?? ''];
    const chains = this.#byTokens;
    for (const a of tokens.containing(ofFirst)) {
      for (const b of tokens.containing(ofLast)) {
        for (let entry = chains.newest(a, b); entry !== NONE; entry = chains.before(entry)) {
          const other = chains.placeOf(entry);
          if (other === place || this.#toldContaining[other] === place) continue;
          if (firsts[other]?.includes(first) !== true || lasts[other]?.includes(last) !== true)
            continue;
          this.#toldContaining[other] = place;
          call(place, other);
        }
      }
    }
  }
}

/** The place of the one that weighs least, without the place that is left out; `NONE`: there is none. */
function rarestOf(
  all: readonly number[],
  from: number,
  to: number,
  weights: Int32Array,
  without = NONE,
): number {
  let rarest = NONE;
  let least = 0;
  for (let place = from; place < to; place += 1) {
    if (place === without) continue;
    const weight = weights[all[place] ?? 0] ?? 0;
    if (rarest !== NONE && weight >= least) continue;
    rarest = place;
    least = weight;
  }
  return rarest;
}
