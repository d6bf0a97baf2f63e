import type { Page } from '@playwright/test';

/**
 * The stored bodies of a unit's records that were written here and whose ids have this prefix, read
 * directly from IndexedDB.
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
      const docs = connection.transaction('docs').objectStore('docs');
      const range = IDBKeyRange.bound(start, `${start}\uffff`);
      const entries = (await requested(docs.getAll(range))) as { body: string }[];
      connection.close();
      return entries.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    },
    { name: `crece_store_${stakeDB}`, start: prefix },
  );
}
