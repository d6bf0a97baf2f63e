import type { Change, Document, UnitRecords } from './unit-records.ts';

/** Documents per read. A save made meanwhile waits for at most one read. */
const PAGE = 500;

/** All changes of a unit, in pages. */
export async function* unitPages(database: UnitRecords): AsyncGenerator<readonly Change[]> {
  let since = 0;
  for (;;) {
    const { changes, sequence } = await database.changesSince(since, PAGE);
    yield changes;
    if (changes.length < PAGE) return;
    since = sequence;
  }
}

/**
 * The living documents of a unit. A document written while they are read replaces its earlier
 * version, so each comes once.
 */
export async function documentsOfUnit(database: UnitRecords): Promise<readonly Document[]> {
  const found = new Map<string, Document>();
  for await (const changes of unitPages(database)) {
    for (const { id, deleted, document } of changes) {
      if (deleted) found.delete(id);
      else found.set(id, document);
    }
  }
  return [...found.values()];
}
