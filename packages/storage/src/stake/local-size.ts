import type { LocalSize } from '../sync-types.ts';
import type { UnitDatabase } from '../unit/unit-database.ts';

/** Documents read in one go: a save that comes meanwhile waits for no more than this. */
const PAGE = 500;

/** Counts a unit's living documents and the bytes of their texts. */
export async function measureUnit(database: UnitDatabase): Promise<LocalSize> {
  const encoder = new TextEncoder();
  let documents = 0;
  let bytes = 0;
  for await (const changes of pages(database)) {
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
  for await (const changes of pages(database)) {
    await database.run((pouch) =>
      Promise.all(changes.map(({ id }) => pouch.compactDocument(id, 0))),
    );
  }
}

async function* pages(database: UnitDatabase) {
  let since = 0;
  for (;;) {
    const { changes, sequence } = await database.changesSince(since, PAGE);
    yield changes;
    if (changes.length < PAGE) return;
    since = sequence;
  }
}
