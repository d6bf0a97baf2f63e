/**
 * Makes writes durable before they are reported.
 *
 * Chromium reports a transaction complete when the system has the data, not the disk, unless the
 * transaction asks for `durability: 'strict'`; PouchDB asks for nothing. So every readwrite
 * transaction of a guarded connection is opened strict, except those begun inside `relaxed`.
 *
 * PouchDB's idb adapter opens its transaction before `bulkDocs` or `put` returns (the connection is
 * open and there are no attachments to digest), so `relaxed` holds for exactly the synchronous part
 * of one call and cannot reach another's write, however many run at once. Should PouchDB ever open
 * it later, the write is strict: slower, never less safe.
 */
export class Durability {
  #isRelaxed = false;

  /** Guards a connection; a connection that is guarded already is left alone. */
  guard(connection: IDBDatabase): void {
    if (Object.hasOwn(connection, 'transaction')) return;
    const begin = connection.transaction.bind(connection);
    const guarded: IDBDatabase['transaction'] = (stores, mode, options) =>
      mode === 'readwrite'
        ? begin(stores, mode, { durability: this.#isRelaxed ? 'relaxed' : 'strict', ...options })
        : begin(stores, mode, options);
    Object.defineProperty(connection, 'transaction', { value: guarded });
  }

  /** Begins a bulk load: its transaction may be lost with the power, never half written. */
  relaxed<T>(begin: () => T): T {
    this.#isRelaxed = true;
    try {
      return begin();
    } finally {
      this.#isRelaxed = false;
    }
  }
}
