import { storageError } from '../../base/faults.ts';
import { Connection, requested } from '../records/connection.ts';

/** Object stores of the device's own database. */
const STORES = ['values', 'drafts', 'projections'] as const;
export type DeviceStoreName = (typeof STORES)[number];

const VERSION = 1;

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, VERSION);
  request.onupgradeneeded = () => {
    for (const store of STORES) request.result.createObjectStore(store);
  };
  return requested(request);
}

/**
 * A small database of key-value stores for data that belongs to the device and never replicates.
 * Throws `StorageError`.
 */
export class DeviceDatabase {
  readonly #connection: Connection;
  /** Called when the browser closed the database by itself: it may be gone. */
  onClosed: () => void = () => undefined;

  constructor(name: string) {
    this.#connection = new Connection(() => openDatabase(name));
    this.#connection.onClosed = () => this.onClosed();
  }

  get(store: DeviceStoreName, key: string): Promise<unknown> {
    return this.#run(store, 'readonly', 'default', (values) => requested(values.get(key)));
  }

  /** All entries of a store, by key. */
  entries(store: DeviceStoreName): Promise<Map<string, unknown>> {
    return this.#run(store, 'readonly', 'default', async (values) => {
      const [keys, found] = await Promise.all([
        requested(values.getAllKeys()),
        requested(values.getAll()),
      ]);
      return new Map(keys.map((key, index) => [String(key), found[index]]));
    });
  }

  async put(store: DeviceStoreName, key: string, value: unknown): Promise<void> {
    await this.#run(store, 'readwrite', 'relaxed', (values) => requested(values.put(value, key)));
  }

  /** Stores several values in one transaction; `undefined` deletes the value under its key. */
  async change(store: DeviceStoreName, changes: ReadonlyMap<string, unknown>): Promise<void> {
    await this.#run(store, 'readwrite', 'relaxed', async (values) => {
      for (const [key, value] of changes) {
        if (value === undefined) values.delete(key);
        else values.put(value, key);
      }
    });
  }

  /**
   * Returns the value under a key; if there is none, stores the given one durably and returns it.
   */
  getOrPut(store: DeviceStoreName, key: string, value: unknown): Promise<unknown> {
    return this.#run(store, 'readwrite', 'strict', async (values) => {
      const found: unknown = await requested(values.get(key));
      if (found !== undefined) return found;
      await requested(values.put(value, key));
      return value;
    });
  }

  /**
   * Changes a value in one durable transaction, so that changes by two tabs run one after the
   * other. `change` gets the stored value and returns the new one; `undefined` deletes it.
   */
  update<T>(store: DeviceStoreName, key: string, change: (stored: unknown) => T): Promise<T> {
    return this.#run(store, 'readwrite', 'strict', async (values) => {
      const next = change(await requested(values.get(key)));
      if (next === undefined) await requested(values.delete(key));
      else await requested(values.put(next, key));
      return next;
    });
  }

  async delete(store: DeviceStoreName, key: string): Promise<void> {
    await this.#run(store, 'readwrite', 'relaxed', (values) => requested(values.delete(key)));
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #run<T>(
    store: DeviceStoreName,
    mode: 'readonly' | 'readwrite',
    durability: IDBTransactionDurability,
    operation: (values: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#connection.run([store], mode, durability, (transaction) =>
        operation(transaction.objectStore(store)),
      );
    } catch (error) {
      throw storageError(error);
    }
  }
}
