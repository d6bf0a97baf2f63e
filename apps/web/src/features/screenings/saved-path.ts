import { childPath } from '../../shared/navigation/paths.ts';

/**
 * Query parameter with the id of the screening whose result card is shown on the child's page; it
 * survives a reload.
 */
export const SAVED_PARAM = 'saved';

/** Path of the child's page with the result card of a screening that was just saved. */
export function savedPath(childId: string, screeningId: string, stakeDB: string): string {
  const path = childPath(childId, stakeDB);
  const mark = path.includes('?') ? '&' : '?';
  return `${path}${mark}${SAVED_PARAM}=${encodeURIComponent(screeningId)}`;
}
