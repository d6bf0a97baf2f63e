import type { IsoDate } from '../fields/entities.ts';
import { type NamedChild, otherEntries } from './duplicates.ts';
import { Candidates } from './name-candidates.ts';
import { NameNumbers } from './name-numbers.ts';
import { NameRules } from './name-rules.ts';
import { foldedNameOf } from './whole-names.ts';
import { listIn } from './word-pairs.ts';

/** Two children that may be one, in the order of their ids. */
export type SamePair<Child> = readonly [Child, Child];

export const inOrderOfIds = <Child extends NamedChild>(a: Child, b: Child): SamePair<Child> =>
  a.id < b.id ? [a, b] : [b, a];

/** Records that are looked at, or pairs that are judged, before the caller may do something else. */
const STEP = 32;

/** Each record's names of a child, whose they are, and which whole names are the same. */
class EnteredNames<Child extends NamedChild> {
  readonly entries: NamedChild[] = [];
  readonly owners: Child[] = [];
  readonly names = new NameNumbers();
  /** For each place the first one of the same whole name. */
  readonly wholes: number[] = [];
  /** The other places of a whole name, by its first one. */
  readonly repeated = new Map<number, number[]>();
  readonly #firstOf = new Map<string, number>();

  enter(child: Child, entry: NamedChild): void {
    if (entry.firstName.trim() === '' || entry.lastName.trim() === '') return;
    const place = this.entries.length;
    const name = foldedNameOf(entry);
    const first = this.#firstOf.get(name) ?? place;
    if (first === place) this.#firstOf.set(name, place);
    else listIn(this.repeated, first).push(place);
    this.wholes.push(first);
    this.entries.push(entry);
    this.owners.push(child);
    this.names.add(entry);
  }
}

/** The pairs found since they were last taken. */
class FoundPairs<Child extends NamedChild> {
  /** Pairs that were judged since then. */
  judged = 0;
  readonly #entered: EnteredNames<Child>;
  readonly #isDecided: (a: Child, b: Child) => boolean;
  readonly #told = new Set<string>();
  #found: SamePair<Child>[] = [];

  constructor(entered: EnteredNames<Child>, isDecided: (a: Child, b: Child) => boolean) {
    this.#entered = entered;
    this.#isDecided = isDecided;
  }

  add(i: number, j: number): void {
    const { owners, names } = this.#entered;
    const [one, other] = [owners[i], owners[j]];
    if (one === undefined || other === undefined || one === other) return;
    const pair = inOrderOfIds(one, other);
    if (this.#isDecided(pair[0], pair[1])) return;
    // Two children of several entries are a pair once, however many of their names match; an odd
    // name is met from both sides.
    const isOfSeveral = [one, other].some((each) => otherEntries(each).length > 0);
    if (isOfSeveral || names.odd.has(i) || names.odd.has(j)) {
      const key = `${pair[0].id} ${pair[1].id}`;
      if (this.#told.has(key)) return;
      this.#told.add(key);
    }
    this.#found.push(pair);
  }

  take(): readonly SamePair<Child>[] {
    const pairs = this.#found;
    this.#found = [];
    this.judged = 0;
    return pairs;
  }
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
  const entered = new EnteredNames<Child>();
  const { entries, names, wholes, repeated } = entered;
  for (const child of children) {
    entered.enter(child, child);
    if (child.others !== undefined) {
      for (const entry of otherEntries(child)) entered.enter(child, entry);
    }
    if (entries.length % STEP === 0) yield [];
  }
  const rules = new NameRules(names, entries, today);
  const found = new FoundPairs(entered, isDecided);
  const isOdd = (i: number, j: number): boolean =>
    names.odd.size > 0 && (names.odd.has(i) || names.odd.has(j));
  for (const [first, others] of repeated) {
    for (const [at, j] of others.entries()) {
      for (let before = -1; before < at; before += 1) {
        const i = others[before] ?? first;
        found.judged += 1;
        if ((!isOdd(i, j) && rules.resemble(i, j)) || rules.ask(i, j)) found.add(i, j);
        if (found.judged >= STEP) yield found.take();
      }
    }
  }
  const candidates = new Candidates(names);
  let steps = 0;
  for (const _step of candidates.prepare()) {
    steps += 1;
    if (steps % STEP === 0) yield [];
  }
  const look = (i: number, j: number): void => {
    if (wholes[i] === wholes[j]) return;
    found.judged += 1;
    if (isOdd(i, j) ? rules.ask(i, j) : rules.resemble(i, j)) found.add(i, j);
  };
  const lookContaining = (i: number, j: number): void => {
    if (wholes[i] === wholes[j]) return;
    found.judged += 1;
    if (isOdd(i, j)) {
      if (rules.ask(i, j)) found.add(i, j);
    } else if (!names.short.has(i) && !rules.resemble(i, j)) found.add(i, j);
  };
  for (const place of candidates.plain()) {
    candidates.sounding(place, look);
    candidates.addContainer(place);
    steps += 1;
    if (steps % STEP === 0 || found.judged >= STEP) yield found.take();
  }
  for (const [place, odd] of names.odd) {
    candidates.soundingOdd(place, odd, look);
    candidates.addContainer(place);
    if (found.judged >= STEP) yield found.take();
  }
  for (let place = 0; place < names.size; place += 1) {
    candidates.containing(place, lookContaining);
    if (place % STEP === 0 || found.judged >= STEP) yield found.take();
  }
  yield found.take();
}

/** The same pairs at once. */
export function findSamePairs<Child extends NamedChild>(
  children: readonly Child[],
  today: IsoDate,
  isDecided?: (a: Child, b: Child) => boolean,
): SamePair<Child>[] {
  return Array.from(samePairSteps(children, today, isDecided)).flat();
}
