import type { UnitDatabase } from '../database/unit-database.ts';
import type { LocalSize } from '../sync-types.ts';
import { unitPages } from './unit-pages.ts';

/** Counts a unit's living documents and the bytes of their texts. */
export async function measureUnit(database: UnitDatabase): Promise<LocalSize> {
  const encoder = new TextEncoder();
  let documents = 0;
  let bytes = 0;
  for await (const changes of unitPages(database)) {
    for (const { deleted, document } of changes) {
      if (!deleted) documents += 1;
      bytes += encoder.encode(JSON.stringify(document)).length;
    }
  }
  return { documents, bytes };
}

/**
 * Drops the texts of replaced revisions. PouchDB does so at every write; this finds what an earlier
 * version or a cut write left behind.
 */
export async function compactUnit(database: UnitDatabase): Promise<void> {
  for await (const changes of unitPages(database)) {
    await database.run((pouch) =>
      Promise.all(changes.map(({ id }) => pouch.compactDocument(id, 0))),
    );
  }
}
