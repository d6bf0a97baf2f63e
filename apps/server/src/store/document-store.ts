/**
 * How the server stores documents: databases of CouchDB's kind, with revision trees and a change
 * feed. There are two back ends and one conformance suite for both (`conformance.ts`). A reader may
 * keep and change the bodies it gets; objects passed in by a writer are copied.
 */
import type { Leaf, MissingRevisions } from '@crece/replication';

export { StoreUnavailable } from '../base/store-unavailable.ts';
export type { Leaf, MissingRevisions };

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A stored document; fields that begin with `_` belong to the protocol. */
export interface StoredDocument {
  _id: string;
  _rev: string;
  _deleted?: true;
  [field: string]: unknown;
}

/**
 * A document to write. `_rev` names the leaf that it replaces; it is absent for a new document and
 * for one that comes back after its deletion. A deletion always names its leaf. Fields that are
 * `undefined` are dropped, as in JSON.
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

/** One revision with its ancestry, as replication carries it. */
export interface Replicated {
  document: StoredDocument;
  /** From the revision itself back to the oldest known ancestor: `['3-c', '2-b', '1-a']`. */
  ancestry: readonly string[];
}

/** Revisions of one document to read: every leaf (deleted ones too), or the named ones. */
export interface RevisionsAsked {
  id: string;
  revs: 'leaves' | readonly string[];
}

/** The newest change of one document in the change feed. */
export interface DocumentChange {
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

/**
 * Limit of an answer to several questions, as the approximate length of its JSON; a single answer
 * is never split.
 */
export const ANSWER_CHARACTERS = 4_000_000;

export interface ListQuery {
  /** First id, inclusive. */
  from?: string;
  /** Last id, inclusive. */
  to?: string;
  descending?: boolean;
  /** At least 1. */
  limit?: number;
}

/** Documents with consecutive ids. */
export interface StoredPage {
  documents: readonly StoredDocument[];
  /** Ids of the documents with several living leaves: conflicts that are not resolved yet. */
  contested: readonly string[];
}

/**
 * Every document's leaves with ancestry, the winner first, ordered by id: the data of a first
 * download.
 */
export interface Snapshot extends AsyncIterable<readonly Replicated[]> {
  /**
   * Must be called before the first row is read. Everything up to this sequence is in the rows, so
   * a reader that has them all continues with the changes after it. (`info` may return a later
   * sequence than the rows have, because several servers of a cluster answer.)
   */
  sequence(): Promise<string>;
}

export interface SnapshotQuery {
  /** Continue after this id: the last document that a reader has completely. */
  after?: string;
  /** Include documents whose leaves are all deleted. */
  tombstones: boolean;
}

/**
 * One database: a unit's, or one of the server's own. Its methods reject with `StoreUnavailable`
 * when the back end fails, and with `TypeError`, before anything is written, for invalid ids,
 * revisions or reserved fields (see `document.ts`).
 */
export interface DocumentStore {
  readonly name: string;
  info(): Promise<StoreInfo>;

  /**
   * The winning revision, or the named one. `null` when it is unknown, deleted (without `rev`) or
   * no longer stored: bodies of replaced revisions may be dropped at any time.
   */
  read(id: string, rev?: string): Promise<StoredDocument | null>;
  /** Winning revisions by id; unknown and deleted documents are left out. */
  readMany(ids: readonly string[]): Promise<Map<string, StoredDocument>>;
  /**
   * Every leaf (deleted ones too) or the named revisions, with ancestry; unknown ones are left out.
   */
  readRevisions(id: string, revs: 'leaves' | readonly string[]): Promise<Replicated[]>;
  /**
   * The same for several documents, in the order asked, as many as fit `ANSWER_CHARACTERS` but at
   * least one; the caller asks again for the rest. Two answers about the same document may share
   * bodies.
   */
  readManyRevisions(asked: readonly RevisionsAsked[]): Promise<Replicated[][]>;
  /** Leaves of one document, the winner first; empty when the document is unknown. */
  leaves(id: string): Promise<readonly Leaf[]>;
  /**
   * Winning, living documents by id (in the order of code points). Read in pages, so memory stays
   * bounded. A document written meanwhile may be seen or not; none is seen twice.
   */
  list(query?: ListQuery): AsyncIterable<StoredDocument>;
  /**
   * Winning, living documents whose field holds one of these texts: as its value, as an element of
   * its array, or first in an array that is such an element. In no particular order, each document
   * once, as for `list`. Throws `TypeError` for a field that is not in `indexed-fields.ts`.
   */
  listBy(field: string, values: readonly string[]): AsyncIterable<StoredDocument>;
  /** The same documents as `list`, page by page: for readers of a whole database. */
  pages(): AsyncIterable<StoredPage>;
  snapshot(query: SnapshotQuery): Snapshot;

