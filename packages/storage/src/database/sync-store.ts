import {
  compareRevisions,
  generationOf,
  highestGeneration,
  isPlausible,
  MAX_LEAP,
} from '@crece/replication';
import type PouchDB from 'pouchdb-core';
import type { BulkRow } from 'pouchdb-core';
import { storageError } from '../faults.ts';
import { StorageError } from '../storage-error.ts';
import type { CarriedDocument } from '../sync/types.ts';
import { inSmallBatches } from './batch-size.ts';
import { carried, readLeaves } from './leaves.ts';
import { canBe } from './revision-order.ts';
import { revisionsIn } from './revision-tree.ts';
import {
  type Change,
  type Changes,
  type Document,
  type UnitDatabase,
  unlessMissing,
  type WriteDurability,
  type Written,
} from './unit-database.ts';
import { changesWritten, rangeOf } from './written-changes.ts';

/** A document that changed, at its newest sequence. */
export interface LeafChange {
  id: string;
  sequence: number;
  /** Every leaf, deleted ones too, the winner first. */
  leaves: readonly string[];
}

export interface LeafChanges {
  changes: LeafChange[];
  /** Everything up to here was read. */
  sequence: number;
}

/** One revision of one document. */
export interface RevisionOf {
  id: string;
  rev: string;
}

/** What came of taking revisions over. */
export interface Taken {
  written: number;
  range: readonly [from: number, to: number] | null;
}

/** Reads at once: each is a transaction of its own, and a person's save waits behind them. */
const READS_AT_ONCE = 100;

/** IndexedDB counts in 32 bits; no unit has so many documents. */
const MOST_CHANGES = 1_000_000;

interface SyncStoreOptions {
  instance: string;
  /** Revisions were taken over: the list follows, other tabs are told. */
  onTaken: (changes: readonly Change[]) => void;
}

/**
 * What synchronisation, merging and backup need of a unit's database: revisions with their ancestry,
 * as CouchDB's protocol carries them. Code of this file is loaded when one of them is used.
 */
export class SyncStore {
  /** Name of the database: locks and channels that belong to it are named after it. */
  readonly name: string;
  /** Id that the database got when it was made. */
  readonly instance: string;
  readonly #database: UnitDatabase;
  readonly #onTaken: SyncStoreOptions['onTaken'];

  constructor(database: UnitDatabase, { instance, onTaken }: SyncStoreOptions) {
    this.name = database.name;
    this.instance = instance;
    this.#database = database;
    this.#onTaken = onTaken;
  }

  /** Sequence of the last change. */
  lastSequence(): Promise<number> {
    return this.#database.lastSequence();
  }

  /** Up to `limit` documents changed after a sequence, each once, with their leaves. */
  async leafChanges(since: number, limit: number): Promise<LeafChanges> {
    const { changes, sequence } = await this.changesSince(since, limit);
    return {
      changes: changes.map(({ id, sequence: at, leaves }) => ({
        id,
        sequence: at,
        // No server takes the others.
        leaves: leaves.filter(canBe),
      })),
      sequence,
    };
  }

  /** The same with each winner's content, deleted ones too. */
  changesSince(since: number, limit: number): Promise<Changes> {
    return this.#database.changesSince(since, Math.min(limit, MOST_CHANGES));
  }

  /** The living documents among the ids. */
  readMany(ids: readonly string[]): Promise<Map<string, Document>> {
    return this.#database.readMany(ids);
  }

