import { StorageError } from '../../base/storage-error.ts';
import type { Fields } from './entry.ts';
import type { Transaction } from './key-value.ts';
import type { Document } from './unit-records.ts';

/** A local document (never replicated) as stored in `meta`. */
interface StoredLocal {
  /** How many times it was written. */
  count: number;
  body: string;
}

/** Local document with what is known of the server. */
export const LEDGER_ID = 'crece-sync';

/** Its key in `meta`. */
export function keyOfLocal(id: string): string {
  return `local:${id}`;
}

function revisionOf({ count }: StoredLocal): string {
  return `0-${count}`;
}

/** What is stored, and its content; null when there is none, or none that can be read. */
async function storedLocal(
  transaction: Transaction,
  id: string,
): Promise<(StoredLocal & { fields: Fields }) | null> {
  const { count, body } = Object(await transaction.get('meta', keyOfLocal(id))) as StoredLocal;
  try {
    return { count, body, fields: Object(JSON.parse(body)) as Fields };
  } catch {
    return null;
  }
}

export async function readLocal(transaction: Transaction, id: string): Promise<Document | null> {
  const stored = await storedLocal(transaction, id);
  return stored && { ...stored.fields, _id: `_local/${id}`, _rev: revisionOf(stored) };
}

export async function writeLocal(
  transaction: Transaction,
  id: string,
  { _rev, ...fields }: Omit<Document, '_id'>,
): Promise<void> {
  const stored = await storedLocal(transaction, id);
  if (_rev !== (stored === null ? undefined : revisionOf(stored))) {
    throw new StorageError('conflict', { message: `_local/${id}` });
  }
  const { _id, ...body } = fields;
  const next: StoredLocal = { count: (stored?.count ?? 0) + 1, body: JSON.stringify(body) };
  transaction.put('meta', keyOfLocal(id), next);
}
