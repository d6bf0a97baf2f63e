/** Reads what PouchDB's idb adapter really stored, without PouchDB and without this package. */

function requested<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

interface RawDocument {
  [field: string]: unknown;
}

async function connect(name: string): Promise<IDBDatabase> {
  return requested(indexedDB.open(name));
}

/** The body of a document's winning revision, deleted ones too; keys in stored order. */
export async function rawDocument(stakeDB: string, id: string): Promise<RawDocument | undefined> {
  const connection = await connect(`_pouch_crece_unit_${stakeDB}`);
  try {
    const transaction = connection.transaction(['document-store', 'by-sequence']);
    const metadata: unknown = await requested(transaction.objectStore('document-store').get(id));
    if (typeof metadata !== 'object' || metadata === null) return undefined;
    const key = `${id}::${Reflect.get(metadata, 'winningRev')}`;
    const found: unknown = await requested(
      transaction.objectStore('by-sequence').index('_doc_id_rev').get(key),
    );
    return found as RawDocument | undefined;
  } finally {
    connection.close();
  }
}

/** Number of stored bodies: with auto compaction, one per leaf. */
export async function countBodies(stakeDB: string): Promise<number> {
  const connection = await connect(`_pouch_crece_unit_${stakeDB}`);
  try {
    return await requested(
      connection.transaction('by-sequence').objectStore('by-sequence').count(),
    );
  } finally {
    connection.close();
  }
}

/** Puts fields onto a stored body behind everyone's back, as an older system might have left them. */
export async function putRawDocument(stakeDB: string, id: string, fields: object): Promise<void> {
  const connection = await connect(`_pouch_crece_unit_${stakeDB}`);
  try {
    const transaction = connection.transaction(['document-store', 'by-sequence'], 'readwrite');
    const metadata: unknown = await requested(transaction.objectStore('document-store').get(id));
    if (typeof metadata !== 'object' || metadata === null) throw new Error(`no document ${id}`);
    const bodies = transaction.objectStore('by-sequence');
    const sequence: unknown = Reflect.get(metadata, 'seq');
    if (typeof sequence !== 'number') throw new Error('no sequence');
    const body: unknown = await requested(bodies.get(sequence));
    await requested(bodies.put({ ...(body as object), ...fields }, sequence));
  } finally {
    connection.close();
  }
}
