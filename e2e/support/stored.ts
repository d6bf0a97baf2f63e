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

/** What this device keeps of open forms, as text: it changes once a change of a form is stored. */
export async function storedDrafts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const requested = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const connection = await requested(indexedDB.open('crece_device'));
    const drafts = await requested(connection.transaction('drafts').objectStore('drafts').getAll());
    connection.close();
    return JSON.stringify(drafts);
  });
}
