import { StorageError } from '../../base/storage-error.ts';
import type { Transaction } from './key-value.ts';

/** What a database says of itself, under `head` in `meta`. */
export interface Head {
  /** How the records are laid out. */
  readonly format: number;
  /** Random id that the database got when it was made. */
  readonly instance: string;
  /** Sequence of the last change. */
  readonly sequence: number;
  /** Counts what was done to `blocks`: whoever remembers their keys knows whether they still hold. */
  readonly blocks: number;
}

/** The layout of this version. A later one reads every earlier one and writes its own number. */
export const FORMAT = 1;

const KEY = 'head';

/** What the database says of itself; null when it was made a moment ago. */
export async function findHead(transaction: Transaction): Promise<Head | null> {
  const value = await transaction.get('meta', KEY);
  if (value === undefined) return null;
  const head = value as Head;
  if (head.format > FORMAT) {
    throw new StorageError('newer-version', {
      message: `the records have format ${head.format}; this version reads up to ${FORMAT}`,
    });
  }
  return head;
}

/**
 * The same of a database that is open already. `closed` when it is another one: the browser removed
 * the data under us, and an empty database must not pass for the unit's.
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
