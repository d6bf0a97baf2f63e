import {
  type KeyRange,
  type KeyValueStore,
  type Operation,
  SEQUENCE_OF,
  type SequencedStore,
  type StoreName,
  type Transaction,
} from '../key-value.ts';

/** What lies on the disk of one database, and who writes it now; several stores may share it. */
export class MemoryDisk {
  stores = emptyStores();
  /** Is told of every put and delete before it happens; what it throws makes the transaction fail. */
  onWrite: (store: StoreName, key: string) => void = () => undefined;
  /** Is told before a transaction is stored; what it throws makes it fail. */
  onCommit: () => void = () => undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** One after the other, as they were asked for. */
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
  const sequence: unknown = Reflect.get(value, SEQUENCE_OF[store]);
  return typeof sequence === 'number' ? sequence : Number.NaN;
}

/** One store. Its orders are made when they are asked for and kept until something is written. */
class Ordered {
  readonly values = new Map<string, object>();
  #keys: string[] | null = null;
  #sequenced: { sequence: number; key: string }[] | null = null;

  /** Puts a value under a key, or takes it away; answers what was there. */
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

/** A transaction; `undo` takes back what it wrote. */
function begin({ stores, onWrite }: MemoryDisk): { transaction: Transaction; undo: () => void } {
  const written: (() => void)[] = [];
  const answer = <T>(value: T): Promise<T> => Promise.resolve(structuredClone(value));
  const set = (store: StoreName, key: string, value: object | undefined): void => {
    onWrite(store, key);
    const before = stores[store].set(key, value);
    written.push(() => stores[store].set(key, before));
  };
  const transaction: Transaction = {
    get: (store, key) => answer(stores[store].values.get(key)),
    keys: (store, range, limit) => answer(stores[store].keys(range, limit)),
    after: (store, sequence, limit) => answer(stores[store].after(store, sequence, limit)),
    put: (store, key, value) => set(store, key, structuredClone(value)),
    delete: (store, key) => set(store, key, undefined),
  };
  return {
    transaction,
    undo() {
      for (const each of written.reverse()) each();
    },
  };
}

/** The stores in memory, for Node: transactions one after the other, each whole or not at all. */
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
