import { foldText } from '../base/fold-text.ts';
import type { IsoDate } from '../fields/entities.ts';
import { containsTyped, type NamedChild, otherEntries, resemblesTyped } from './duplicates.ts';
import { PARTICLES } from './sound-key.ts';
import { foldedNameOf, wordsOf } from './whole-names.ts';
import { Pairs, Spellings } from './word-pairs.ts';

/** Two children that may be one, in the order of their ids. */
export type SamePair<Child> = readonly [Child, Child];

/** Records that are looked at, or pairs that are judged, before the caller may do something else. */
const STEP = 32;

/** What a name's last word is when only particles end it; a word that looks like it costs nothing. */
const ONLY_PARTICLES = new RegExp(`^(?:${[...PARTICLES].join('|')})*$`);

/** One record's names of a child. */
interface Entry<Child> {
  readonly child: Child;
  readonly names: NamedChild;
}

/** A child's names in numbers, so that they are compared by identity. */
interface Indexed {
  readonly place: number;
  readonly first: string;
  readonly last: string;
  readonly firstTokens: readonly number[];
  readonly lastTokens: readonly number[];
  /** Sounds of the words as the question reads a record. */
  readonly words: readonly number[];
  /** The same as it reads what is typed; another list only when a particle ends the first name. */
  readonly typed: readonly number[];
}

/** The parts of names in numbers; the same names return in thousands of records. */
class Names {
  readonly sounds = new Spellings();
  readonly tokens = new Spellings();
  readonly #folded = new Map<string, string>();
  readonly #tokensOf = new Map<string, readonly number[]>();
  readonly #soundsOf = new Map<string, readonly number[]>();
  readonly #leadingOn = new Map<string, boolean>();

  #fold(name: string): string {
    return remembered(this.#folded, name, foldText);
  }

  #tokensIn(folded: string): readonly number[] {
    return remembered(this.#tokensOf, folded, (name) =>
      name.split(' ').map((token) => this.tokens.numberOf(token)),
    );
  }

  #soundsIn(folded: string): readonly number[] {
    return remembered(this.#soundsOf, folded, (name) =>
      wordsOf(name).map(({ sound }) => this.sounds.numberOf(sound)),
    );
  }

  /** Whether particles may end a first name, which belong to the last name's first word then. */
  #mayLeadOn(folded: string): boolean {
    return remembered(this.#leadingOn, folded, (name) =>
      ONLY_PARTICLES.test(wordsOf(name).at(-1)?.text ?? ''),
    );
  }

  index(child: NamedChild, place: number): Indexed {
    const first = this.#fold(child.firstName);
    const last = this.#fold(child.lastName);
    const typed = [...this.#soundsIn(first), ...this.#soundsIn(last)];
    const firstTokens = this.#tokensIn(first);
    const lastTokens = this.#tokensIn(last);
    for (const sound of typed) this.sounds.count(sound);
    for (const token of [...firstTokens, ...lastTokens]) this.tokens.count(token);
    const whole = foldedNameOf(child);
    const isPlain =
      whole.length === first.length + 1 + last.length &&
      whole.startsWith(first) &&
      whole.endsWith(last) &&
      !this.#mayLeadOn(first);
    return {
      place,
      first,
      last,
      firstTokens,
      lastTokens,
      typed,
      words: isPlain ? typed : this.#soundsIn(whole),
    };
  }
}

function remembered<Value>(
  known: Map<string, Value>,
  key: string,
  make: (key: string) => Value,
): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = make(key);
    known.set(key, value);
  }
  return value;
}

/**
 * Names the children whose names may match, without comparing each child with each other one. The
 * rules demand that two names have two parts in common: two words that sound alike, or a part of
 * the first and one of the last name that contain those typed. Records are kept under each pair of
 * their parts, and looked up by the two rarest of a name.
 */
class Candidates {
  readonly #names: Names;
  readonly #all: readonly Indexed[];
  readonly #bySounds: Pairs;
  readonly #byTokens: Pairs;
  readonly #weightAlike = (sound: number) => this.#names.sounds.weightAlike(sound);
  readonly #weightContaining = (token: number) => this.#names.tokens.weightContaining(token);

  constructor(names: Names, all: readonly Indexed[]) {
    this.#names = names;
    this.#all = all;
    this.#bySounds = new Pairs(names.sounds.size);
    this.#byTokens = new Pairs(names.tokens.size);
  }

  add({ place, words, typed, firstTokens, lastTokens }: Indexed): void {
    this.#bySounds.addAmong(words, place);
    if (typed !== words) this.#bySounds.addAmong(typed, place);
    this.#byTokens.addBetween(firstTokens, lastTokens, place);
  }

  /** Calls for the places of those that may match, of some more than once, of the child itself too. */
  forEach(each: Indexed, call: (place: number) => void): void {
    const { words, typed } = each;
    this.#soundingLike(typed, call);
    if (words !== typed) this.#soundingLike(words, call);
    this.#containing(each, call);
  }

