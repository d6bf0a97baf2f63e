import { type ActionPlace, actionPlaceOf, findStake } from '@crece/domain';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { isStakeDb } from '../store/store-names.ts';

export type UnitPlace = ActionPlace & { stakeDb: string };

/** A unit as rights know it, from the catalogue as it is now; `null`: there is none of this name. */
export async function unitPlace(
  catalogue: Pick<CatalogueStore, 'current'>,
  stakeDb: string,
): Promise<UnitPlace | null> {
  if (!isStakeDb(stakeDb)) return null;
  const found = findStake((await catalogue.current()).catalogue, stakeDb);
  return found === null ? null : actionPlaceOf(found);
}

/** The name of a unit's database in the store. */
export function unitStoreName(stakeDb: string): string {
  return `unit_${stakeDb}`;
}
