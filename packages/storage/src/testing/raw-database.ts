import type { Operation } from '../unit/records/key-value.ts';
import { storeOfUnit } from './test-place.ts';

/** Reads what really lies in the database, past the package: entries of `docs`, and rows of `blocks`. */

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

const EVERY_KEY = {};

async function inStore<T>(
  stakeDB: string,
  kind: 'read' | 'write',
  operation: Operation<T>,
): Promise<T> {
  const store = storeOfUnit(stakeDB);
  try {
    return kind === 'read' ? await store.read(operation) : await store.write('relaxed', operation);
  } finally {
    await store.close();
  }
}

/** The winning revision of a document that was written here, deleted ones too; keys in stored order. */
export function rawDocument(stakeDB: string, id: string): Promise<RawDocument | undefined> {
  return inStore(stakeDB, 'read', async (transaction) => {
    const entry = (await transaction.get('docs', id)) as RawEntry | undefined;
    if (entry === undefined) return undefined;
    const body = JSON.parse(entry.body) as RawDocument;
    return { ...body, _rev: entry.rev, ...(entry.deleted ? { _deleted: true } : {}) };
  });
}

/** Number of stored bodies: one for each leaf. */
export function countBodies(stakeDB: string): Promise<number> {
  return inStore(stakeDB, 'read', async (transaction) => {
    let count = 0;
    for (const id of await transaction.keys('docs', EVERY_KEY)) {
      const { others = {} } = (await transaction.get('docs', id)) as RawEntry;
      count += 1 + Object.keys(others).length;
    }
    for (const key of await transaction.keys('blocks', EVERY_KEY)) {
      const { text } = (await transaction.get('blocks', key)) as { text: string };
      count += (JSON.parse(text) as unknown[]).length;
    }
    return count;
  });
}

/** Puts fields onto a stored body behind everyone's back, as an older system might have left them. */
export function putRawDocument(stakeDB: string, id: string, fields: object): Promise<void> {
  return inStore(stakeDB, 'write', async (transaction) => {
    const entry = (await transaction.get('docs', id)) as RawEntry | undefined;
    if (entry === undefined) throw new Error(`no document ${id}`);
    const body = JSON.stringify({ ...(JSON.parse(entry.body) as object), ...fields });
    transaction.put('docs', id, { ...entry, body });
  });
}
