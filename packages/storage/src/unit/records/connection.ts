import { isLostConnection } from '../../base/faults.ts';

export function requested<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Runs an operation in one transaction; resolves when the transaction is stored. */
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
      // The transaction has already ended; its own events report how.
    }
  };
  const operated = operation(transaction).then(
    (value) => {
      // Without an explicit commit the browser waits for the answer to every single put first.
      if (transaction.mode === 'readwrite') end('commit');
      return value;
    },
    (error: unknown) => {
      // Discard what the operation put before it failed.
      end('abort');
      throw error;
    },
  );
  const [value, ending] = await Promise.allSettled([operated, ended]);
  // The transaction's own error comes first: a request that failed because of the abort says less.
  if (transaction.error !== null) throw transaction.error;
  if (value.status === 'rejected') throw value.reason;
  if (ending.status === 'rejected') throw ending.reason;
  return value.value;
}

/**
 * A connection to one IndexedDB database. It opens when first needed, and reopens once when the
 * browser closed it (storage cleared, another version, another tab that removes the database).
 * Throws the browser's own errors.
 */
export class Connection {
  readonly #open: () => Promise<IDBDatabase>;
  #opened: Promise<IDBDatabase> | null = null;
  #isClosed = false;
  /** Called when the browser closed the connection by itself, as when site data is cleared. */
  onClosed: () => void = () => undefined;

  constructor(open: () => Promise<IDBDatabase>) {
    this.#open = open;
  }

  /**
   * Runs an operation in a transaction. `attempt` is 2 when it runs again because the connection
   * was lost.
   */
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
      database.onclose = () => {
        letGo();
        this.onClosed();
      };
      return database;
    } catch (error) {
      if (this.#opened === opened) this.#opened = null;
      throw error;
    }
  }

  /**
   * Closes the connection after the running transactions have ended; the next `run` opens a new
   * one.
   */
  async disconnect(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    if (opened === null) return;
    try {
      // IndexedDB lets running transactions end before it closes.
      (await opened).close();
    } catch {
      // The database was never opened, so there is nothing to close.
    }
  }

  /** Closes the connection for good; later calls fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.disconnect();
  }
}
