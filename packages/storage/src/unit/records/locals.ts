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

function keyOf(id: string): string {
  return `local:${id}`;
}

function revisionOf({ count }: StoredLocal): string {
  return `0-${count}`;
}

export async function readLocal(transaction: Transaction, id: string): Promise<Document | null> {
  const stored = (await transaction.get('meta', keyOf(id))) as StoredLocal | undefined;
  if (stored === undefined) return null;
  const fields = JSON.parse(stored.body) as Fields;
  return { ...fields, _id: `_local/${id}`, _rev: revisionOf(stored) };
}

export async function writeLocal(
  transaction: Transaction,
  id: string,
  { _rev, ...fields }: Omit<Document, '_id'>,
): Promise<void> {
  const stored = (await transaction.get('meta', keyOf(id))) as StoredLocal | undefined;
  if (_rev !== (stored && revisionOf(stored))) {
    throw new StorageError('failed', { message: `conflict: _local/${id}` });
  }
  const { _id, ...body } = fields;
  const next: StoredLocal = { count: (stored?.count ?? 0) + 1, body: JSON.stringify(body) };
  transaction.put('meta', keyOf(id), next);
}
