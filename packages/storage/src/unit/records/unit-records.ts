import type { CarriedDocument } from './carried-document.ts';

/** A document as it is read and written: its content with `_id`, `_rev` and, once deleted, `_deleted`. */
export interface Document {
  _id: string;
  _rev?: string;
  _deleted?: boolean;
  [field: string]: unknown;
}

/** One revision of one document. */
export interface RevisionOf {
  id: string;
  rev: string;
}

/** The result of writing one document. */
export interface Written {
  id: string;
  /** The new revision; null when another revision was written first. */
  rev: string | null;
}

export interface Change {
  id: string;
  sequence: number;
  /** Whether the winner is deleted. */
  deleted: boolean;
  /** The winning revision. */
  document: Document;
  /** Every leaf, the winner first. */
  leaves: readonly string[];
}

export interface Changes {
  changes: Change[];
  /** Every change up to this sequence was read. */
  sequence: number;
}

/**
 * `strict`: on disk when the promise resolves (a person's write). `relaxed`: handed to the
 * operating system (bulk loads and what can be rebuilt).
 */
export type WriteDurability = 'strict' | 'relaxed';

export interface TakeOptions {
  /**
   * True when the server has these revisions and would send them again. Only such revisions may be
   * packed into blocks, because a damaged block loses its rows. False for a backup file and for a
   * person's write.
   */
  isOnServer: boolean;
  durability: WriteDurability;
}

/** The result of storing received revisions. */
export interface Taken {
  /** Revisions that were not here before. */
  written: number;
  /** The changed documents as `changesSince` returns them, each once. */
  changes: readonly Change[];
  /**
   * The sequences assigned by this call, without other writes between them; null when nothing was
   * written.
   */
  range: readonly [from: number, to: number] | null;
}

/** One step of `tidy`. */
export interface Tidied extends Taken {
  /** Where the next step begins; null when the whole unit is done. */
  next: string | null;
}

/** Whether the server has every revision of a document whose newest sequence is `sequence`. */
export type IsSettled = (id: string, sequence: number) => boolean;

/** Documents that were in a damaged block. The server has them and must be asked for them again. */
export interface LostRange {
  /** First and last id, both included. */
  first: string;
  last: string;
}

/** An entry that could not be read, as it was found. It is not among the records any more. */
export interface UnreadEntry {
  readonly id: string;
  readonly raw: unknown;
}

/**
 * The records of one unit on this device: documents with revision trees, an order of changes, and a few
 * documents of the device's own. Faults leave as `StorageError`; after one nothing of that call is
 * stored. Arguments are never written into, and what is answered belongs to the caller.
 *
 * What the package asked of PouchDB before (docs/decisions/0080), and where it stands here:
 *
 * | PouchDB 9 | used by | here |
 * |---|---|---|
 * | constructor, `id()` | opening; the check that a reopened database is the same one | `open` |
 * | `info().update_seq` | list, ledger, first download | `lastSequence` |
 * | `allDocs({ keys, include_docs: true })` | child's file, save, list, synchronisation | `read`, `readMany` |
 * | `allDocs({ keys })`, `_getRevisionTree` | pull, loading a backup | `missing` |
 * | `get(id, { open_revs: 'all', revs })` | merging, tasks, put back, list of documents with several leaves | `leaves`, `leavesOfMany` |
 * | `get(id, { rev, revs })`, `allDocs` for first revisions | push, backup | `revisions` |
 * | `changes({ since, limit, include_docs, style: 'all_docs' })`, once | list, ledger, merging, backup, size | `changesSince` |
 * | `bulkDocs(docs)` | save, merge, demonstration, catalogue | `write` |
 * | `_bulkDocs(docs, { new_edits: false })` with the metadata it leaves behind | download, pull, backup, writing beside a removal | `take` |
 * | `get('_local/…')`, `put('_local/…')` | ledger, ids of this installation, unconfirmed revisions | `readLocal`, `writeLocal` |
 * | `auto_compaction`, `compactDocument` | replaced bodies | nothing: only leaves have a body; `tidy` gives space back |
 * | `revs_limit` (1,000) | stemming | the same, `revisionLimit` of the engine |
 * | `close`, `destroy`, `_get` for its connection | closing, removing the local copy, durability | `close`, `destroy`, `pause` |
 *
 * Nobody reads by a range or a prefix of ids, and nobody uses live changes, `remove`, `purge`, views or
 * attachments.
 */
