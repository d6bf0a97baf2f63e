import { Connection, requested } from './connection.ts';
import {
  type KeyRange,
  type KeyValueStore,
  type Operation,
  SEQUENCE_OF,
  STORES,
  type Transaction,
} from './key-value.ts';
import type { WriteDurability } from './unit-records.ts';

/**
 * Version of the object stores and their indexes; the layout of the records has its own version,
 * `FORMAT`.
 */
const VERSION = 1;
const BY_SEQUENCE = 'sequence';

function makeStores(database: IDBDatabase): void {
  for (const name of STORES) {
    const store = database.createObjectStore(name);
    if (name !== 'meta') store.createIndex(BY_SEQUENCE, SEQUENCE_OF[name], { unique: true });
  }
}

/**
 * Opens a database. `mayMake` creates a missing one; otherwise that throws `database is destroyed`.
 */
async function openDatabase(name: string, mayMake: boolean): Promise<IDBDatabase> {
  const request = indexedDB.open(name, VERSION);
  let isGone = false;
  request.onupgradeneeded = () => {
    isGone = !mayMake;
    if (mayMake) makeStores(request.result);
    else request.transaction?.abort();
  };
  try {
    return await requested(request);
  } catch (error) {
    throw isGone ? new Error('database is destroyed') : error;
  }
}

/** Whether this device has a database of that name. The check creates none. */
export async function isStored(name: string): Promise<boolean> {
  // Node has no IndexedDB: stores made there are only in memory.
  if (typeof indexedDB === 'undefined') return true;
  const request = indexedDB.open(name);
  // The database would be created now: abort, which makes the request fail.
  request.onupgradeneeded = () => request.transaction?.abort();
  try {
    (await requested(request)).close();
    return true;
  } catch (error) {
    // Any other error means that the database exists but cannot be opened now.
    return !(error instanceof DOMException && error.name === 'AbortError');
  }
}

function rangeOf({ from, to }: KeyRange): IDBKeyRange | null {
  if (from !== undefined && to !== undefined) return IDBKeyRange.bound(from, to);
  if (from !== undefined) return IDBKeyRange.lowerBound(from);
  return to === undefined ? null : IDBKeyRange.upperBound(to);
}

function transactionOn(stores: IDBTransaction): Transaction {
  return {
    get: (store, key) => requested<unknown>(stores.objectStore(store).get(key)),
    async keys(store, range, limit) {
      const keys = await requested(stores.objectStore(store).getAllKeys(rangeOf(range), limit));
      return keys.map(String);
    },
    async after(store, sequence, limit) {
      const index = stores.objectStore(store).index(BY_SEQUENCE);
      const range = IDBKeyRange.lowerBound(sequence, true);
      const [keys, values] = await Promise.all([
        requested(index.getAllKeys(range, limit)),
        requested<unknown[]>(index.getAll(range, limit)),
      ]);
      return keys.map((key, place) => [String(key), values[place]] as const);
    },
    put(store, key, value) {
      stores.objectStore(store).put(value, key);
    },
    delete(store, key) {
      stores.objectStore(store).delete(key);
    },
  };
}

/** `KeyValueStore` on IndexedDB. A database that was removed is not created again. */
export class IndexedDbStore implements KeyValueStore {
  readonly name: string;
  readonly #connection: Connection;
  onClosed: () => void = () => undefined;

  constructor(name: string) {
    this.name = name;
    /** True after the first successful open: if the database is missing later, it was removed. */
    let wasOpen = false;
    this.#connection = new Connection(async () => {
      const database = await openDatabase(name, !wasOpen);
      wasOpen = true;
      return database;
    });
    this.#connection.onClosed = () => this.onClosed();
  }

  read<T>(operation: Operation<T>): Promise<T> {
    return this.#run('readonly', 'default', operation);
  }

  write<T>(durability: WriteDurability, operation: Operation<T>): Promise<T> {
    return this.#run('readwrite', durability, operation);
  }

  #run<T>(
    mode: IDBTransactionMode,
    durability: IDBTransactionDurability,
    operation: Operation<T>,
  ): Promise<T> {
    return this.#connection.run(STORES, mode, durability, (transaction, attempt) =>
      operation(transactionOn(transaction), attempt),
    );
  }

  disconnect(): Promise<void> {
    return this.#connection.disconnect();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** Deletes the database; waits until other tabs have closed their connections. */
  async destroy(): Promise<void> {
    await this.close();
    await requested(indexedDB.deleteDatabase(this.name));
  }
}
