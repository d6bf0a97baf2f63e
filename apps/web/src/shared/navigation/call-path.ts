import { due } from '../../features/due/feature.ts';
import { pathTo } from './feature.ts';
import type { UnitRef } from './paths.ts';

/**
 * The walk through the families who are to be called: those of a section of the due list, or of one
 * child.
 */
export function callPath(
  { stakeDB, stakeName }: UnitRef,
  of: { section?: string; child?: string } = {},
): string {
  const query = new URLSearchParams(of).toString();
  return pathTo(due.pages.call, { stakeDB, stakeName }) + (query === '' ? '' : `?${query}`);
}
