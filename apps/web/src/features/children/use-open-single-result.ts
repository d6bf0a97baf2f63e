import type { ChildRow } from '@crece/storage';
import { useEffect, useEffectEvent } from 'react';

/** How long the typing rests before the only child found is opened. */
export const REST_BEFORE_OPENING_MS = 600;

/** The fewest letters that may open a child. */
export const MIN_LETTERS_TO_OPEN = 2;

interface Found {
  search: string;
  hasTyped: boolean;
  rows: readonly ChildRow[];
}

/**
 * Opens the child when exactly one result remains, as specified; only after a person typed at least
 * two letters on this page and rested, so that neither "back" nor a stored address loops, and no
 * child opens because records arrive. Gives the child that is about to be opened.
 */
export function useOpenSingleResult(
  { search, hasTyped, rows }: Found,
  open: (row: ChildRow) => void,
): ChildRow | null {
  const isSearching = hasTyped && [...search.trim()].length >= MIN_LETTERS_TO_OPEN;
  const only = isSearching && rows.length === 1 ? (rows[0] ?? null) : null;
  const openOnly = useEffectEvent(() => {
    if (only !== null) open(only);
  });

  // Each key stroke starts the rest anew, also when it leaves the same child.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text restarts the clock
  useEffect(() => {
    if (!isSearching) return;
    const timer = setTimeout(() => openOnly(), REST_BEFORE_OPENING_MS);
    return () => clearTimeout(timer);
  }, [search, isSearching]);

  return only;
}
