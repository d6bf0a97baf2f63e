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

interface Looked {
  readonly children: UnitSnapshot['children'];
  readonly pairs: UnitSnapshot['pairs'] | undefined;
  readonly today: string;
  readonly likely: LikelyPairs;
}

/** What was found last in each unit: who comes back from a pair sees the list at once. */
const lastOf = new WeakMap<LocalUnit, Looked>();

/** Looks in short slices, so that the page answers meanwhile; returns what stops it. */
function look(search: LikelySearch, show: (found: LikelyPairs) => void): () => void {
  let shownAt = performance.now();
  const work = (): void => {
    const end = performance.now() + SLICE_MS;
    let isMore = true;
    while (isMore && performance.now() < end) isMore = search.step();
    if (!isMore || performance.now() - shownAt > SHOW_MS) {
      shownAt = performance.now();
      show(search.shown());
    }
    if (isMore) timer = setTimeout(work);
  };
  let timer = setTimeout(work);
  return () => clearTimeout(timer);
}

/** The pairs of a unit that may be one child, as they are found. */
export function useLikelyPairs({ local, timeZone }: OpenUnit): LikelyPairs {
  const today = useToday(timeZone);
  // A unit that is being filled must not be compared again with every page of it.
  const { children, pairs } = useDeferredValue(useUnitSnapshot(local));
  const [likely, setLikely] = useState<LikelyPairs>(() => {
    const last = lastOf.get(local);
    return last === undefined
      ? NOTHING_YET
      : new LikelySearch(children, pairs, today, last.likely.pairs).shown();
  });
  useEffect(() => {
    const last = lastOf.get(local);
    if (last?.children === children && last.pairs === pairs && last.today === today) {
      setLikely(last.likely);
      return undefined;
    }
    const search = new LikelySearch(children, pairs, today, last?.likely.pairs);
    return look(search, (found) => {
      if (found.isDone) lastOf.set(local, { children, pairs, today, likely: found });
      setLikely(found);
    });
  }, [local, children, pairs, today]);
  return likely;
}
