import { type ActionPlace, actionPlaceOf, findUnit } from '@crece/domain';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { isStakeDB } from '../store/store-names.ts';

export type UnitPlace = ActionPlace & { stakeDB: string };

/**
 * The place of a unit for the checks of rights, from the current catalogue; `null` for an unknown
 * name.
 */
export async function unitPlace(
  catalogue: Pick<CatalogueStore, 'current'>,
  stakeDB: string,
): Promise<UnitPlace | null> {
  if (!isStakeDB(stakeDB)) return null;
  const found = findUnit((await catalogue.current()).catalogue, stakeDB);
  return found === null ? null : actionPlaceOf(found);
}

/** The name of a unit's database in the store. */
export function unitStoreName(stakeDB: string): string {
  return `unit_${stakeDB}`;
}