export interface UnitRecords {
  /** Name of the database; its locks and channels are named after it. */
  readonly name: string;

  /**
   * Called when damaged blocks or unreadable entries were found; `lost` returns which documents to
   * fetch from the server.
   */
  onLost: () => void;
  /** Called when the browser closed the database by itself: it may be gone. */
  onClosed: () => void;

  /** Called after `take` stored something, so that lists are updated and other tabs informed. */
  onTaken: (taken: Taken) => void;

  /**
   * Opens the database and creates it if it is missing. Returns the random instance id that it got
   * when created.
   */
  open(): Promise<string>;

  /** Sequence of the last change; 0 before the first. */
  lastSequence(): Promise<number>;

  /** The winning revision; null when it is deleted or the document is unknown. */
  read(id: string): Promise<Document | null>;

  /** The living documents among the given ids. */
  readMany(ids: readonly string[]): Promise<Map<string, Document>>;

  /**
   * Every leaf of a document with its ancestry, deleted ones too, the winner first; empty when
   * unknown.
   */
  leaves(id: string): Promise<CarriedDocument[]>;

  /** The leaves of several documents, in the order of the ids. */
  leavesOfMany(ids: readonly string[]): Promise<CarriedDocument[][]>;

  /**
   * Revisions with their ancestry, in the order of the request. A revision that is not a leaf has
   * no body and is left out.
   */
  revisions(asked: readonly RevisionOf[]): Promise<CarriedDocument[]>;

  /**
   * Of the given revisions of a server, those that were never stored here, by document. A revision
   * whose body was replaced by a later one is not missing.
   */
  missing(asked: ReadonlyMap<string, readonly string[]>): Promise<Map<string, string[]>>;

  /**
   * Up to `limit` documents changed after a sequence, each once with its winning revision, deleted
   * ones too.
   */
  changesSince(since: number, limit: number): Promise<Changes>;

  /**
   * Writes new revisions in one transaction, each based on its `_rev`. A document whose `_rev` is
   * no longer a leaf is not written and gets `rev: null`; the others are written. Returns one
   * result per document, in the same order.
   */
  write(documents: readonly Document[], durability: WriteDurability): Promise<Written[]>;

  /**
   * Stores revisions as they are, in one transaction. Revisions that are already stored change
   * nothing.
   */
  take(documents: readonly CarriedDocument[], options?: Partial<TakeOptions>): Promise<Taken>;

  /** A local document, which never replicates; null when it does not exist. */
  readLocal(id: string): Promise<Document | null>;

  /**
   * Writes a local document. `_rev` must be the one that was read, or absent for a new document;
   * otherwise it throws `conflict`. `changeLocal` tries again.
   */
  writeLocal(
    id: string,
    document: Omit<Document, '_id'>,
    durability?: WriteDurability,
  ): Promise<void>;

  /**
   * Frees space in one stretch of ids, in one transaction: packs settled documents into blocks and
   * drops replaced rows. A document that moves gets a new sequence, as settled as the old one: the
   * caller must note the returned range. Begins after the id `after`; '' means the beginning.
   */
  tidy(isSettled: IsSettled, after: string): Promise<Tidied>;

  /**
   * Erases records for good, in one transaction: of each that is here one deletion without content is
   * left, and no value of the database holds anything else of it. A deletion that is new here gets a
   * sequence, which the caller must note as received: nobody is sent it.
   */
  erase(ids: readonly string[]): Promise<Taken>;

  /** Ranges lost with what was damaged that were not yet reported as fetched. */
  lost(): Promise<LostRange[]>;

  /** Entries that could not be read, kept as they were found. */
  unread(): Promise<UnreadEntry[]>;

  /**
   * Looks for blocks that are missing, without reading records; calls `onLost` while anything is
   * missing. To be called once, when nothing waits.
   */
  inspect(): Promise<void>;

  /** Reports that the documents of a lost range were fetched again. */
  forgetLost(range: LostRange): Promise<void>;

  /**
   * Releases the connection for another tab that may remove the database, until `over` resolves to
   * whether the database still exists; calls made meanwhile wait. Returns whether it still exists;
   * if not, this object is closed.
   */
  pause(over: () => Promise<boolean>): Promise<boolean>;

  close(): Promise<void>;

  /** Removes the database from this device; this object cannot be used afterwards. */
  destroy(): Promise<void>;
}
