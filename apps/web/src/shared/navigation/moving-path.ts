import { unitOfId } from '@crece/domain';
import { moving } from '../../features/moving/feature.ts';
import { pathTo } from './feature.ts';
import type { UnitRef } from './paths.ts';

/** The page on which somebody chooses the unit to which a child moves. */
export function movePath(childId: string, stakeDB: string): string {
  const path = pathTo(moving.pages.move, { childId });
  return unitOfId(childId) === stakeDB ? path : `${path}?${new URLSearchParams({ stakeDB })}`;
}

/** The children whom others propose to move to a unit. */
export const comingPath = ({ stakeDB, stakeName }: UnitRef): string =>
  pathTo(moving.pages.coming, { stakeDB, stakeName });
