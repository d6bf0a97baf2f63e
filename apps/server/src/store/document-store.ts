/**
 * The server's one way to keep documents: databases of CouchDB's kind, with revision trees and a
 * change feed. Two back ends, one conformance suite (`conformance.ts`). A reader gets bodies that it
 * may keep and change; a writer's objects are never kept.
 */
import type { Leaf, MissingRevisions } from '@crece/replication';

export type { Leaf, MissingRevisions };

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A document as kept: fields beginning with `_` are the protocol's. */
export interface StoredDocument {
  _id: string;
  _rev: string;
  _deleted?: true;
  [field: string]: unknown;
}

/**
 * A document to write: `_rev` names the leaf that it replaces; absent for a new one and for one that
 * comes back after its deletion. A deletion always names its leaf. A field that is `undefined` is not
 * kept, as in JSON.
 */
export interface DraftDocument {
  _id: string;
  _rev?: string;
  _deleted?: true;
  [field: string]: unknown;
}

export type WriteResult =
  | { ok: true; id: string; rev: string }
  | { ok: false; id: string; error: 'conflict' };

/** One revision with its ancestry, as replication carries it: `revisions[0]` is its own. */
export interface Replicated {
  document: StoredDocument;
  /** From the revision itself back to the oldest known ancestor: `['3-c', '2-b', '1-a']`. */
  ancestry: readonly string[];
}

/** Revisions of one document: every leaf (deleted ones too), or those named. */
export interface RevisionsAsked {
  id: string;
  revs: 'leaves' | readonly string[];
}

/** One document's newest place in the change feed. */
export interface Change {
  /** Opaque to clients; `compareSequences` of the store orders them. */
  seq: string;
  id: string;
  deleted: boolean;
  /** The winner first, then the other leaves in CouchDB's order. */
  leaves: readonly Leaf[];
}

export interface StoreInfo {
  name: string;
  docCount: number;
  deletedCount: number;
  updateSeq: string;
}

/** Answers to several questions end, each as a whole, when their JSON has about this length. */
export const ANSWER_CHARACTERS = 4_000_000;

export interface ListQuery {
  /** First id, included. */
  from?: string;
  /** Last id, included. */
  to?: string;
  descending?: boolean;
  /** At least 1. */
  limit?: number;
}

/** Documents that follow each other by id. */
export interface StoredPage {
  documents: readonly StoredDocument[];
  /** Ids of those with several living leaves: between them nobody has chosen yet. */
  contested: readonly string[];
}

/** Every document's leaves with ancestry, the winner first, by id: what a first download needs. */
export interface Snapshot extends AsyncIterable<readonly Replicated[]> {
  /**
   * To be asked before the first row. Everything up to this sequence is in the rows: whoever has
   * them all reads the changes after it. (`info` may be further than the rows are: several servers
   * of a cluster answer.)
   */
  sequence(): Promise<string>;
}

export interface SnapshotQuery {
  /** Goes on after this id: the last one that a reader has completely. */
  after?: string;
  /** Also documents of which every leaf is deleted. */
  tombstones: boolean;
}

/**
 * One database: a unit's, or one of the server's own. Its methods reject with `StoreUnavailable` when
 * the back end fails, and with `TypeError`, before anything is written, for what no caller may hand
 * in (see `document.ts`: ids, revisions, reserved fields).
 */
export interface DocumentStore {
  readonly name: string;
  info(): Promise<StoreInfo>;

  /**
   * The winning revision, or the one asked for; `null` when unknown, deleted (without `rev`) or no
   * longer kept: bodies of replaced revisions may be dropped at any time.
   */
  read(id: string, rev?: string): Promise<StoredDocument | null>;
  /** Winning revisions by id; unknown and deleted ones are absent from the answer. */
  readMany(ids: readonly string[]): Promise<Map<string, StoredDocument>>;
  /** Every leaf (deleted ones too) or the revisions named, with ancestry; unknown ones are absent. */
  readRevisions(id: string, revs: 'leaves' | readonly string[]): Promise<Replicated[]>;
  /**
   * The same for several documents, answered in the order asked, as many as fit
   * `ANSWER_CHARACTERS`: at least the first, and the rest is to be asked again. An answer may share
   * bodies with another one of the same document.
   */
  readManyRevisions(asked: readonly RevisionsAsked[]): Promise<Replicated[][]>;
  /** Leaves of one document, the winner first; empty when unknown. */
  leaves(id: string): Promise<readonly Leaf[]>;
  /**
   * Winning, living documents by id (order of code points), in pages behind the scenes: memory does
   * not grow. What is written meanwhile may be seen or not; nothing is seen twice.
   */
  list(query?: ListQuery): AsyncIterable<StoredDocument>;
  /** All that `list` gives, in pages as they are read: for whoever reads a whole database. */
  pages(): AsyncIterable<StoredPage>;
  snapshot(query: SnapshotQuery): Snapshot;

