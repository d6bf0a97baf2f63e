import type { LocalUnit, UnitSnapshot } from '@crece/storage';
import { useDeferredValue, useEffect, useState } from 'react';
import { useUnitSnapshot } from '../../data/live.ts';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { type LikelyPairs, LikelySearch, NOTHING_YET } from './likely-pairs.ts';

/** So long it works at a stretch: a letter that is typed meanwhile appears at once. */
const SLICE_MS = 12;
/** So long it looks before it shows what it has found, and between later finds. */
const SHOW_MS = 300;

/** Of what the pairs were found. */
interface Looked {
  readonly children: UnitSnapshot['children'];
  readonly pairs: UnitSnapshot['pairs'] | undefined;
  readonly today: string;
  readonly likely: LikelyPairs;
}

/** What was found last in each unit: who comes back from a pair sees the list at once. */
const lastOf = new WeakMap<LocalUnit, Looked>();

/** What was found last, where nothing has changed since. */
function unchanged(
  local: LocalUnit,
  { children, pairs, today }: Omit<Looked, 'likely'>,
): LikelyPairs | undefined {
  const last = lastOf.get(local);
  const isSame = last?.children === children && last.pairs === pairs && last.today === today;
  return isSame ? last.likely : undefined;
}

/** Calls after what waits for the page, like a key; sooner than a timer, which waits for 4 ms. */
function soon(work: () => void): void {
  const { scheduler } = globalThis as { scheduler?: Pick<Scheduler, 'postTask'> };
  if (scheduler === undefined) setTimeout(work);
  else void scheduler.postTask(work);
}

/** Looks in short slices, so that the page answers meanwhile; returns what stops it. */
function look(search: LikelySearch, show: (found: LikelyPairs) => void): () => void {
  let shownAt = performance.now();
  let isStopped = false;
  const work = (): void => {
    if (isStopped) return;
    const end = performance.now() + SLICE_MS;
    let isMore = true;
    while (isMore && performance.now() < end) isMore = search.step();
    if (!isMore || performance.now() - shownAt > SHOW_MS) {
      shownAt = performance.now();
      show(search.shown());
    }
    if (isMore) soon(work);
  };
  soon(work);
  return () => {
    isStopped = true;
  };
}

/** The pairs of a unit that may be one child, as they are found. */
export function useLikelyPairs({ local, timeZone }: OpenUnit): LikelyPairs {
  const today = useToday(timeZone);
  // A unit that is being filled must not be compared again with every page of it.
  const { children, pairs } = useDeferredValue(useUnitSnapshot(local));
  const [likely, setLikely] = useState<LikelyPairs>(() => {
    const found = unchanged(local, { children, pairs, today });
    if (found !== undefined) return found;
    const last = lastOf.get(local);
    return last === undefined
      ? NOTHING_YET
      : new LikelySearch(children, pairs, today, last.likely.pairs).shown();
  });
  useEffect(() => {
    const found = unchanged(local, { children, pairs, today });
    if (found !== undefined) {
      setLikely(found);
      return undefined;
    }
    const search = new LikelySearch(children, pairs, today, lastOf.get(local)?.likely.pairs);
    return look(search, (now) => {
      if (now.isDone) lastOf.set(local, { children, pairs, today, likely: now });
      setLikely(now);
    });
  }, [local, children, pairs, today]);
  return likely;
}
