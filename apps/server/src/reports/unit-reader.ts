import { decidingFields, kindOfId, type UnitDatabase } from '@crece/domain';
import { contestedVersions, type LeafDocument } from '@crece/replication';
import { UnitCollector, type UnitRecords } from '@crece/reports';
import { unitStoreName } from '../gateway/unit-place.ts';
import type { StakeStore, Stores } from '../store/stake-store.ts';

/** Every record as the other sides of its open choices have it, where one decides an assessment. */
export async function* openVersions(store: StakeStore): AsyncGenerator<LeafDocument> {
  for await (const { id, leaves } of store.changes({ since: '0' })) {
    const living = leaves.filter(({ deleted }) => !deleted);
    if (living.length < 2 || decidingFields(kindOfId(id)).size === 0) continue;
    yield* contestedVersions(await store.readRevisions(id, 'leaves'));
  }
}

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
  for await (const version of openVersions(store)) {
    signal?.throwIfAborted();
    collector.addVersion(version);
  }
  return collector.finish();
}
