/// <reference path="./pouchdb-modules.d.ts" />
import idbAdapter from 'pouchdb-adapter-idb';
import PouchDB, { type Document } from 'pouchdb-core';
import { isLostConnection, storageError } from '../faults.ts';
import { StorageError } from '../storage-error.ts';
import { Durability } from './durability.ts';
import { believed, canBe, canBeEdited } from './revision-order.ts';

PouchDB.plugin(idbAdapter);

export type { Document } from 'pouchdb-core';

/** What became of one document of a write. */
export interface Written {
  id: string;
  /** The new revision; null when another revision came first. */
  rev: string | null;
}

export interface Change {
  id: string;
  sequence: number;
  /** The winner is deleted. */
  deleted: boolean;
  /** The winner. */
  document: Document;
  /** Every leaf, the winner first. */
  leaves: readonly string[];
}

export interface Changes {
  changes: Change[];
  sequence: number;
}

/**
 * `strict` is on disk when the promise resolves (a person's write), `relaxed` is handed to the system
 * (bulk loads and what can be rebuilt).
 */
export type WriteDurability = 'strict' | 'relaxed';

/** A document as it is stored, with its revision. */
type StoredLeaf = Document & { _rev: string };

interface Connection {
  pouch: PouchDB;
  /** What is under way, with its rejection, called when the browser takes the connection away. */
  waiting: Map<PromiseLike<unknown>, (reason: Error) => void>;
}

/** What is under way for longer than this is not waited for when the connection is given up. */
const UNDER_WAY_MS = 5_000;

const CONFLICT = 409;
const NOT_FOUND = 404;

/** Opens PouchDB under a name. Tests that run in Node bring one that keeps its data in memory. */
export type PouchOpener = (name: string) => PouchDB;

const openOnIndexedDb: PouchOpener = (name) =>
  new PouchDB(name, { adapter: 'idb', auto_compaction: true });

function statusOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined;
}

/** The value, or null when PouchDB says that there is none. */
export async function unlessMissing<T>(reading: PromiseLike<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (statusOf(error) === NOT_FOUND) return null;
    throw error;
  }
}

function isBelieved({ _rev }: Document): boolean {
  return _rev === undefined || canBe(_rev);
}

function winnerFirst(winner: string | undefined, leaves: readonly { rev: string }[]): string[] {
  const others = leaves.flatMap(({ rev }) => (rev === winner ? [] : [rev]));
  return winner === undefined ? others : [winner, ...others];
}

/** PouchDB keeps its IndexedDB connection to itself, but each read tells its transaction. */
function idbConnectionOf(pouch: PouchDB): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    pouch._get('crece-connection', {}, (error, result) => {
      if (result === undefined) reject(error);
      else resolve(result.ctx.db);
    });
  });
}

/** Some of PouchDB's reads never answer when the connection is cut under them. */
function unlessLost<T>({ waiting }: Connection, operation: PromiseLike<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    waiting.set(operation, reject);
    operation.then(
      (value) => {
        waiting.delete(operation);
        resolve(value);
      },
      (error: unknown) => {
        waiting.delete(operation);
        reject(error);
      },
    );
  });
}

/**
 * One PouchDB database on IndexedDB: the only door to PouchDB. A connection that the browser closed
 * (another version, storage cleared, an aborted transaction closes PouchDB's connection too) is
 * opened again once; faults leave as `StorageError`.
 */
export class UnitDatabase {
  readonly name: string;
  readonly #openPouch: PouchOpener;
  readonly #durability = new Durability();
  #connection: Promise<Connection> | null = null;
  #isClosed = false;
  #instance: string | null = null;
  /** Set while the connection is given up for somebody who may remove the database. */
  #pause: Promise<void> | null = null;

  constructor(name: string, openPouch: PouchOpener = openOnIndexedDb) {
    this.name = name;
    this.#openPouch = openPouch;
  }

  /** Opens the database, made when it does not exist; answers the id it got when it was made. */
  open(): Promise<string> {
    return this.run((pouch) => pouch.id());
  }

  /** Sequence of the last change. */
  async lastSequence(): Promise<number> {
    return (await this.run((pouch) => pouch.info())).update_seq;
  }

