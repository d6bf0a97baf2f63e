import { StorageError } from '../../base/storage-error.ts';
import type { StoreName, Transaction } from './key-value.ts';

/** Metadata of a unit's database, stored under `head` in `meta`. */
export interface Head {
  /** Version of the layout of the records. */
  readonly format: number;
  /** Random id that the database got when it was created. */
  readonly instance: string;
  /** Sequence of the last change. */
  readonly sequence: number;
  /** Counter of changes to `blocks`: a remembered list of keys is valid while it is unchanged. */
  readonly blocks: number;
  /** How many blocks there were when `blocks` had this value; absent in heads of earlier builds. */
  readonly count?: { readonly at: number; readonly blocks: number };
}

/**
 * Layout version of this code. A later version reads every earlier one and writes its own number.
 */
export const FORMAT = 1;

/** Begins the instance id of a database whose head was lost, while its records were not. */
export const REBUILT = 'rebuilt-';

const KEY = 'head';

/**
 * The metadata of the database; null when the database was just created, or when they are lost.
 */
export async function findHead(transaction: Transaction): Promise<Head | null> {
  const value = await transaction.get('meta', KEY);
  const head = Object(value) as Head;
  if (head.format > FORMAT) {
    throw new StorageError('newer-version', {
      message: `the records have format ${head.format}; this version reads up to ${FORMAT}`,
    });
  }
  const { instance, sequence, blocks } = head;
  const isHead = typeof instance === 'string' && sequence >= 0 && blocks >= 0;
  return isHead ? head : null;
}

/**
 * The metadata of a database that is already open. Throws `closed` when its instance id differs:
 * then the browser removed the data, and an empty database must not be taken for the unit's
 * records.
 */
export async function readHead(transaction: Transaction, instance: string): Promise<Head> {
  const head = await findHead(transaction);
  if (head?.instance !== instance) {
    throw new StorageError('closed', { message: 'the stored data were removed' });
  }
  return head;
}

export function writeHead(transaction: Transaction, head: Head): void {
  transaction.put('meta', KEY, head);
}

/** The metadata that a put stores; null when it stores something else. */
export function headPut(store: StoreName, key: string, value: object): Head | null {
  return store === 'meta' && key === KEY ? (value as Head) : null;
}
