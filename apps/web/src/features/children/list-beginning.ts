import type { ChildRow, UnitSnapshot } from '@crece/storage';
import { isPlaceKept } from './use-list-scroll.ts';

const NOBODY: readonly ChildRow[] = [];

/** The rows that the list can choose from. */
export interface ListRows {
  here: readonly ChildRow[];
  /**
   * Absent when these are all rows. `isShown`: they are the beginning of the list that was asked for;
   * otherwise the list waits for the rest. `count`: number of all that the list will show, -1 when it
   * is not known.
   */
  beginning?: { isShown: boolean; count: number };
}

/**
 * The rows of a unit for its list. While only the first are read, they answer nothing but the list
 * as it opens (`isPlain`): no search, filter, ward or other order, and none that returns to the
 * place where it was left.
 */
export function listRows(
  { first, children }: Pick<UnitSnapshot, 'first' | 'children'>,
  isPlain: boolean,
  place: string,
): ListRows {
  if (first === undefined) return { here: children };
  const isShown = isPlain && !isPlaceKept(place);
  return {
    here: isShown ? first.rows : NOBODY,
    beginning: { isShown, count: first.total ?? -1 },
  };
}
