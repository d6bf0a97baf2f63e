import type { ChildRow } from '@crece/storage';
import { useEffect, useEffectEvent, useState } from 'react';
import { isFocusFree, isPressing, onPersonAct } from '../../ui/person-acts.ts';

/** Pause in typing after which the only match is opened. */
export const REST_BEFORE_OPENING_MS = 600;

/** Minimum number of letters typed before a child is opened. */
export const MIN_LETTERS_TO_OPEN = 2;

interface Found {
  search: string;
  hasTyped: boolean;
  rows: readonly ChildRow[];
}

/** Whether the person is still at the search, not at another element of the page. */
const isAtSearch = () =>
  isFocusFree() || document.activeElement?.matches('[type="search"]') === true;

/**
 * Opens the child when exactly one result remains, as specified, but only after the person typed at
 * least two letters on this page and paused. So neither "back" nor a stored address loops, and no
 * child opens because records arrive, during a press, or after the person turned to something else.
 * Returns the child that is about to be opened.
 */
export function useOpenSingleResult(
  { search, hasTyped, rows }: Found,
  open: (row: ChildRow) => void,
): ChildRow | null {
  const isSearching = hasTyped && [...search.trim()].length >= MIN_LETTERS_TO_OPEN;
  /** The search whose pause is over and that opened no child. */
  const [rested, setRested] = useState<string | null>(null);
  if (rested !== null && rested !== search) setRested(null);
  const only = isSearching && rested !== search && rows.length === 1 ? (rows[0] ?? null) : null;
  const openOnly = useEffectEvent(() => {
    if (only !== null && isAtSearch()) open(only);
    else setRested(search);
  });

  // Each key stroke restarts the pause, also when the match stays the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text restarts the clock
  useEffect(() => {
    if (!isSearching) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (isPressing()) {
          rest();
          return;
        }
        stop();
        openOnly();
      }, REST_BEFORE_OPENING_MS);
    };
    const stop = onPersonAct(rest);
    rest();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [search, isSearching]);

  return only;
}
