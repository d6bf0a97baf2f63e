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

/** Of the stores and their order; how records lie in them is `FORMAT`. */
const VERSION = 1;
const BY_SEQUENCE = 'sequence';

function makeStores(database: IDBDatabase): void {
  for (const name of STORES) {
    const store = database.createObjectStore(name);
    if (name !== 'meta') store.createIndex(BY_SEQUENCE, SEQUENCE_OF[name], { unique: true });
  }
}

/** `mayMake`: makes it where there is none; else that is the fault `database is destroyed`. */
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

/** Whether this device has a database of that name; asking does not make one. */
export async function isStored(name: string): Promise<boolean> {
  // Node has none: what is made there is memory only.
  if (typeof indexedDB === 'undefined') return true;
  const request = indexedDB.open(name);
  // It is being made: that is undone, and told as an error.
  request.onupgradeneeded = () => request.transaction?.abort();
  try {
    (await requested(request)).close();
    return true;
  } catch (error) {
    // What cannot be opened now is there all the same.
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

/** The stores on IndexedDB. A database that is gone is not made anew. */
export class IndexedDbStore implements KeyValueStore {
  readonly name: string;
  readonly #connection: Connection;

  constructor(name: string) {
    this.name = name;
    /** It was open before: where there is none any more, somebody has removed it. */
    let wasOpen = false;
    this.#connection = new Connection(async () => {
      const database = await openDatabase(name, !wasOpen);
      wasOpen = true;
      return database;
    });
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

  /** Waits for tabs that have it open to let go. */
  async destroy(): Promise<void> {
    await this.close();
    await requested(indexedDB.deleteDatabase(this.name));
  }
}
