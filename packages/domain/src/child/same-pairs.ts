import type { IsoDate } from '../fields/entities.ts';
import { type NamedChild, otherEntries } from './duplicates.ts';
import { Candidates } from './name-candidates.ts';
import { NameNumbers } from './name-numbers.ts';
import { NameRules } from './name-rules.ts';
import { foldedNameOf } from './whole-names.ts';
import { listIn } from './word-pairs.ts';

/** Two children that may be one, in the order of their ids. */
export type SamePair<Child> = readonly [Child, Child];

/** Records that are looked at, or pairs that are judged, before the caller may do something else. */
const STEP = 32;

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
  // Each record's names of a child, and whose they are.
  const entries: NamedChild[] = [];
  const owners: Child[] = [];
  const names = new NameNumbers();
  // The first place of each whole name, the others of the same, and for each place the first one.
  const firstOf = new Map<string, number>();
  const repeated = new Map<number, number[]>();
  const wholes: number[] = [];
  const enter = (child: Child, entry: NamedChild): void => {
    if (entry.firstName.trim() === '' || entry.lastName.trim() === '') return;
    const place = entries.length;
    const name = foldedNameOf(entry);
    const first = firstOf.get(name) ?? place;
    if (first === place) firstOf.set(name, place);
    else listIn(repeated, first).push(place);
    wholes.push(first);
    entries.push(entry);
    owners.push(child);
    names.add(entry);
  };
  for (const child of children) {
    enter(child, child);
    if (child.others !== undefined) for (const entry of otherEntries(child)) enter(child, entry);
    if (entries.length % STEP === 0) yield [];
  }
  const rules = new NameRules(names, entries, today);
  const told = new Set<string>();
  let found: SamePair<Child>[] = [];
  let judged = 0;
  const tell = (i: number, j: number): void => {
    const [one, other] = [owners[i], owners[j]];
    if (one === undefined || other === undefined || one === other) return;
    const pair: SamePair<Child> = one.id < other.id ? [one, other] : [other, one];
    if (isDecided(pair[0], pair[1])) return;
    // Two children of several records are a pair once, however many of their names match; an odd
    // name is met from both sides.
    const isOfSeveral = one.others !== undefined || other.others !== undefined;
    if (isOfSeveral || names.odd.has(i) || names.odd.has(j)) {
      const key = `${pair[0].id} ${pair[1].id}`;
      if (told.has(key)) return;
      told.add(key);
    }
    found.push(pair);
  };
  const taken = (): readonly SamePair<Child>[] => {
    const pairs = found;
    found = [];
    judged = 0;
    return pairs;
  };
  const isOdd = (i: number, j: number): boolean =>
    names.odd.size > 0 && (names.odd.has(i) || names.odd.has(j));
  for (const [first, others] of repeated) {
    for (const [at, j] of others.entries()) {
      for (let before = -1; before < at; before += 1) {
        const i = others[before] ?? first;
        judged += 1;
        if ((!isOdd(i, j) && rules.resemble(i, j)) || rules.ask(i, j)) tell(i, j);
        if (judged >= STEP) yield taken();
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
    judged += 1;
    if (isOdd(i, j) ? rules.ask(i, j) : rules.resemble(i, j)) tell(i, j);
  };
  const lookContaining = (i: number, j: number): void => {
    if (wholes[i] === wholes[j]) return;
    judged += 1;
    if (isOdd(i, j)) {
      if (rules.ask(i, j)) tell(i, j);
    } else if (!names.short.has(i) && !rules.resemble(i, j)) tell(i, j);
  };
  for (const place of candidates.plain()) {
    candidates.sounding(place, look);
    candidates.addContainer(place);
    steps += 1;
    if (steps % STEP === 0 || judged >= STEP) yield taken();
  }
  for (const [place, odd] of names.odd) {
    candidates.soundingOdd(place, odd, look);
    candidates.addContainer(place);
    if (judged >= STEP) yield taken();
  }
  for (let place = 0; place < names.size; place += 1) {
    candidates.containing(place, lookContaining);
    if (place % STEP === 0 || judged >= STEP) yield taken();
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
