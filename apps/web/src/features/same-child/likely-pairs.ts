import {
  type IsoDate,
  isGraduated,
  type SamePair,
  samePairSteps,
  samePairsOf,
  withYoungest,
} from '@crece/domain';
import type { ChildRow, DecidedPairs } from '@crece/storage';

type Pair = SamePair<ChildRow>;

/** Whether somebody has decided that two rows are two children, about any of their records. */
export function decidedBy(pairs: DecidedPairs | undefined): (a: ChildRow, b: ChildRow) => boolean {
  if (pairs === undefined) return () => false;
  const records = new Map<string, string[]>();
  for (const [id, lead] of pairs.leads) records.set(lead, [...(records.get(lead) ?? []), id]);
  const recordsOf = ({ id }: ChildRow): readonly string[] => records.get(id) ?? [id];
  const isSaid = (of: string, others: readonly string[]): boolean =>
    pairs.apart.get(of)?.some((id) => others.includes(id)) === true;
  return (a, b) => {
    const [ofA, ofB] = [recordsOf(a), recordsOf(b)];
    return ofA.some((id) => isSaid(id, ofB)) || ofB.some((id) => isSaid(id, ofA));
  };
}

/** How much beside the names speaks for one child: 0 to 5. */
function likelihood([a, b]: Pair): number {
  return (
    Number(a.birthDate === b.birthDate) +
    Number(a.searchKey === b.searchKey) +
    Number(a.motherKey !== undefined && a.motherKey === b.motherKey) +
    Number(a.phone !== undefined && a.phone === b.phone) +
    Number(a.gender === b.gender)
  );
}

/** The most likely first; a unit may have too many pairs for a sort that compares them. */
function likelyFirst(pairs: readonly Pair[]): readonly Pair[] {
  const byLikelihood: Pair[][] = [[], [], [], [], [], []];
  for (const pair of pairs) byLikelihood[likelihood(pair)]?.push(pair);
  return byLikelihood.reverse().flat();
}

/** What was found of the pairs of a unit, the order in which they are shown, and whether that is all. */
export interface LikelyPairs {
  readonly pairs: readonly Pair[];
  readonly isDone: boolean;
}

const keyOf = ([a, b]: Pair): string => `${a.id} ${b.id}`;

/** The pairs as the rows are now, without those of which a row is gone. */
function asNow(pairs: readonly Pair[], children: readonly ChildRow[]): readonly Pair[] {
  if (pairs.length === 0) return pairs;
  const rows = new Map(children.map((row) => [row.id, row]));
  return pairs.flatMap(([a, b]): Pair[] => {
    const [one, two] = [rows.get(a.id), rows.get(b.id)];
    return one === undefined || two === undefined ? [] : [[one, two]];
  });
}

/** Children of a unit that are compared with one child in one step. */
const STEP = 500;

/** The pairs in which one child stands, in short steps. */
function* pairStepsOf(
  child: ChildRow,
  children: readonly ChildRow[],
  today: IsoDate,
  isDecided: (a: ChildRow, b: ChildRow) => boolean,
): Generator<readonly Pair[], void> {
  for (let from = 0; from < children.length; from += STEP) {
    yield samePairsOf(child, children.slice(from, from + STEP), today, isDecided);
  }
}

interface Asked {
  /** What was shown until now, of the same unit and child. */
  readonly before?: readonly Pair[] | undefined;
  /** Without it, all pairs of the unit. */
  readonly child?: ChildRow | undefined;
}

/**
 * A search for the pairs of a unit, or of one child, that may be one child, in short steps: without
 * those that somebody has decided about and without two graduates. What is shown keeps its place
 * under a finger: later finds are added at the end, among themselves the most likely first.
 */
export class LikelySearch {
  readonly #steps: Iterator<readonly Pair[], void>;
  readonly #isOver: (row: ChildRow) => boolean;
  readonly #before: readonly Pair[];
  readonly #found: Pair[] = [];
  #shown: readonly Pair[] = [];
  #new: Pair[] = [];
  #isDone = false;

  constructor(
    children: readonly ChildRow[],
    decided: DecidedPairs | undefined,
    today: IsoDate,
    { before = [], child }: Asked = {},
  ) {
    const isDecided = decidedBy(decided);
    this.#steps =
      child === undefined
        ? samePairSteps(children, today, isDecided)
        : pairStepsOf(child, children, today, isDecided);
    this.#before = asNow(before, children).filter(([a, b]) => !isDecided(a, b));
    const graduated = new Map<ChildRow, boolean>();
    this.#isOver = (row) => {
      const known = graduated.get(row) ?? isGraduated(withYoungest(row), row.newest, today);
      graduated.set(row, known);
      return known;
    };
  }

  /** One short step; whether there is another. */
  step(): boolean {
    const { done, value } = this.#steps.next();
    for (const pair of value ?? []) {
      if (pair.every(this.#isOver)) continue;
      if (this.#before.length > 0) this.#found.push(pair);
      this.#new.push(pair);
    }
    this.#isDone = done === true;
    return !this.#isDone;
  }

  /** What is to be shown now. */
  shown(): LikelyPairs {
    const kept = new Set(this.#before.map(keyOf));
    const added = kept.size === 0 ? this.#new : this.#new.filter((pair) => !kept.has(keyOf(pair)));
    this.#new = [];
    this.#shown = [...this.#shown, ...likelyFirst(added)];
    return { pairs: [...this.#stillShown(), ...this.#shown], isDone: this.#isDone };
  }

  /** What was shown until now; in the end only what was found again. */
  #stillShown(): readonly Pair[] {
    if (!this.#isDone || this.#before.length === 0) return this.#before;
    const found = new Set(this.#found.map(keyOf));
    return this.#before.filter((pair) => found.has(keyOf(pair)));
  }
}

/** All of them at once. */
export function likelyPairs(
  ...search: ConstructorParameters<typeof LikelySearch>
): readonly Pair[] {
  const all = new LikelySearch(...search);
  while (all.step());
  return all.shown().pairs;
}
