import {
  type KeyRange,
  type KeyValueStore,
  type Operation,
  SEQUENCE_OF,
  type SequencedStore,
  type StoreName,
  type Transaction,
} from '../key-value.ts';
import { cloned } from './cloned.ts';

/** The stored content of one database and the lock of its writer; several stores may share it. */
export class MemoryDisk {
  stores = emptyStores();
  /**
   * Called before every put, and before every delete without a value; an error thrown here makes the
   * transaction fail.
   */
  onWrite: (store: StoreName, key: string, value: object | undefined) => void = () => undefined;
  /** Called before a transaction is committed; an error thrown here makes it fail. */
  onCommit: () => void = () => undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** Runs pieces of work one after the other, in the order of the calls. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const ended = this.#last.then(work, work);
    this.#last = ended.catch(() => undefined);
    return ended;
  }
}

function emptyStores(): Record<StoreName, Ordered> {
  return { blocks: new Ordered(), docs: new Ordered(), meta: new Ordered() };
}

function sequenceOf(store: SequencedStore, value: object): number {
  // A test may have put there what is no object.
  const sequence = (Object(value) as Readonly<Record<string, unknown>>)[SEQUENCE_OF[store]];
  return typeof sequence === 'number' ? sequence : Number.NaN;
}

/** One object store. Its sorted lists are built when needed and kept until the next write. */
class Ordered {
  readonly values = new Map<string, object>();
  #keys: string[] | null = null;
  #sequenced: { sequence: number; key: string }[] | null = null;

  /** Sets the value of a key, or deletes it; returns the previous value. */
  set(key: string, value: object | undefined): object | undefined {
    const before = this.values.get(key);
    this.#sequenced = null;
    if (value === undefined || before === undefined) this.#keys = null;
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, value);
    return before;
  }

  keys({ from, to }: KeyRange, limit = Number.POSITIVE_INFINITY): string[] {
    this.#keys ??= [...this.values.keys()].sort();
    return this.#keys
      .filter((key) => (from === undefined || key >= from) && (to === undefined || key <= to))
      .slice(0, limit);
  }

  after(store: SequencedStore, sequence: number, limit: number): (readonly [string, unknown])[] {
    this.#sequenced ??= [...this.values]
      .map(([key, value]) => ({ sequence: sequenceOf(store, value), key }))
      .filter((each) => !Number.isNaN(each.sequence))
      .sort((a, b) => a.sequence - b.sequence);
    return this.#sequenced
      .filter((each) => each.sequence > sequence)
      .slice(0, limit)
      .map(({ key }) => [key, this.values.get(key)]);
  }
}

/** Starts a transaction; `undo` reverts what it wrote. */
function begin({ stores, onWrite }: MemoryDisk): { transaction: Transaction; undo: () => void } {
  const written: (() => void)[] = [];
  const answer = <T>(value: T): Promise<T> => Promise.resolve(cloned(value));
  const set = (store: StoreName, key: string, value: object | undefined): void => {
    onWrite(store, key, value);
    const before = stores[store].set(key, value);
    written.push(() => stores[store].set(key, before));
  };
  const transaction: Transaction = {
    get: (store, key) => answer(stores[store].values.get(key)),
    keys: (store, range, limit) => answer(stores[store].keys(range, limit)),
    after: (store, sequence, limit) => answer(stores[store].after(store, sequence, limit)),
    put: (store, key, value) => set(store, key, cloned(value)),
    delete: (store, key) => set(store, key, undefined),
  };
  return {
    transaction,
    undo() {
      for (const each of written.reverse()) each();
    },
  };
}

/**
 * `KeyValueStore` in memory, for Node. Transactions run one after the other, each stored whole or
 * not at all.
 */
export class MemoryStore implements KeyValueStore {
  readonly name: string;
  readonly #disk: MemoryDisk;
  #isClosed = false;

  constructor(name: string, disk: MemoryDisk) {
    this.name = name;
    this.#disk = disk;
  }

  read<T>(operation: Operation<T>): Promise<T> {
    return this.#run(operation);
  }

  write<T>(_durability: unknown, operation: Operation<T>): Promise<T> {
    return this.#run(operation);
  }

  #run<T>(operation: Operation<T>): Promise<T> {
    return this.#disk.inTurn(async () => {
      if (this.#isClosed) throw new Error('database is closed');
      const { transaction, undo } = begin(this.#disk);
      try {
        const value = await operation(transaction, 1);
        this.#disk.onCommit();
        return value;
      } catch (error) {
        undo();
        throw error;
      }
    });
  }

  async disconnect(): Promise<void> {
    await this.#disk.inTurn(() => Promise.resolve());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.disconnect();
  }

  async destroy(): Promise<void> {
    await this.close();
    this.#disk.stores = emptyStores();
  }
}
