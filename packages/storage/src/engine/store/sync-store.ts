import { generationOf, highestGeneration, isPlausible, MAX_LEAP } from '@crece/replication';
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
  WriteDurability,
  Written,
} from '../../unit/records/unit-records.ts';

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

interface SyncStoreOptions {
  instance: string;
  /** Revisions were taken over: the list follows, other tabs are told. */
  onTaken: (taken: Taken) => void;
}

/**
 * What synchronisation, merging and backup need of a unit's records: revisions with their ancestry, as
 * CouchDB's protocol carries them. Code of this file is loaded when one of them is used.
 */
export class SyncStore {
  /** Name of the database: locks and channels that belong to it are named after it. */
  readonly name: string;
  /** Id that the database got when it was made. */
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

  /** The same with each winner's content, deleted ones too. */
  changesSince(since: number, limit: number): Promise<Changes> {
    return this.#records.changesSince(since, limit);
  }

  /** The living documents among the ids. */
  readMany(ids: readonly string[]): Promise<Map<string, Document>> {
    return this.#records.readMany(ids);
  }

  /** Revisions with their ancestry in the order asked; those whose body is gone are left out. */
  revisions(asked: readonly RevisionOf[]): Promise<CarriedDocument[]> {
    return this.#records.revisions(asked);
  }

  /** Every leaf of a document, deleted ones too, the winner first; none when it is unknown. */
  leaves(id: string): Promise<CarriedDocument[]> {
    return this.#records.leaves(id);
  }

  /** The same of several documents, in the order asked. */
  leavesOfMany(ids: readonly string[]): Promise<CarriedDocument[][]> {
    return this.#records.leavesOfMany(ids);
  }

  /**
   * Of revisions that a server has, those that were never here, by document. One whose body was
   * replaced by a later revision is not missing.
   */
  missing(asked: ReadonlyMap<string, readonly string[]>): Promise<Map<string, string[]>> {
    return this.#records.missing(asked);
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
   * Takes revisions over as they are, in one transaction: a save that comes meanwhile waits for it.
   * Those that are here already change nothing.
   */
  async take(
    documents: readonly CarriedDocument[],
    { isOnServer = false, durability = 'relaxed' }: Partial<TakeOptions> = {},
  ): Promise<Taken> {
    const taken = await this.#records.take(documents, { isOnServer, durability });
    if (taken.written > 0) this.#onTaken(taken);
    return taken;
  }

  /** Writes new revisions in one transaction; `rev: null` where the leaf had moved on. */
  write(documents: readonly Document[], durability: WriteDurability): Promise<Written[]> {
    return this.#records.write(documents, durability);
  }

  /** A document of this device that never replicates, null when there is none. */
  readLocal(id: string): Promise<Document | null> {
    return this.#records.readLocal(id);
  }

  /** Writes one; `_rev` must be the one that was read. */
  writeLocal(id: string, body: object, durability: WriteDurability = 'strict'): Promise<void> {
    return this.#records.writeLocal(id, { ...body }, durability);
  }

  /** Gives space back, one stretch of ids; see `UnitRecords`. */
  tidy(isSettled: IsSettled, after: string): Promise<Tidied> {
    return this.#records.tidy(isSettled, after);
  }

  /** What was lost with damaged blocks and not fetched again since. */
  lost(): Promise<LostRange[]> {
    return this.#records.lost();
  }

  /** It was fetched again. */
  forgetLost(range: LostRange): Promise<void> {
    return this.#records.forgetLost(range);
  }
}
