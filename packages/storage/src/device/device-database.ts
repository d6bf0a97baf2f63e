import { isLostConnection, storageError } from '../faults.ts';
import { StorageError } from '../storage-error.ts';

/** Stores of the device's own database, by name. */
const STORES = ['values', 'drafts', 'projections'] as const;
export type StoreName = (typeof STORES)[number];

const VERSION = 1;

function requested<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, VERSION);
  request.onupgradeneeded = () => {
    for (const store of STORES) request.result.createObjectStore(store);
  };
  return requested(request);
}

/**
 * A small database of key-value stores for what belongs to the device and never replicates.
 * Opened again once when the browser closed the connection; faults leave as `StorageError`.
 */
export class DeviceDatabase {
  readonly #name: string;
  #connection: Promise<IDBDatabase> | null = null;
  #isClosed = false;

  constructor(name: string) {
    this.#name = name;
  }

  get(store: StoreName, key: string): Promise<unknown> {
    return this.#run(store, 'readonly', 'default', (values) => requested(values.get(key)));
  }

  /** All entries of a store, by key. */
  entries(store: StoreName): Promise<Map<string, unknown>> {
    return this.#run(store, 'readonly', 'default', async (values) => {
      const [keys, found] = await Promise.all([
        requested(values.getAllKeys()),
        requested(values.getAll()),
      ]);
      return new Map(keys.map((key, index) => [String(key), found[index]]));
    });
  }

  async put(store: StoreName, key: string, value: unknown): Promise<void> {
    await this.#run(store, 'readwrite', 'relaxed', (values) => requested(values.put(value, key)));
  }

  /** The value kept under a key; the one given is kept, durably, when there is none. */
  getOrPut(store: StoreName, key: string, value: unknown): Promise<unknown> {
    return this.#run(store, 'readwrite', 'strict', async (values) => {
      const found: unknown = await requested(values.get(key));
      if (found !== undefined) return found;
      await requested(values.put(value, key));
      return value;
    });
  }

  /**
   * Changes a value in one durable transaction: what two tabs do at once happens one after the
   * other. `change` is given what is kept and gives what is to be kept; `undefined` deletes it.
   */
  update<T>(store: StoreName, key: string, change: (stored: unknown) => T): Promise<T> {
    return this.#run(store, 'readwrite', 'strict', async (values) => {
      const next = change(await requested(values.get(key)));
      if (next === undefined) await requested(values.delete(key));
      else await requested(values.put(next, key));
      return next;
    });
  }

  async delete(store: StoreName, key: string): Promise<void> {
    await this.#run(store, 'readwrite', 'relaxed', (values) => requested(values.delete(key)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#disconnect();
  }

  async #run<T>(
    store: StoreName,
    mode: 'readonly' | 'readwrite',
    durability: IDBTransactionDurability,
    operation: (values: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.#isClosed) throw new StorageError('closed');
      try {
        const connection = await this.#connected();
        const transaction = connection.transaction(store, mode, { durability });
        const ended = new Promise<void>((resolve, reject) => {
          transaction.oncomplete = () => resolve();
          transaction.onabort = () => reject(transaction.error ?? new Error('connection-lost'));
        });
        // An abort says more than the request that failed by it.
        const [value, end] = await Promise.allSettled([
          operation(transaction.objectStore(store)),
          ended,
        ]);
        if (end.status === 'rejected') throw end.reason;
        if (value.status === 'rejected') throw value.reason;
        return value.value;
      } catch (error) {
        if (attempt > 1 || this.#isClosed || !isLostConnection(error)) throw storageError(error);
        await this.#disconnect();
      }
    }
  }

  async #connected(): Promise<IDBDatabase> {
    this.#connection ??= openDatabase(this.#name);
    const opened = this.#connection;
    try {
      const connection = await opened;
      const letGo = (): void => {
        if (this.#connection === opened) void this.#disconnect();
      };
      connection.onversionchange = letGo;
      connection.onclose = letGo;
      return connection;
    } catch (error) {
      if (this.#connection === opened) this.#connection = null;
      throw error;
    }
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    if (connection === null) return;
    try {
      (await connection).close();
    } catch {
      // It never opened.
    }
  }
}
