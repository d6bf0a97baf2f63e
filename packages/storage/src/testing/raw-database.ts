import { UNIT_DATABASE } from '../unit/device/open-device.ts';

/** Reads what really lies in IndexedDB, past the package: entries of `docs`, and rows of `blocks`. */

function requested<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

interface RawDocument {
  [field: string]: unknown;
}

/** What `docs` has under an id, as far as these helpers look at it. */
interface RawEntry {
  rev: string;
  deleted: boolean;
  body: string;
  others?: Record<string, string>;
}

async function inStore<T>(
  stakeDB: string,
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> {
  const connection = await requested(indexedDB.open(UNIT_DATABASE + stakeDB));
  try {
    return await work(connection.transaction(['docs', 'blocks'], mode));
  } finally {
    connection.close();
  }
}

function entryOf(transaction: IDBTransaction, id: string): Promise<RawEntry | undefined> {
  return requested(transaction.objectStore('docs').get(id) as IDBRequest<RawEntry | undefined>);
}

/** The winning revision of a document that was written here, deleted ones too; keys in stored order. */
export function rawDocument(stakeDB: string, id: string): Promise<RawDocument | undefined> {
  return inStore(stakeDB, 'readonly', async (transaction) => {
    const entry = await entryOf(transaction, id);
    if (entry === undefined) return undefined;
    const body = JSON.parse(entry.body) as RawDocument;
    return { ...body, _rev: entry.rev, ...(entry.deleted ? { _deleted: true } : {}) };
  });
}

/** Number of stored bodies: one for each leaf. */
export function countBodies(stakeDB: string): Promise<number> {
  return inStore(stakeDB, 'readonly', async (transaction) => {
    const [entries, blocks] = (await Promise.all([
      requested(transaction.objectStore('docs').getAll()),
      requested(transaction.objectStore('blocks').getAll()),
    ])) as [RawEntry[], { text: string }[]];
    const inDocs = entries.map(({ others = {} }) => 1 + Object.keys(others).length);
    const inBlocks = blocks.map(({ text }) => (JSON.parse(text) as unknown[]).length);
    return [...inDocs, ...inBlocks].reduce((sum, count) => sum + count, 0);
  });
}

/** Puts fields onto a stored body behind everyone's back, as an older system might have left them. */
export function putRawDocument(stakeDB: string, id: string, fields: object): Promise<void> {
  return inStore(stakeDB, 'readwrite', async (transaction) => {
    const entry = await entryOf(transaction, id);
    if (entry === undefined) throw new Error(`no document ${id}`);
    const body = JSON.stringify({ ...(JSON.parse(entry.body) as object), ...fields });
    await requested(transaction.objectStore('docs').put({ ...entry, body }, id));
  });
}