  /**
   * Writes new revisions on top of the leaves that `_rev` names, in one transaction where the back
   * end has transactions (in CouchDB each document is written separately). A document whose leaf
   * has changed is answered with `conflict`; the others are still written.
   */
  write(drafts: readonly DraftDocument[]): Promise<WriteResult[]>;
  /**
   * Stores revisions as they are (`new_edits: false`), in one transaction as above, and answers in
   * the given order. `check` is called once for each revision that would change something, with its
   * document's leaves as they would be after the whole batch, and may refuse it; if it throws,
   * nothing is written. (When CouchDB itself refuses some revisions, `check` is called once more
   * for the deletions, without those.)
   */
  writeRevisions(
    revisions: readonly Replicated[],
    check?: RevisionCheck,
  ): Promise<readonly RevisionResult[]>;
  /**
   * Removes a leaf from a document's tree, together with ancestors that no other leaf continues, as
   * if it had never arrived; the document gets a new sequence in the feed. Returns `false` and does
   * nothing when the revision is not a leaf or is the only one. Meant for revisions that no replica
   * should have accepted; replicas that did accept them keep theirs.
   */
  dropBranch(id: string, rev: string): Promise<boolean>;
  /** The named revisions that are not stored. */
  missingRevisions(
    asked: ReadonlyMap<string, readonly string[]>,
  ): Promise<Map<string, MissingRevisions>>;

  /**
   * Changes after `since` ('0' or an invalid sequence: from the start), oldest first, each document
   * once, at its newest change. Ends at the newest change that existed when reading began.
   */
  changes(options: { since: string; limit?: number }): AsyncIterable<DocumentChange>;
  /**
   * How many changes `changes` would yield after a sequence now. On a cluster it may be more by the
   * design documents, where more than a hundred follow.
   */
  countChanges(since: string): Promise<number>;
  /** Negative, zero or positive, as for sorting. */
  compareSequences(a: string, b: string): number;
  /**
   * Registers a listener that is called after every committed write of this process that changed
   * the feed and, where a back end is shared, soon after writes of other processes. Returns the
   * function that removes it.
   */
  onChange(listener: () => void): () => void;

  /**
   * Local documents: they do not replicate and do not appear in lists or the feed. Ids are without
   * `_local/`. As for documents, `_rev` must be current; `_deleted` removes the document and its
   * revisions.
   */
  readLocal(id: string): Promise<StoredDocument | null>;
  writeLocal(draft: DraftDocument): Promise<WriteResult>;
  listLocal(prefix: string): AsyncIterable<StoredDocument>;

  /** Drops bodies of revisions that are not leaves, and returns the space to the disk. */
  compact(): Promise<void>;
  /**
   * Compacts, and makes sure that no byte of a dropped body stays in the files of this machine, the
   * log of the database and copies of it included. For erasures: it rewrites the whole file.
   */
  scrub(): Promise<void>;
  /** Prepares in advance what the next report, list or first download would otherwise wait for. */
  warm(): Promise<void>;
}

/** Decides about one revision of a batch: `null` accepts it, a code refuses it for that reason. */
export type RevisionCheck = (candidate: {
  revision: Replicated;
  /** Number of revisions in its document's tree, before and after the whole batch. */
  size: { readonly before: number; readonly after: number };
  /** Leaves before the batch. */
  before: readonly Leaf[];
  /** Leaves as they would be after the whole batch. */
  after: readonly Leaf[];
  /** The highest leap among what the batch brings of its document; see `TreeBuilder.unjoined`. */
  unjoined: string | null;
}) => string | null;

export type RevisionResult =
  | { ok: true; id: string; rev: string; known: boolean }
  | { ok: false; id: string; rev: string; reason: string };

/**
 * Where the databases are, as plain data, so that another thread can open the same ones
 * (`openStoresAt`).
 */
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

/** All databases of this server. */
export interface Stores {
  readonly address: StoresAddress;
  /**
   * Opens a database and creates it if needed: `sys_accounts`, `sys_catalogue`, `sys_audit`, … for
   * the server's own, `unit_<stakeDB>` for a unit's. Throws `TypeError` for a name that
   * `isStoreName` refuses.
   */
  open(name: string): Promise<DocumentStore>;
  /** Whether a database exists; does not create it. */
  has(name: string): Promise<boolean>;
  /**
   * `updateSeq` of a database, '0' when it does not exist (it is not created). Fast for hundreds of
   * databases: one that has not changed since the last call is not opened.
   */
  sequence(name: string): Promise<string>;
  /** Names of the existing databases. (CouchDB tells them to administrators only.) */
  names(): Promise<string[]>;
  /** Rejects with `StoreUnavailable` while the back end cannot be reached. */
  check(): Promise<void>;
  /**
   * Calls the listeners of a database (`onChange`) because another thread of this process has
   * written in it. Readers need no such call: they always read the database itself.
   */
  noticeChange(name: string): void;
  close(): Promise<void>;
}
