import { childPath } from '../../shared/navigation/paths.ts';

/** Names the screening whose result card stands on top of the child's page; survives a reload. */
export const SAVED_PARAM = 'saved';

/** The child's page with the result card of a screening that was just saved. */
export function savedPath(childId: string, screeningId: string, stakeDB: string): string {
  const path = childPath(childId, stakeDB);
  const mark = path.includes('?') ? '&' : '?';
  return `${path}${mark}${SAVED_PARAM}=${encodeURIComponent(screeningId)}`;
}
