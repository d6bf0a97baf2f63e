import { isLostConnection } from '../faults.ts';
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

function requested<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

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

/** Runs an operation in a transaction of its own; resolves when that is stored. */
async function inTransaction<T>(
  transaction: IDBTransaction,
  operation: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    const cut = new DOMException('the transaction was cut', 'AbortError');
    transaction.onabort = () => reject(transaction.error ?? cut);
  });
  const end = (how: 'commit' | 'abort'): void => {
    try {
      transaction[how]();
    } catch {
      // It has ended already: how, it tells by itself.
    }
  };
  const operated = operation(transactionOn(transaction)).then(
    (value) => {
      // Without it the browser waits for the answer of every single put first.
      if (transaction.mode === 'readwrite') end('commit');
      return value;
    },
    (error: unknown) => {
      // What an operation put before it failed is not to be stored.
      end('abort');
      throw error;
    },
  );
  const [value, ending] = await Promise.allSettled([operated, ended]);
  // The transaction knows best: a request that failed by its abort says less.
  if (transaction.error !== null) throw transaction.error;
  if (value.status === 'rejected') throw value.reason;
  if (ending.status === 'rejected') throw ending.reason;
  return value.value;
}

/**
 * The stores on IndexedDB. A connection that the browser closed (storage cleared, another version,
 * another tab that removes the database) is opened again once; a database that is gone is not made anew.
 */
export class IndexedDbStore implements KeyValueStore {
  readonly name: string;
  #connection: Promise<IDBDatabase> | null = null;
  /** It was open before: where there is none any more, somebody has removed it. */
  #wasOpen = false;
  #isClosed = false;

  constructor(name: string) {
    this.name = name;
  }

  read<T>(operation: Operation<T>): Promise<T> {
    return this.#run('readonly', 'default', operation);
  }

  write<T>(durability: WriteDurability, operation: Operation<T>): Promise<T> {
    return this.#run('readwrite', durability, operation);
  }

  async #run<T>(
    mode: IDBTransactionMode,
    durability: IDBTransactionDurability,
    operation: Operation<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const connection = await this.#connected();
        const transaction = connection.transaction(STORES, mode, { durability });
        return await inTransaction(transaction, (stores) => operation(stores, attempt));
      } catch (error) {
        if (attempt > 1 || this.#isClosed || !isLostConnection(error)) throw error;
        await this.disconnect();
      }
    }
  }

  async #connected(): Promise<IDBDatabase> {
    if (this.#isClosed) throw new Error('database is closed');
    this.#connection ??= openDatabase(this.name, !this.#wasOpen);
    const opened = this.#connection;
    try {
      const connection = await opened;
      this.#wasOpen = true;
      const letGo = (): void => {
        if (this.#connection === opened) void this.disconnect();
      };
      connection.onversionchange = letGo;
      connection.onclose = letGo;
      return connection;
    } catch (error) {
      if (this.#connection === opened) this.#connection = null;
      throw error;
    }
  }

  async disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    if (connection === null) return;
    try {
      // What runs on it ends first.
      (await connection).close();
    } catch {
      // It never opened.
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.disconnect();
  }

  /** Waits for tabs that have it open to let go. */
  async destroy(): Promise<void> {
    await this.close();
    await requested(indexedDB.deleteDatabase(this.name));
  }
}
