import { lastListPath } from '../../shared/navigation/last-list.ts';
import {
  childPath,
  dayPath,
  duePath,
  type Origin,
  type UnitRef,
} from '../../shared/navigation/paths.ts';

/**
 * Query parameter with the id of the screening whose result card is shown on the child's page; it
 * survives a reload.
 */
export const SAVED_PARAM = 'saved';

/** Query parameter with the page to which a screening leads back: see `originOf`. */
export const FROM_PARAM = 'from';

/** The page from which the screening was opened; null when the address names none. */
export function originOf(query: URLSearchParams): Origin | null {
  const from = query.get(FROM_PARAM);
  return from === 'list' || from === 'due' || from === 'day' ? from : null;
}

/**
 * Path of the page to which a screening leads back: the list as it was left, if the address names no
 * other page.
 */
export function originPath(unit: UnitRef, origin: Origin | null): string {
  if (origin === 'due') return duePath(unit);
  return origin === 'day' ? dayPath(unit) : lastListPath(unit);
}

/** Path of the child's page with the result card of a screening that was just saved. */
export function savedPath(
  childId: string,
  screeningId: string,
  stakeDB: string,
  origin: Origin | null = null,
): string {
  const path = childPath(childId, stakeDB);
  const added = new URLSearchParams({ [SAVED_PARAM]: screeningId });
  if (origin !== null) added.set(FROM_PARAM, origin);
  return `${path}${path.includes('?') ? '&' : '?'}${added}`;
}
