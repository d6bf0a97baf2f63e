import type { WriteDurability } from './unit-records.ts';

/** The stores of a unit's database; `blocks` and `docs` can be read in the order of a sequence. */
export const STORES = ['blocks', 'docs', 'meta'] as const;
export type StoreName = (typeof STORES)[number];
export type SequencedStore = Exclude<StoreName, 'meta'>;

/** The property of a value by which its store is ordered beside its key. */
export const SEQUENCE_OF: Readonly<Record<SequencedStore, string>> = { blocks: 'to', docs: 'seq' };

/** Keys from and to, both included; an end that is left out is open. */
export interface KeyRange {
  from?: string;
  to?: string;
}

/**
 * One transaction. It ends when the operation that was given it has ended, so that such an operation
 * may wait for nothing but what it asks of the transaction.
 */
export interface Transaction {
  get(store: StoreName, key: string): Promise<unknown>;
  /** Keys in ascending order (by UTF-16 units, as JavaScript compares texts), `limit` at most. */
  keys(store: StoreName, range: KeyRange, limit?: number): Promise<string[]>;
  /** Up to `limit` entries whose sequence is above `sequence`, the lowest first. */
  after(
    store: SequencedStore,
    sequence: number,
    limit: number,
  ): Promise<(readonly [key: string, value: unknown])[]>;
  /** Takes effect for this transaction at once; a fault makes the transaction fail as a whole. */
  put(store: StoreName, key: string, value: object): void;
  delete(store: StoreName, key: string): void;
}

/** An operation; `attempt` counts from 1 and is higher when a cut connection made it run once more. */
export type Operation<T> = (transaction: Transaction, attempt: number) => Promise<T>;

/**
 * The least that the records need of a place that keeps them. Transactions that write come one after
 * the other, those of other tabs too; a transaction is stored whole or not at all. Faults are thrown
 * as the place words them.
 */
export interface KeyValueStore {
  readonly name: string;
  read<T>(operation: Operation<T>): Promise<T>;
  write<T>(durability: WriteDurability, operation: Operation<T>): Promise<T>;
  /** Lets go of the connection once what runs has ended; the next transaction opens another. */
  disconnect(): Promise<void>;
  /** For good. */
  close(): Promise<void>;
  /** Closes, and removes everything. */
  destroy(): Promise<void>;
}
