import type { LocalUnit, UnitSnapshot } from '@crece/storage';
import { type LikelyPairs, LikelySearch } from './likely-pairs.ts';

/** So long the search ahead works at a stretch: a letter that is typed meanwhile appears at once. */
const AHEAD_SLICE_MS = 8;

/** So long a search is kept whose page was left: the page that goes on with it may still be loading. */
const KEPT_MS = 10_000;

/** Of what pairs are looked for. The arrays are others as soon as a record or a decision changes. */
interface Contents {
  readonly children: UnitSnapshot['children'];
  readonly pairs: UnitSnapshot['pairs'] | undefined;
  readonly today: string;
}

interface Looked extends Contents {
  readonly likely: LikelyPairs;
}

interface Begun extends Contents {
  readonly search: LikelySearch;
}

/** What was found last in each unit. In memory only: nothing that is stored can hide a pair. */
const lastOf = new WeakMap<LocalUnit, Looked>();

/** The search of each unit that has not come to its end. */
const begunOf = new WeakMap<LocalUnit, Begun>();

function isOf<Known extends Contents>(
  known: Known | undefined,
  { children, pairs, today }: Contents,
): known is Known {
  return known?.children === children && known.pairs === pairs && known.today === today;
}

/** What was found, where nothing has changed since. */
export function foundIn(local: LocalUnit, contents: Contents): LikelyPairs | undefined {
  const last = lastOf.get(local);
  return isOf(last, contents) ? last.likely : undefined;
}

/** Begins or goes on with the search for the pairs of these contents: another object each time. */
function begin(local: LocalUnit, { children, pairs, today }: Contents): Begun {
  const contents = { children, pairs, today };
  const begun = begunOf.get(local);
  const search = isOf(begun, contents)
    ? begun.search
    : new LikelySearch(children, pairs, today, { before: lastOf.get(local)?.likely.pairs });
  const now = { ...contents, search };
  begunOf.set(local, now);
  return now;
}

/** The search for the pairs of these contents: the one that was begun, else a new one. */
export const searchIn = (local: LocalUnit, contents: Contents): LikelySearch =>
  begin(local, contents).search;

/** Whether this is still the unit's search: no other was begun, and it was not given up. */
const isBegun = (local: LocalUnit, search: LikelySearch): boolean =>
  begunOf.get(local)?.search === search;

/** Gives a search up that has not come to its end: what it holds is freed. */
export function giveUp(local: LocalUnit, search: LikelySearch): void {
  if (isBegun(local, search)) begunOf.delete(local);
}

/** Keeps what a search found that has come to its end. */
export function keepFound(
  local: LocalUnit,
  { children, pairs, today }: Contents,
  search: LikelySearch,
  likely: LikelyPairs,
): void {
  lastOf.set(local, { children, pairs, today, likely });
  giveUp(local, search);
}

/** Calls after everything else that waits: input, drawing, the work of pages. */
function behindAll(work: () => void): void {
  const { scheduler } = globalThis as { scheduler?: Pick<Scheduler, 'postTask'> };
  if (scheduler === undefined) setTimeout(work);
  else void scheduler.postTask(work, { priority: 'background' });
}

/**
 * Looks for the pairs before the page is opened, behind everything else. It ends by itself; it stops
 * when `signal` aborts, and is given up as soon as the contents change. A page that is opened
 * meanwhile goes on with it.
 */
export function lookAhead(local: LocalUnit, today: string, signal: AbortSignal): void {
  if (signal.aborted) return;
  const { state, children, pairs } = local.snapshot();
  const contents = { children, pairs, today };
  if (state !== 'ready' || foundIn(local, contents) !== undefined) return;
  const begun = begin(local, contents);
  const { search } = begun;
  const work = (): void => {
    const now = local.snapshot();
    if (!isBegun(local, search)) return;
    if (signal.aborted) {
      setTimeout(() => {
        // Unless somebody has gone on with it.
        if (begunOf.get(local) === begun) giveUp(local, search);
      }, KEPT_MS);
      return;
    }
    if (!isOf(contents, { children: now.children, pairs: now.pairs, today })) {
      giveUp(local, search);
      return;
    }
    const end = performance.now() + AHEAD_SLICE_MS;
    let isMore = true;
    while (isMore && performance.now() < end) isMore = search.step();
    if (isMore) behindAll(work);
    else keepFound(local, contents, search, search.shown());
  };
  behindAll(work);
}
