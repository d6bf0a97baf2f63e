/// <reference path="../../../testing/pouchdb-modules.d.ts" />
import { compareRevisions, erasureOf, isEmptyVersion } from '@crece/replication';
import PouchDB, { type RevisionNode, type RevisionRoots } from 'pouchdb-core';
import { storageError } from '../../../base/faults.ts';
import { Mutex } from '../../../base/mutex.ts';
import { StorageError } from '../../../base/storage-error.ts';
import type { CarriedDocument } from '../carried-document.ts';
import { carriedRevision, writtenRevision } from '../incoming.ts';
import type {
  Changes,
  Document,
  LostRange,
  RevisionOf,
  Taken,
  Tidied,
  UnitRecords,
  UnreadEntry,
  Written,
} from '../unit-records.ts';

export interface PouchRecordsOptions {
  adapter: 'idb' | 'memory';
  /** Maximum number of revisions kept per leaf. */
  revisionLimit?: number;
}

const CONFLICT = 409;
const NOT_FOUND = 404;

async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    const isObject = typeof error === 'object' && error !== null;
    if (isObject && Reflect.get(error, 'status') === NOT_FOUND) return null;
    throw storageError(error);
  }
}

/**
 * Sorts the leaves of a document as every replica does: living before deleted, then the highest
 * revision first.
 */
function winnerFirst(a: CarriedDocument, b: CarriedDocument): number {
  const isDeletedA = a._deleted === true;
  if (isDeletedA !== (b._deleted === true)) return isDeletedA ? 1 : -1;
  return compareRevisions(b._rev, a._rev);
}

/** Every revision in PouchDB's tree, including ancestors without a body. */
function revisionsIn(roots: RevisionRoots): Set<string> {
  const revisions = new Set<string>();
  const open: { generation: number; node: RevisionNode }[] = roots.map(({ pos, ids }) => ({
    generation: pos,
    node: ids,
  }));
  // A loop instead of recursion: a history may be a thousand revisions deep.
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { generation, node } = next;
    const [hash, , branches] = node;
    revisions.add(`${generation}-${hash}`);
    for (const branch of branches) open.push({ generation: generation + 1, node: branch });
  }
  return revisions;
}

/**
 * The published PouchDB as `UnitRecords`, by its public methods where possible: the reference with
 * which our store is compared. The adapter must already be registered as a plugin.
 */
export class PouchRecords implements UnitRecords {
  readonly name: string;
  /** Never called: PouchDB has no blocks. */
  onLost = (): void => undefined;
  onClosed = (): void => undefined;
  onTaken = (): void => undefined;
  readonly #pouch: PouchDB;
  readonly #mutex = new Mutex();