  /** Revisions with their ancestry in the order asked; those whose body is gone are left out. */
  async revisions(asked: readonly RevisionOf[]): Promise<CarriedDocument[]> {
    const found: CarriedDocument[] = [];
    for (let start = 0; start < asked.length; start += READS_AT_ONCE) {
      const part = asked.slice(start, start + READS_AT_ONCE);
      const young = await this.#firstRevisions(part.filter(({ rev }) => isFirst(rev)));
      const read = await this.#database.run((pouch) =>
        Promise.all(
          part.map(
            async ({ id, rev }) =>
              young.get(id + rev) ?? (await unlessMissing(pouch.get(id, { rev, revs: true }))),
          ),
        ),
      );
      for (const document of read) if (document !== null) found.push(carried(document));
    }
    return found;
  }

  /** Revisions without ancestors that are their document's winner: one read tells all of them. */
  async #firstRevisions(asked: readonly RevisionOf[]): Promise<Map<string, Document>> {
    if (asked.length === 0) return new Map();
    const keys = [...new Set(asked.map(({ id }) => id))];
    const { rows } = await this.#database.run((pouch) =>
      pouch.allDocs({ keys, include_docs: true }),
    );
    const wanted = new Set(asked.map(({ id, rev }) => id + rev));
    return new Map(
      rows.flatMap(({ doc }) => {
        const key = `${doc?._id}${doc?._rev}`;
        if (doc?._rev === undefined || !wanted.has(key)) return [];
        const [start = '', hash = ''] = doc._rev.split('-');
        return [[key, { ...doc, _revisions: { start: Number(start), ids: [hash] } }]];
      }),
    );
  }

  /**
   * Every leaf of a document that somebody can have written, deleted ones too, the winner first; none
   * when it is unknown.
   */
  async leaves(id: string): Promise<CarriedDocument[]> {
    return (await readLeaves(this.#database, id)).filter(({ _rev }) => canBe(_rev));
  }

  /**
   * Of revisions that a server has, those that were never here, by document. One whose body was
   * replaced by a later revision is not missing.
   */
  async missing(asked: ReadonlyMap<string, readonly string[]>): Promise<Map<string, string[]>> {
    const missing = new Map<string, string[]>();
    const unsure: string[] = [];
    const ids = [...asked.keys()];
    if (ids.length === 0) return missing;
    const { rows } = await this.#database.run((pouch) =>
      pouch.allDocs({ keys: ids, include_docs: false }),
    );
    for (const { key, value } of rows) {
      const revs = asked.get(key) ?? [];
      if (value === undefined) missing.set(key, [...revs]);
      else if (revs.some((rev) => rev !== value.rev)) unsure.push(key);
    }
    for (let start = 0; start < unsure.length; start += READS_AT_ONCE) {
      const part = unsure.slice(start, start + READS_AT_ONCE);
      const trees = await this.#database.run((pouch) =>
        Promise.all(part.map((id) => knownRevisions(pouch, id))),
      );
      for (const [index, id] of part.entries()) {
        const unknown = (asked.get(id) ?? []).filter((rev) => !trees[index]?.has(rev));
        if (unknown.length > 0) missing.set(id, unknown);
      }
    }
    return missing;
  }

  /**
   * Whether a revision from elsewhere may be taken: its generation is one that its record can have
   * reached since what is here.
   */
  async canTake({ _id, _rev, _revisions: { start } }: CarriedDocument): Promise<boolean> {
    const generation = Math.max(start, generationOf(_rev));
    // Nearly all: no record need be read.
    if (generation <= MAX_LEAP) return true;
    const here = (await this.leaves(_id)).map((leaf) => leaf._rev);
    return isPlausible(generation, highestGeneration(here));
  }

  /**
   * Takes revisions over as they are, in transactions of about 40 ms so that a person's save waits
   * for no more than one. Those that are here already change nothing.
   */
  async take(documents: readonly CarriedDocument[]): Promise<void> {
    await inSmallBatches(documents, async (batch) => {
      await this.takeAtOnce(batch);
    });
  }

  /**
   * Takes revisions over in one transaction; answers how many were not here before and, where the
   * adapter tells, the sequences that they got, which nobody else's write came between.
   */
  async takeAtOnce(documents: readonly CarriedDocument[]): Promise<Taken> {
    if (documents.length === 0) return { written: 0, range: null };
    // PouchDB wants a document's revisions oldest first.
    const sorted = documents.toSorted((a, b) => compareRevisions(a._rev, b._rev));
    let docs: CarriedDocument[] = [];
    const rows = await this.#database.run((pouch) => {
      // PouchDB changes what it is given: each attempt gets its own.
      docs = sorted.map(toStored);
      return writeAsTheyAre(pouch, docs);
    }, 'relaxed');
    let written = 0;
    for (const row of rows) {
      if (row?.ok === true) written += 1;
      // Others are what PouchDB made of a revision that it knows already.
      else if (row?.error !== undefined) throw storageError(row);
    }
    const changes = changesWritten(sorted, docs);
    if (written > 0) this.#onTaken(changes);
    return { written, range: changes.length === written ? rangeOf(changes) : null };
  }

  /** Writes new revisions in one transaction; `rev: null` where the leaf had moved on. */
  write(documents: readonly Document[], durability: WriteDurability): Promise<Written[]> {
    return this.#database.write(documents, durability);
  }

  /** A document of this device that never replicates, null when there is none. */
  readLocal(id: string): Promise<Document | null> {
    return this.#database.readLocal(id);
  }

  /** Writes one; `_rev` must be the one that was read. */
  writeLocal(id: string, body: object, durability: WriteDurability = 'strict'): Promise<void> {
    return this.#database.writeLocal(id, { ...body }, durability);
  }
}

/** Whether a revision has no ancestors. */
const isFirst = (rev: string): boolean => rev.startsWith('1-');

/** PouchDB adds to the objects that it is given; attachments have no place in our records. */
function toStored(document: CarriedDocument): CarriedDocument {
  if ('_attachments' in document) {
    throw new StorageError('refused', { fields: ['_attachments'], message: document._id });
  }
  return { ...document };
}

/**
 * The adapter's own bulk write of revisions as they are: PouchDB's public one copies every document
 * deeply first and does not tell which were written.
 */
export function writeAsTheyAre(
  pouch: PouchDB,
  docs: CarriedDocument[],
): Promise<(BulkRow | undefined)[]> {
  return new Promise((resolve, reject) => {
    pouch._bulkDocs({ docs }, { new_edits: false }, (error, rows) => {
      if (rows === undefined) reject(error);
      else resolve(rows);
    });
  });
}

/** Every revision of a document's tree, ancestors without a body too. */
function knownRevisions(pouch: PouchDB, id: string): Promise<Set<string>> {
  return new Promise((resolve, reject) => {
    pouch._getRevisionTree(id, (error, roots) => {
      if (roots === undefined) reject(error);
      else resolve(revisionsIn(roots));
    });
  });
}
