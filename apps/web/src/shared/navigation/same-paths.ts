import { sameChild } from '../../features/same-child/feature.ts';
import { pathTo } from './feature.ts';
import type { UnitRef } from './paths.ts';

/** The parameter of the address that names the one child that the page is about. */
export const OF_CHILD = 'child';

/** The children of a unit that may be one; with an id, those that may be this child. */
export function samePath({ stakeDB, stakeName }: UnitRef, childId?: string): string {
  const path = pathTo(sameChild.pages.pairs, { stakeDB, stakeName });
  return childId === undefined ? path : `${path}?${new URLSearchParams({ [OF_CHILD]: childId })}`;
}

/** Two children side by side: one, or two? */
export const pairPath = ({ stakeDB, stakeName }: UnitRef, firstId: string, secondId: string) =>
  pathTo(sameChild.pages.pair, { stakeDB, stakeName, firstId, secondId });
