import { UnitDatabase } from '../database/unit-database.ts';
import type { LocalCatalogue } from '../types.ts';

const DOCUMENT_ID = 'country_list';

/** A lost race with another tab that saves the same list is tried again this often. */
const MAX_ATTEMPTS = 3;

/**
 * The local copy of the country list: one document in a database of its own. The database is opened
 * when it is first asked for.
 */
export function createCatalogue(databaseName: string): LocalCatalogue & { close(): Promise<void> } {
  let opened: UnitDatabase | null = null;
  const database = (): UnitDatabase => {
    opened ??= new UnitDatabase(databaseName);
    return opened;
  };

  return {
    async load() {
      const document = (await database().readMany([DOCUMENT_ID])).get(DOCUMENT_ID);
      if (document === undefined || !Array.isArray(document['countries'])) return null;
      const { countries, fetchedAt } = document;
      return { countries, ...(typeof fetchedAt === 'string' ? { fetchedAt } : {}) };
    },
    async save(countries, fetchedAt) {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const stored = (await database().readMany([DOCUMENT_ID])).get(DOCUMENT_ID);
        const [written] = await database().write(
          [
            {
              _id: DOCUMENT_ID,
              ...(stored?._rev === undefined ? {} : { _rev: stored._rev }),
              countries,
              fetchedAt: fetchedAt.toISOString(),
            },
          ],
          'relaxed',
        );
        // The list that another tab saved in between is as fresh as ours.
        if (written?.rev !== null) return;
      }
    },
    async close() {
      await opened?.close();
      opened = null;
    },
  };
}
