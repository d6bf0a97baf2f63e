import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type {
  Changes,
  Document,
  IsSettled,
  LostRange,
  RevisionOf,
  Taken,
  TakeOptions,
  Tidied,
  UnitRecords,
  UnreadEntry,
  WriteDurability,
  Written,
} from '../../unit/records/unit-records.ts';

/** A changed document with its newest sequence. */
export interface LeafChange {
  id: string;
  sequence: number;
  /** Every leaf, deleted ones too, the winner first. */
  leaves: readonly string[];
}

export interface LeafChanges {
  changes: LeafChange[];
  /** Every change up to this sequence was read. */
  sequence: number;
}

interface SyncStoreOptions {
  instance: string;
  /**
   * Called after revisions were stored, so that the list is updated and other tabs are informed.
   */
  onTaken: (taken: Taken) => void;
}

/**
 * The view of a unit's records for synchronisation, merging and backup: revisions with their
 * ancestry, in the form of CouchDB's replication protocol. This file is loaded when one of them is
 * first used.
 */
export class SyncStore {
  /** Name of the database; its locks and channels are named after it. */
  readonly name: string;
  /** Random id that the database got when it was created. */
  readonly instance: string;
  readonly #records: UnitRecords;
  readonly #onTaken: SyncStoreOptions['onTaken'];

  constructor(records: UnitRecords, { instance, onTaken }: SyncStoreOptions) {
    this.name = records.name;
    this.instance = instance;
    this.#records = records;
    this.#onTaken = onTaken;
  }

  /** Sequence of the last change. */
  lastSequence(): Promise<number> {
    return this.#records.lastSequence();
  }

  /** Up to `limit` documents changed after a sequence, each once, with their leaves. */
  async leafChanges(since: number, limit: number): Promise<LeafChanges> {
    const { changes, sequence } = await this.changesSince(since, limit);
    return {
      changes: changes.map(({ id, sequence: at, leaves }) => ({ id, sequence: at, leaves })),
      sequence,
    };
  }

  /** Like `leafChanges`, with each winner's content, deleted ones too. */
  changesSince(since: number, limit: number): Promise<Changes> {
    return this.#records.changesSince(since, limit);
  }

  /** The living documents among the given ids. */
  readMany(ids: readonly string[]): Promise<Map<string, Document>> {
    return this.#records.readMany(ids);
  }

  /**
   * Revisions with their ancestry, in the order of the request; those without a stored body are
   * left out.
   */
  revisions(asked: readonly RevisionOf[]): Promise<CarriedDocument[]> {
    return this.#records.revisions(asked);
  }

  /** Every leaf of a document, deleted ones too, the winner first; empty when it is unknown. */
  leaves(id: string): Promise<CarriedDocument[]> {
    return this.#records.leaves(id);
  }

  /** The leaves of several documents, in the order of the ids. */
  leavesOfMany(ids: readonly string[]): Promise<CarriedDocument[][]> {
    return this.#records.leavesOfMany(ids);
  }

  /**
   * Of the given revisions of a server, those that were never stored here, by document. A revision
   * whose body was replaced by a later one is not missing.
   */
  missing(asked: ReadonlyMap<string, readonly string[]>): Promise<Map<string, string[]>> {
    return this.#records.missing(asked);
  }

  /**
   * Stores revisions as they are, in one transaction; a save made meanwhile waits for it. Revisions
   * that are already stored change nothing.
   */
  async take(
    documents: readonly CarriedDocument[],
    { isOnServer = false, durability = 'relaxed' }: Partial<TakeOptions> = {},
  ): Promise<Taken> {
    const taken = await this.#records.take(documents, { isOnServer, durability });
    if (taken.written > 0) this.#onTaken(taken);
    return taken;
  }

  /**
   * Writes new revisions in one transaction; `rev: null` where the named revision was no longer a
   * leaf.
   */
  write(documents: readonly Document[], durability: WriteDurability): Promise<Written[]> {
    return this.#records.write(documents, durability);
  }

  /** A local document, which never replicates; null when there is none. */
  readLocal(id: string): Promise<Document | null> {
    return this.#records.readLocal(id);
  }

  /** Writes a local document; `_rev` must be the one that was read. */
  writeLocal(id: string, body: object, durability: WriteDurability = 'strict'): Promise<void> {
    return this.#records.writeLocal(id, { ...body }, durability);
  }

  /** Frees space in one stretch of ids; see `UnitRecords`. */
  tidy(isSettled: IsSettled, after: string): Promise<Tidied> {
    return this.#records.tidy(isSettled, after);
  }

  /** Ranges lost with damaged blocks and not fetched again since. */
  lost(): Promise<LostRange[]> {
    return this.#records.lost();
  }

  /** Entries of this device that could not be read, as they were found. */
  unread(): Promise<UnreadEntry[]> {
    return this.#records.unread();
  }

  /** Reports that a lost range was fetched again. */
  forgetLost(range: LostRange): Promise<void> {
    return this.#records.forgetLost(range);
  }
}
