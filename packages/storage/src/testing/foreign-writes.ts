import { onTestFinished } from 'vitest';
import { StoredRecords } from '../unit/records/stored-records.ts';
import type { Document } from '../unit/records/unit-records.ts';
import { storeOfUnit } from './test-place.ts';

/**
 * Writes documents past the store, as a sync or an older system would: no provenance, no checks. The
 * store reads them when it next catches up.
 */
export async function writeForeign(stakeDB: string, documents: readonly Document[]): Promise<void> {
  const database = new StoredRecords(storeOfUnit(stakeDB));
  onTestFinished(() => database.close());
  const stored = await database.readMany(documents.map(({ _id }) => _id));
  await database.write(
    documents.map((document) => {
      const revision = stored.get(document._id)?._rev;
      return revision === undefined ? document : { ...document, _rev: revision };
    }),
    'relaxed',
  );
}
