import { isLostConnection } from '../../base/faults.ts';

export function requested<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs an operation in a transaction of its own; resolves when that is stored. */
async function inTransaction<T>(
  transaction: IDBTransaction,
  operation: (transaction: IDBTransaction) => Promise<T>,
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
  const operated = operation(transaction).then(
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
 * One database of IndexedDB: opened when it is first needed, and again once when the browser closed the
 * connection (storage cleared, another version, another tab that removes the database). Faults are
 * thrown as the browser words them.
 */
export class Connection {
  readonly #open: () => Promise<IDBDatabase>;
  #opened: Promise<IDBDatabase> | null = null;
  #isClosed = false;

  constructor(open: () => Promise<IDBDatabase>) {
    this.#open = open;
  }

  /** Runs an operation in a transaction; `attempt` is 2 when a cut connection made it run once more. */
  async run<T>(
    stores: readonly string[],
    mode: IDBTransactionMode,
    durability: IDBTransactionDurability,
    operation: (transaction: IDBTransaction, attempt: number) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const database = await this.#connected();
        const transaction = database.transaction(stores, mode, { durability });
        return await inTransaction(transaction, (opened) => operation(opened, attempt));
      } catch (error) {
        if (attempt > 1 || this.#isClosed || !isLostConnection(error)) throw error;
        await this.disconnect();
      }
    }
  }

  async #connected(): Promise<IDBDatabase> {
    if (this.#isClosed) throw new Error('database is closed');
    this.#opened ??= this.#open();
    const opened = this.#opened;
    try {
      const database = await opened;
      const letGo = (): void => {
        if (this.#opened === opened) void this.disconnect();
      };
      database.onversionchange = letGo;
      database.onclose = letGo;
      return database;
    } catch (error) {
      if (this.#opened === opened) this.#opened = null;
      throw error;
    }
  }

  /** Lets go of it once what runs has ended; whoever comes next opens another. */
  async disconnect(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    if (opened === null) return;
    try {
      // What runs on it ends first.
      (await opened).close();
    } catch {
      // It never opened.
    }
  }

  /** For good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.disconnect();
  }
}
