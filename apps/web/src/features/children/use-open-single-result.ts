import type { ChildRow } from '@crece/storage';
import { useEffect, useEffectEvent, useState } from 'react';
import { isFocusFree, isPressing, onPersonAct } from '../../ui/person-acts.ts';

/** How long the typing rests before the only child found is opened. */
export const REST_BEFORE_OPENING_MS = 600;

/** The fewest letters that may open a child. */
export const MIN_LETTERS_TO_OPEN = 2;

interface Found {
  search: string;
  hasTyped: boolean;
  rows: readonly ChildRow[];
}

/** The person is still at the search and not at something else of the page. */
const isAtSearch = () =>
  isFocusFree() || document.activeElement?.matches('[type="search"]') === true;

/**
 * Opens the child when exactly one result remains, as specified; only after a person typed at least
 * two letters on this page and rested, so that neither "back" nor a stored address loops, and no
 * child opens because records arrive, under a press, or when the person has turned to something else.
 * Gives the child that is about to be opened.
 */
export function useOpenSingleResult(
  { search, hasTyped, rows }: Found,
  open: (row: ChildRow) => void,
): ChildRow | null {
  const isSearching = hasTyped && [...search.trim()].length >= MIN_LETTERS_TO_OPEN;
  /** The search that rested and opened nothing. */
  const [rested, setRested] = useState<string | null>(null);
  if (rested !== null && rested !== search) setRested(null);
  const only = isSearching && rested !== search && rows.length === 1 ? (rows[0] ?? null) : null;
  const openOnly = useEffectEvent(() => {
    if (only !== null && isAtSearch()) open(only);
    else setRested(search);
  });

  // Each key stroke starts the rest anew, also when it leaves the same child.
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