  /**
   * Writes new revisions on top of the leaves that `_rev` names, all in one transaction where the
   * back end has them (CouchDB: each document by itself); a document whose leaf has moved on is answered with `conflict`, and the others are written all the same.
   */
  write(drafts: readonly DraftDocument[]): Promise<WriteResult[]>;
  /**
   * Takes revisions over as they are (`new_edits: false`), in one transaction as above, answered in
   * the order given. `check` is asked once for each revision that would change something, sees its document's
   * leaves as they would be after the whole batch, and may refuse it; a throw writes nothing. (When
   * CouchDB itself refuses some of it, `check` is asked about the deletions once more, without that.)
   */
  writeRevisions(
    revisions: readonly Replicated[],
    check?: RevisionCheck,
  ): Promise<readonly RevisionResult[]>;
  /**
   * Takes a leaf out of a document's tree, with the ancestors that it alone continues, as if it had
   * never come; the document gets a new place in the feed. `false`, and nothing is done, when it is
   * no leaf or the only one. For what no replica should have taken: others that did keep theirs.
   */
  dropBranch(id: string, rev: string): Promise<boolean>;
  /** Of the revisions asked for, those that are not here. */
  missingRevisions(
    asked: ReadonlyMap<string, readonly string[]>,
  ): Promise<Map<string, MissingRevisions>>;

  /**
   * Changes after `since` ('0', and what is no sequence: from the start), oldest first, each document
   * once, at its newest place; ends at the newest change there was when the reading began.
   */
  changes(options: { since: string; limit?: number }): AsyncIterable<Change>;
  /** How many `changes` would give after a sequence now. */
  countChanges(since: string): Promise<number>;
  /** Negative, zero or positive, as for sorting. */
  compareSequences(a: string, b: string): number;
  /**
   * Called after every write of this process that changed the feed, when it is kept for good, and
   * soon after writes of other processes where a back end is shared; returns how to stop.
   */
  onChange(listener: () => void): () => void;

  /**
   * Documents that do not replicate, not listed with the others; ids without `_local/`. `_rev` must be
   * current, as for documents; `_deleted` forgets the document and its revisions.
   */
  readLocal(id: string): Promise<StoredDocument | null>;
  writeLocal(draft: DraftDocument): Promise<WriteResult>;
  listLocal(prefix: string): AsyncIterable<StoredDocument>;

  /** Drops bodies of revisions that are no leaves, and gives the space back. */
  compact(): Promise<void>;
  /** Does beforehand what the next report, list or first download would wait for. */
  warm(): Promise<void>;
}

/** Decides about one revision of a batch; `null` takes it, a code refuses it with that reason. */
export type RevisionCheck = (candidate: {
  revision: Replicated;
  /** Revisions in its document's tree, as it is and as it would be after the whole batch. */
  size: { readonly before: number; readonly after: number };
  /** Leaves before the batch. */
  before: readonly Leaf[];
  /** Leaves as they would be after the whole batch. */
  after: readonly Leaf[];
}) => string | null;

export type RevisionResult =
  | { ok: true; id: string; rev: string; known: boolean }
  | { ok: false; id: string; rev: string; reason: string };

/** Where databases are, as plain data: another thread opens the same ones by it (`openStoresAt`). */
export type StoresAddress =
  | { kind: 'files'; dir: string }
  | {
      kind: 'couchdb';
      url: string;
      adminUrl: string | null;
      copiesDir: string;
      prefix?: string;
      isFenced?: boolean;
    };

/** The databases of this server. */
export interface Stores {
  readonly address: StoresAddress;
  /**
   * Opens a database, made when it does not exist: `sys_accounts`, `sys_catalogue`, `sys_audit`, …
   * for the server's own, `unit_<stakeDB>` for a unit's. A name that `isStoreName` refuses is a
   * `TypeError`.
   */
  open(name: string): Promise<DocumentStore>;
  /** Whether a database exists; it is not made. */
  has(name: string): Promise<boolean>;
  /**
   * `updateSeq` of a database, '0' where there is none (it is not made). Quick for hundreds: what has
   * not changed since the last question is not opened.
   */
  sequence(name: string): Promise<string>;
  /** Names of the databases that exist. (CouchDB tells them to its administrators alone.) */
  names(): Promise<string[]>;
  /** Rejects with `StoreUnavailable` while the back end cannot be asked. */
  check(): Promise<void>;
  /**
   * Tells those who listen to a database (`onChange`) that another thread of this process has written
   * in it. Reading needs no such call: every question is put to the database as it is.
   */
  noticeChange(name: string): void;
  close(): Promise<void>;
}

/**
 * The back end cannot be reached or breaks its protocol. Nothing that was to be written is acknowledged;
 * where the answer was lost on its way (CouchDB), some of it may be there.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
