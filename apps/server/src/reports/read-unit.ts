import type { UnitDatabase } from '@crece/domain';
import { UnitCollector, type UnitRecords } from '@crece/reports';
import { unitStoreName } from '../gateway/unit-place.ts';
import type { Stores } from '../store/stake-store.ts';

/**
 * The records of one unit as reports and exports read them; none where nobody has used the unit yet.
 * Rejects when its database cannot be read: the caller names the unit and goes on with the others.
 */
export async function readUnit(stores: Stores, unit: UnitDatabase): Promise<UnitRecords> {
  const collector = new UnitCollector(unit);
  const name = unitStoreName(unit.stakeDB);
  // `open` would make a database that nobody asked for.
  if (await stores.has(name)) {
    const store = await stores.open(name);
    for await (const document of store.list()) collector.add(document);
  }
  return collector.finish();
}
