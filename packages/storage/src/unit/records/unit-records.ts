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
  /** Everything up to here was read. */
  sequence: number;
}

/**
 * `strict` is on disk when the promise resolves (a person's write), `relaxed` is handed to the system
 * (bulk loads and what can be rebuilt).
 */
export type WriteDurability = 'strict' | 'relaxed';

export interface TakeOptions {
  /**
   * The server gave these revisions and would give them again: only such may be packed into blocks,
   * because a block that is damaged costs its rows. False for a backup file and for a person's write.
   */
  isOnServer: boolean;
  durability: WriteDurability;
}

/** What came of taking revisions over. */
export interface Taken {
  /** Revisions that were not here before. */
  written: number;
  /** Their documents as `changesSince` tells them, each once. */
  changes: readonly Change[];
  /** The sequences that they got, between which nobody else's write came; null when nothing was written. */
  range: readonly [from: number, to: number] | null;
}

/** One step of `tidy`. */
export interface Tidied extends Taken {
  /** Where the next step begins; null when the whole unit was looked at. */
  next: string | null;
}

/** Whether the server has all there is of a document that stands at a sequence. */
export type IsSettled = (id: string, sequence: number) => boolean;

/** Documents that lay in a damaged block: the server has them and is to be asked again. */
export interface LostRange {
  /** Ids from and to, both included. */
  first: string;
  last: string;
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
 * | `allDocs({ keys, include_docs: true })` | child's file, save, list, `SyncStore.readMany` | `read`, `readMany` |
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
  /** Name of the database: locks and channels that belong to it are named after it. */
  readonly name: string;

  /** Called when blocks were found damaged: `lost` tells what the server is to be asked for. */
  onLost: () => void;

  /** Opens the database, made when it does not exist; answers the random id it got when it was made. */
  open(): Promise<string>;

  /** Sequence of the last change; 0 before the first. */
  lastSequence(): Promise<number>;

  /** The winner; null when it is deleted or the document unknown. */
  read(id: string): Promise<Document | null>;

  /** The living documents among the ids. */
  readMany(ids: readonly string[]): Promise<Map<string, Document>>;

  /** Every leaf of a document with its ancestry, deleted ones too, the winner first; none when unknown. */
  leaves(id: string): Promise<CarriedDocument[]>;

  /** The same of several documents, in the order asked. */
  leavesOfMany(ids: readonly string[]): Promise<CarriedDocument[][]>;

  /** Revisions with their ancestry in the order asked; those that are no leaf have no body and are left out. */
  revisions(asked: readonly RevisionOf[]): Promise<CarriedDocument[]>;

  /**
   * Of revisions that a server has, those that were never here, by document. One whose body was
   * replaced by a later revision is not missing.
   */
  missing(asked: ReadonlyMap<string, readonly string[]>): Promise<Map<string, string[]>>;

  /** Up to `limit` documents changed after a sequence, each once with its winner, deleted ones too. */
  changesSince(since: number, limit: number): Promise<Changes>;

  /**
   * Writes new revisions in one transaction, each on the revision that it names. A document whose
   * revision is no longer a leaf is not written and answers `rev: null`; the others are. One answer per
   * document, in their order.
   */
  write(documents: readonly Document[], durability: WriteDurability): Promise<Written[]>;

  /** Takes revisions over as they are, in one transaction. Those that are here already change nothing. */
  take(documents: readonly CarriedDocument[], options: TakeOptions): Promise<Taken>;

  /** A document of this device that never replicates, null when there is none. */
  readLocal(id: string): Promise<Document | null>;

  /**
   * Writes a document of this device; `_rev` must be the one that was read, absent for a new one, else
   * `failed` with a message that says `conflict`.
   */
  writeLocal(
    id: string,
    document: Omit<Document, '_id'>,
    durability?: WriteDurability,
  ): Promise<void>;

  /**
   * Gives space back, one stretch of ids in one transaction: packs documents into blocks that are
   * settled and drops what was replaced. A document that moves
   * gets a new sequence, which is as settled as the one before: the caller notes the answered range.
   * Begins behind `after`, '' for the beginning.
   */
  tidy(isSettled: IsSettled, after: string): Promise<Tidied>;

  /** What was lost with damaged blocks and was not reported as fetched yet. */
  lost(): Promise<LostRange[]>;

  /** The documents of a lost range were fetched from the server again. */
  forgetLost(range: LostRange): Promise<void>;

  /**
   * Gives the connection up for somebody who may remove the database, until `over` answers whether it
   * is still there; what is asked meanwhile waits. Answers the same; if it is gone, this is closed.
   */
  pause(over: () => Promise<boolean>): Promise<boolean>;

  close(): Promise<void>;

  /** Removes the database from this device; it cannot be used any more. */
  destroy(): Promise<void>;
}