  #soundingLike(asked: readonly number[], call: (place: number) => void): void {
    const { sounds } = this.#names;
    const one = rarestPlace(asked, this.#weightAlike);
    const two = rarestPlace(asked, this.#weightAlike, one);
    // A name of one word says too little to be contained in another.
    if (two === -1) return;
    const near = asked.map((sound) => sounds.alike(sound));
    const offer = (place: number): void => {
      const other = this.#all[place];
      if (other === undefined) return;
      const { words, typed } = other;
      if (hasAll(words, near) || (typed !== words && hasAll(typed, near))) call(place);
    };
    for (const a of near[one] ?? []) {
      for (const b of near[two] ?? []) this.#bySounds.forEachAmong(a, b, offer);
    }
  }

  #containing(each: Indexed, call: (place: number) => void): void {
    const { tokens } = this.#names;
    const { first, last, firstTokens, lastTokens } = each;
    const ofFirst = firstTokens[rarestPlace(firstTokens, this.#weightContaining)] ?? 0;
    const ofLast = lastTokens[rarestPlace(lastTokens, this.#weightContaining)] ?? 0;
    const offer = (place: number): void => {
      const other = this.#all[place];
      if (other?.first.includes(first) === true && other.last.includes(last)) call(place);
    };
    for (const a of tokens.containing(ofFirst)) {
      for (const b of tokens.containing(ofLast)) this.#byTokens.forEachBetween(a, b, offer);
    }
  }
}

/** Whether a name has a word that sounds like each of those asked for. */
function hasAll(words: readonly number[], near: readonly (readonly number[])[]): boolean {
  if (words.length < near.length) return false;
  for (const alike of near) {
    let at = 0;
    while (at < words.length && !alike.includes(words[at] ?? 0)) at += 1;
    if (at === words.length) return false;
  }
  return true;
}

/** The place of the one that weighs least, without the place that is left out; -1: there is none. */
function rarestPlace(
  all: readonly number[],
  weightOf: (each: number) => number,
  without = -1,
): number {
  let rarest = -1;
  let least = 0;
  for (let place = 0; place < all.length; place += 1) {
    if (place === without) continue;
    const weight = weightOf(all[place] ?? 0);
    if (rarest !== -1 && weight >= least) continue;
    rarest = place;
    least = weight;
  }
  return rarest;
}

/** Whether a child would be asked about if another one were typed; prepared once for each child. */
function matchers(today: IsoDate): (typed: NamedChild) => (child: NamedChild) => boolean {
  const prepared = new Map<NamedChild, (child: NamedChild) => boolean>();
  return (typed) => {
    let isMatch = prepared.get(typed);
    if (isMatch === undefined) {
      const isSpecified = containsTyped(typed, today);
      const isResembling = resemblesTyped(typed);
      isMatch = (child) => isSpecified(child) || isResembling(child);
      prepared.set(typed, isMatch);
    }
    return isMatch;
  };
}

/**
 * All pairs of children about which the question "is this the same child?" would be asked if one of
 * them were typed now (`findDuplicates`), in short steps: each value holds the pairs found since
 * the one before, and may be empty. Children of exactly one name come first. Pairs for which
 * `isDecided` holds are left out.
 */
export function* samePairSteps<Child extends NamedChild>(
  children: readonly Child[],
  today: IsoDate,
  isDecided: (a: Child, b: Child) => boolean = () => false,
): Generator<readonly SamePair<Child>[], void> {
  const entries = children.flatMap((child): Entry<Child>[] =>
    child.others === undefined
      ? [{ child, names: child }]
      : [child, ...otherEntries(child)].map((names): Entry<Child> => ({ child, names })),
  );
  const named = entries.filter(
    ({ names: { firstName, lastName } }) => firstName.trim() !== '' && lastName.trim() !== '',
  );
  const isMatchOf = matchers(today);
  const looked = new Set<number>();
  const told = new Set<string>();
  let found: SamePair<Child>[] = [];
  let judged = 0;
  const look = (i: number, j: number): void => {
    const key = i < j ? i * named.length + j : j * named.length + i;
    if (i === j || looked.has(key)) return;
    looked.add(key);
    const [one, other] = [named[i], named[j]];
    if (one === undefined || other === undefined) return;
    judged += 1;
    const [a, b] =
      one.child.id < other.child.id ? [one.child, other.child] : [other.child, one.child];
    if (a === b || isDecided(a, b)) return;
    if (!isMatchOf(one.names)(other.names) && !isMatchOf(other.names)(one.names)) return;
    // Two children of several records are a pair once, however many of their names match.
    const isOfSeveral = a.others !== undefined || b.others !== undefined;
    if (isOfSeveral && told.has(`${a.id} ${b.id}`)) return;
    if (isOfSeveral) told.add(`${a.id} ${b.id}`);
    found.push([a, b]);
  };
  const taken = (): readonly SamePair<Child>[] => {
    const pairs = found;
    found = [];
    judged = 0;
    return pairs;
  };

  const byName = new Map<string, number[]>();
  for (const [place, { names }] of named.entries()) {
    const name = foldedNameOf(names);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [place]);
    else known.push(place);
    if (place % STEP === 0) yield [];
  }
  for (const group of byName.values()) {
    for (const i of group) {
      for (const j of group) {
        look(i, j);
        if (judged >= STEP) yield taken();
      }
    }
  }
  const names = new Names();
  const indexed: Indexed[] = [];
  for (const [place, entry] of named.entries()) {
    indexed.push(names.index(entry.names, place));
    if (place % STEP === 0) yield [];
  }
  const candidates = new Candidates(names, indexed);
  for (const each of indexed) {
    candidates.add(each);
    if (each.place % STEP === 0) yield [];
  }
  for (const each of indexed) {
    candidates.forEach(each, (place) => look(each.place, place));
    if (each.place % STEP === 0 || judged >= STEP) yield taken();
  }
  yield taken();
}

/** The same pairs at once. */
export function findSamePairs<Child extends NamedChild>(
  children: readonly Child[],
  today: IsoDate,
  isDecided?: (a: Child, b: Child) => boolean,
): SamePair<Child>[] {
  return Array.from(samePairSteps(children, today, isDecided)).flat();
}
