import type { WriteDurability } from './unit-records.ts';

/** The object stores of a unit's database; `blocks` and `docs` also have an index by sequence. */
export const STORES = ['blocks', 'docs', 'meta'] as const;
export type StoreName = (typeof STORES)[number];
export type SequencedStore = Exclude<StoreName, 'meta'>;

/** The property by which a store's values are indexed besides their key. */
export const SEQUENCE_OF: Readonly<Record<SequencedStore, string>> = { blocks: 'to', docs: 'seq' };

/** A range of keys, both ends included; a missing end is open. */
export interface KeyRange {
  from?: string;
  to?: string;
}

/**
 * One transaction. It ends when its operation ends, so the operation may only wait for requests of
 * this transaction.
 */
export interface Transaction {
  get(store: StoreName, key: string): Promise<unknown>;
  /** Keys in ascending order (by UTF-16 units, as JavaScript compares strings), at most `limit`. */
  keys(store: StoreName, range: KeyRange, limit?: number): Promise<string[]>;
  /** At most `limit` entries whose sequence is above `sequence`, the lowest first. */
  after(
    store: SequencedStore,
    sequence: number,
    limit: number,
  ): Promise<(readonly [key: string, value: unknown])[]>;
  /** Visible in this transaction at once; an error makes the whole transaction fail. */
  put(store: StoreName, key: string, value: object): void;
  delete(store: StoreName, key: string): void;
}

/**
 * The work of a transaction; `attempt` starts at 1 and is higher when a lost connection made it run
 * again.
 */
export type Operation<T> = (transaction: Transaction, attempt: number) => Promise<T>;

/**
 * The smallest storage interface that the records need. Writing transactions run one after the
 * other, also across tabs; each is stored whole or not at all. Errors keep the wording of the
 * storage.
 */
export interface KeyValueStore {
  readonly name: string;
  /** Called when the browser closed the storage by itself: it may be gone. */
  onClosed?: () => void;
  read<T>(operation: Operation<T>): Promise<T>;
  write<T>(durability: WriteDurability, operation: Operation<T>): Promise<T>;
  /** Closes the connection after the running transactions; the next transaction opens a new one. */
  disconnect(): Promise<void>;
  /** Closes the connection for good. */
  close(): Promise<void>;
  /** Closes the connection and deletes the database. */
  destroy(): Promise<void>;
}