  constructor(name: string, { adapter, revisionLimit = 1000 }: PouchRecordsOptions) {
    this.name = name;
    this.#pouch = new PouchDB(name, {
      adapter,
      auto_compaction: true,
      revs_limit: revisionLimit,
    });
  }

  open(): Promise<string> {
    return this.#pouch.id();
  }

  async lastSequence(): Promise<number> {
    return (await this.#pouch.info()).update_seq;
  }

  async read(id: string): Promise<Document | null> {
    return (await this.readMany([id])).get(id) ?? null;
  }

  async readMany(ids: readonly string[]): Promise<Map<string, Document>> {
    const { rows } = await this.#pouch.allDocs({ keys: [...ids], include_docs: true });
    return new Map(rows.flatMap(({ key, doc }) => (doc ? [[key, doc]] : [])));
  }

  async leaves(id: string): Promise<CarriedDocument[]> {
    const read = await unlessMissing(this.#pouch.get(id, { open_revs: 'all', revs: true }));
    const leaves = new Map<string, CarriedDocument>();
    for (const leaf of read ?? []) {
      if (!('ok' in leaf)) continue;
      const document = leaf.ok as CarriedDocument;
      // PouchDB may list a leaf in two trees: keep it once, with the longer ancestry.
      const other = leaves.get(document._rev)?._revisions.ids.length ?? 0;
      if (document._revisions.ids.length > other) leaves.set(document._rev, document);
    }
    return [...leaves.values()].sort(winnerFirst);
  }

  leavesOfMany(ids: readonly string[]): Promise<CarriedDocument[][]> {
    return Promise.all(ids.map((id) => this.leaves(id)));
  }

  async revisions(asked: readonly RevisionOf[]): Promise<CarriedDocument[]> {
    const read = await Promise.all(
      asked.map(({ id, rev }) => unlessMissing(this.#pouch.get(id, { rev, revs: true }))),
    );
    return read.flatMap((document) => (document === null ? [] : [document as CarriedDocument]));
  }

  async missing(asked: ReadonlyMap<string, readonly string[]>): Promise<Map<string, string[]>> {
    const missing = new Map<string, string[]>();
    for (const [id, revs] of asked) {
      const known = await this.#known(id);
      const unknown = revs.filter((rev) => !known.has(rev));
      if (unknown.length > 0) missing.set(id, unknown);
    }
    return missing;
  }

  /**
   * Every revision of a document's tree. `revsDiff` does not serve: it reports revisions whose body
   * was compacted as missing.
   */
  #known(id: string): Promise<ReadonlySet<string>> {
    return new Promise((resolve) => {
      this.#pouch._getRevisionTree(id, (_, roots) => resolve(revisionsIn(roots ?? [])));
    });
  }

  async changesSince(since: number, limit: number): Promise<Changes> {
    const { results, last_seq } = await this.#pouch.changes({
      since,
      limit: Math.min(limit, 1_000_000),
      include_docs: true,
      style: 'all_docs',
    });
    const changes = results.map(({ id, seq, deleted, doc, changes: revs }) => {
      const leaves = [...new Set([doc._rev ?? '', ...revs.map(({ rev }) => rev)])];
      return { id, sequence: seq, deleted: deleted === true, document: doc, leaves };
    });
    return { changes, sequence: last_seq };
  }

  /** Runs calls one after another, like transactions. */
  write(documents: readonly Document[]): Promise<Written[]> {
    return this.#mutex.run(() => this.#write(documents));
  }

  /** Runs calls one after another, like transactions. */
  take(documents: readonly CarriedDocument[]): Promise<Taken> {
    return this.#mutex.run(() => this.#take(documents));
  }

  async #write(documents: readonly Document[]): Promise<Written[]> {
    documents.forEach(writtenRevision);
    const rows = await this.#pouch.bulkDocs([...documents]);
    return rows.map((row) => {
      if (row.ok && row.rev !== undefined) return { id: row.id, rev: row.rev };
      if (row.status === CONFLICT) return { id: row.id, rev: null };
      throw storageError(row);
    });
  }

  async #take(documents: readonly CarriedDocument[]): Promise<Taken> {
    documents.forEach(carriedRevision);
    const before = await this.lastSequence();
    const asked = new Map<string, string[]>();
    for (const { _id, _rev } of documents) {
      asked.set(_id, [...new Set([...(asked.get(_id) ?? []), _rev])]);
    }
    const missing = [...(await this.missing(asked)).values()].flat();
    if (missing.length > 0) await this.#pouch.bulkDocs([...documents], { new_edits: false });
    const { changes, sequence } = await this.changesSince(before, Number.POSITIVE_INFINITY);
    const range = sequence > before ? ([before + 1, sequence] as const) : null;
    return { written: missing.length, changes, range };
  }

  readLocal(id: string): Promise<Document | null> {
    return unlessMissing(this.#pouch.get(`_local/${id}`));
  }

  async writeLocal(id: string, document: Omit<Document, '_id'>): Promise<void> {
    try {
      await this.#pouch.put({ ...document, _id: `_local/${id}` });
    } catch (error) {
      const isRace = Reflect.get(Object(error), 'name') === 'conflict';
      throw isRace ? new StorageError('conflict', { cause: error }) : storageError(error);
    }
  }

  /** Does nothing: PouchDB frees space by itself. */
  tidy(): Promise<Tidied> {
    return Promise.resolve({ written: 0, changes: [], range: null, next: null });
  }

  /** Puts an erasure on every version; PouchDB drops replaced bodies by itself. */
  async erase(ids: readonly string[]): Promise<Taken> {
    const before = await this.lastSequence();
    const leaves = (await this.leavesOfMany(ids)).flat();
    await this.write(leaves.filter((leaf) => !isEmptyVersion(leaf)).map(erasureOf));
    const { changes, sequence } = await this.changesSince(before, Number.POSITIVE_INFINITY);
    const range = sequence > before ? ([before + 1, sequence] as const) : null;
    return { written: changes.length, changes, range };
  }

  unread(): Promise<UnreadEntry[]> {
    return Promise.resolve([]);
  }

  inspect(): Promise<void> {
    return Promise.resolve();
  }

  lost(): Promise<LostRange[]> {
    return Promise.resolve([]);
  }

  async forgetLost(): Promise<void> {
    await this.lost();
  }

  pause(over: () => Promise<boolean>): Promise<boolean> {
    return over();
  }

  close(): Promise<void> {
    return this.#pouch.close();
  }

  destroy(): Promise<void> {
    return this.#pouch.destroy();
  }
}