  /** The living documents among the ids. */
  async readMany(ids: readonly string[]): Promise<Map<string, Document>> {
    const found = new Map<string, Document>();
    if (ids.length === 0) return found;
    const { rows } = await this.run((pouch) =>
      pouch.allDocs({ keys: [...ids], include_docs: true }),
    );
    for (const { key, doc } of rows) {
      if (doc) found.set(key, isBelieved(doc) ? doc : ((await this.#believed(key))[0] ?? doc));
    }
    return found;
  }

  /** Up to `limit` documents changed after a sequence, each once with its newest content. */
  async changesSince(sequence: number, limit: number): Promise<Changes> {
    const { results, last_seq } = await this.run((pouch) =>
      pouch.changes({ since: sequence, limit, include_docs: true, style: 'all_docs' }),
    );
    const changes = results.map(async ({ id, seq, deleted, doc, changes: revs }) => {
      const change = {
        id,
        sequence: seq,
        deleted: deleted === true,
        document: doc,
        leaves: winnerFirst(doc._rev, revs),
      };
      return change.leaves.every(canBe) ? change : this.#believedChange(change);
    });
    return { changes: await Promise.all(changes), sequence: last_seq };
  }

  async #believedChange(change: Change): Promise<Change> {
    const leaves = await this.#believed(change.id);
    const [document = change.document] = leaves;
    const deleted = document._deleted === true;
    return { ...change, document, deleted, leaves: leaves.map(({ _rev }) => _rev) };
  }

  /** The leaves of a document some of which nobody can have written. */
  async #believed(id: string): Promise<StoredLeaf[]> {
    const read = await this.run((pouch) =>
      unlessMissing(pouch.get(id, { open_revs: 'all', revs: true })),
    );
    const leaves = (read ?? []).flatMap((leaf) => ('ok' in leaf ? [leaf.ok] : []));
    return believed(leaves.map(({ _revisions, ...leaf }) => leaf as StoredLeaf));
  }

  /**
   * Writes documents in one transaction. A document whose revision is no longer a leaf is not
   * written and answers `rev: null`; the others are. One answer per document, in their order.
   */
  async write(documents: readonly Document[], durability: WriteDurability): Promise<Written[]> {
    if (documents.length === 0) return [];
    // Its edit would have a number that no other device takes, or none at all.
    const last = documents.find(({ _rev }) => _rev !== undefined && !canBeEdited(_rev));
    if (last !== undefined) {
      throw new StorageError('refused', { fields: ['_rev'], message: last._id });
    }
    const rows = await this.run((pouch) => pouch.bulkDocs([...documents]), durability);
    return rows.map((row) => {
      if (row.ok && row.rev !== undefined) return { id: row.id, rev: row.rev };
      if (row.status === CONFLICT) return { id: row.id, rev: null };
      throw storageError(row);
    });
  }

  /** A document of this device that never replicates, null when there is none. */
  async readLocal(id: string): Promise<Document | null> {
    return this.run((pouch) => unlessMissing(pouch.get(`_local/${id}`)));
  }

  /** Writes a document of this device; `_rev` must be the one that was read. */
  async writeLocal(
    id: string,
    document: Omit<Document, '_id'>,
    durability: WriteDurability = 'strict',
  ): Promise<void> {
    await this.run((pouch) => pouch.put({ ...document, _id: `_local/${id}` }), durability);
  }

  /** Removes the database from this device; it cannot be used any more. */
  async destroy(): Promise<void> {
    await this.run((pouch) => pouch.destroy());
    this.#isClosed = true;
    this.#connection = null;
  }

  /**
   * Gives the connection up for somebody who may remove the database, until `over` answers whether it
   * is still there; what is asked meanwhile waits. Answers the same; if it is gone, this is closed.
   */
  async pause(over: () => Promise<boolean>): Promise<boolean> {
    let goOn: () => void = () => undefined;
    this.#pause = new Promise((resolve) => {
      goOn = resolve;
    });
    try {
      await this.#underWay();
      await this.#disconnect();
      // Who does not know is told by opening it.
      const isThere = await over().catch(() => true);
      this.#isClosed ||= !isThere;
    } finally {
      this.#pause = null;
      goOn();
    }
    try {
      // Made anew meanwhile, it is another one.
      await this.open();
    } catch (error) {
      if (storageError(error).code === 'closed') this.#isClosed = true;
    }
    return !this.#isClosed;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#disconnect();
  }

  /**
   * Runs one of PouchDB's operations, once more on another connection when this one was lost. A
   * write of the operation's first, synchronous step has the durability asked for; others are strict.
   */
  async run<T>(
    operation: (pouch: PouchDB) => PromiseLike<T>,
    durability: WriteDurability = 'strict',
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#pause;
      if (this.#isClosed) throw new StorageError('closed');
      try {
        const connection = await this.#connected();
        const { pouch } = connection;
        const begun =
          durability === 'strict'
            ? operation(pouch)
            : this.#durability.relaxed(() => operation(pouch));
        return await unlessLost(connection, begun);
      } catch (error) {
        if (attempt > 1 || this.#isClosed || !isLostConnection(error)) throw storageError(error);
        await this.#disconnect();
      }
    }
  }

  #connected(): Promise<Connection> {
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  async #connect(): Promise<Connection> {
    const pouch = this.#openPouch(this.name);
    try {
      const instance = await pouch.id();
      // The browser removed the data under us: an empty database must not pass for the unit's.
      if (this.#instance !== null && this.#instance !== instance) {
        throw new StorageError('closed', { message: 'the stored data were removed' });
      }
      this.#instance = instance;
      if (pouch.adapter !== 'idb') return { pouch, waiting: new Map() };
      const idb = await idbConnectionOf(pouch);
      this.#durability.guard(idb);
      return { pouch, waiting: this.#watch(idb) };
    } catch (error) {
      this.#connection = null;
      throw error;
    }
  }

  /** Lets go of a connection as soon as it is of no more use, so that the next call opens another. */
  #watch(idb: IDBDatabase): Connection['waiting'] {
    const waiting: Connection['waiting'] = new Map();
    const opened = this.#connection;
    const letGo = (): void => {
      if (this.#connection === opened) void this.#disconnect();
    };
    idb.addEventListener('versionchange', letGo);
    idb.addEventListener('abort', letGo);
    idb.addEventListener('close', () => {
      letGo();
      for (const reject of waiting.values()) reject(new Error('connection-lost'));
    });
    return waiting;
  }

  /** Resolves when what has begun has ended, within reason. */
  async #underWay(): Promise<void> {
    const connection = await this.#connection?.catch(() => null);
    const ends = Promise.allSettled([...(connection?.waiting.keys() ?? [])]);
    await Promise.race([ends, new Promise((resolve) => setTimeout(resolve, UNDER_WAY_MS))]);
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    if (connection === null) return;
    try {
      await (await connection).pouch.close();
    } catch {
      // It is closed already, or never opened: both are what was asked.
    }
  }
}
