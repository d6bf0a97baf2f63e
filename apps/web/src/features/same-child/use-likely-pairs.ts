import type { ChildRow } from '@crece/storage';
import { useDeferredValue, useEffect, useState } from 'react';
import { useUnitSnapshot } from '../../data/live.ts';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { useLatest } from '../../data/use-latest.ts';
import { type LikelyPairs, LikelySearch } from './likely-pairs.ts';
import { foundIn, giveUp, keepFound, searchIn } from './pair-search.ts';

/** So long it works at a stretch: a letter that is typed meanwhile appears at once. */
const SLICE_MS = 12;
/** So long it looks before it shows what it has found, and between later finds. */
const SHOW_MS = 300;

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
export function useLikelyPairs({
  local,
  timeZone,
}: Pick<OpenUnit, 'local' | 'timeZone'>): LikelyPairs {
  const today = useToday(timeZone);
  // A unit that is being filled must not be compared again with every page of it.
  const { children, pairs } = useDeferredValue(useUnitSnapshot(local));
  const [likely, setLikely] = useState<LikelyPairs>(() => {
    const contents = { children, pairs, today };
    return foundIn(local, contents) ?? searchIn(local, contents).shown();
  });
  useEffect(() => {
    const contents = { children, pairs, today };
    const found = foundIn(local, contents);
    if (found !== undefined) {
      setLikely(found);
      return undefined;
    }
    const search = searchIn(local, contents);
    const stop = look(search, (now) => {
      if (now.isDone) keepFound(local, contents, search, now);
      setLikely(now);
    });
    return () => {
      stop();
      giveUp(local, search);
    };
  }, [local, children, pairs, today]);
  return likely;
}

const NOTHING_YET: LikelyPairs = { pairs: [], isDone: false };

/** The pairs of a unit in which one child stands: they are found without comparing all others. */
export function useLikelyPairsOf(
  { local, timeZone }: Pick<OpenUnit, 'local' | 'timeZone'>,
  child: ChildRow,
): LikelyPairs {
  const today = useToday(timeZone);
  const { children, pairs } = useDeferredValue(useUnitSnapshot(local));
  const [likely, setLikely] = useState(NOTHING_YET);
  const shown = useLatest(likely.pairs);
  useEffect(() => {
    const asked = { child, before: shown.current };
    return look(new LikelySearch(children, pairs, today, asked), setLikely);
  }, [children, pairs, today, child, shown]);
  return likely;
}
