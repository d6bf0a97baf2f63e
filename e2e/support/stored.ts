import type { Page } from '@playwright/test';

/**
 * The newest stored bodies of a unit's records whose ids begin so, read from IndexedDB itself and
 * past the product, as an inspector would.
 */
export async function storedRecords(
  page: Page,
  stakeDB: string,
  prefix: string,
): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    async ({ name, start }) => {
      const requested = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const connection = await requested(indexedDB.open(name));
      const bodies = connection.transaction('by-sequence').objectStore('by-sequence');
      const all = (await requested(bodies.getAll())) as Record<string, unknown>[];
      connection.close();
      return all.filter((body) => String(body['_doc_id_rev']).startsWith(start));
    },
    { name: `_pouch_crece_unit_${stakeDB}`, start: prefix },
  );
}
