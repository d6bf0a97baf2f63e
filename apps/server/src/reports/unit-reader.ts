import type { UnitDatabase } from '@crece/domain';
import { UnitCollector, type UnitRecords } from '@crece/reports';
import { unitStoreName } from '../gateway/unit-place.ts';
import type { Stores } from '../store/stake-store.ts';

/**
 * The records of a unit as reports read them. A unit that nobody has ever synchronised has no
 * database, and none is made.
 */
export async function readUnit(
  stores: Pick<Stores, 'has' | 'open'>,
  unit: UnitDatabase,
  signal?: AbortSignal,
): Promise<UnitRecords> {
  const collector = new UnitCollector(unit);
  const name = unitStoreName(unit.stakeDB);
  if (!(await stores.has(name))) return collector.finish();
  const store = await stores.open(name);
  for await (const document of store.list()) {
    signal?.throwIfAborted();
    collector.add(document);
  }
  return collector.finish();
}
