import type {
  Child,
  ChildFields,
  DepartureFields,
  Home,
  Mother,
  MotherFields,
  MotherKind,
  OpenedMessage,
  ReferralFields,
  Screening,
} from '@crece/domain';
import type { Author } from '../../base/author.ts';
import type { FileMark } from '../../base/file-mark.ts';
import type { Device } from '../device/types.ts';
import type { UnitSnapshot } from '../projection/types.ts';
import type { Choice, Task } from '../tasks/types.ts';
import type {
  ChildFile,
  ChildrenToMerge,
  HoldOptions,
  ScreeningToSave,
  SlipWrites,
  WriteOptions,
} from '../writes/types.ts';
import type { MovedKind, MovedRecord, RemovedRecord } from './removed-types.ts';

/** A value to subscribe to; `undefined` while it loads. Identity is stable until it changes. */
export interface Live<T> {
  subscribe(listener: () => void): () => void;
  snapshot(): T | undefined;
}

/** Size of a unit's local copy. */
export interface LocalSize {
  documents: number;
  /** Bytes of the records' texts; what the browser needs on disk is more. */
  bytes: number;
}

/** The part of `LocalUnit` that concerns synchronisation; in the code `LocalUnit extends SyncedUnit`. */
export interface SyncedUnit {
  readTask(id: string): Promise<Task | null>;
  /** Ends a `values` task: both stay in the history, the chosen ones stand. */
  choose(task: Task, choice: Choice, author: Author, now: Date): Promise<void>;
  /** Ends a `removed` task by keeping the record, with a choice for fields that also differ. */
  keep(task: Task, choice: Choice, author: Author, now: Date): Promise<void>;
  /** Ends a `removed` task by removing the living version too. */
  confirmRemoval(task: Task, author: Author, now: Date): Promise<void>;
  /** Brings back a record that is removed on every version; its last content stands. */
  putBack(id: string, author: Author, now: Date): Promise<void>;
  /** The removed record, for showing; null when it is not removed or its content was erased. */
  readRemoved(id: string): Promise<Readonly<Record<string, unknown>> | null>;
  /** Where a record lives that moved to another unit; null: it did not, as far as is known here. */
  movedTo(id: string): Promise<Home | null>;
  /**
   * Records removed in the last days that can be put back, the newest first. `fromServer`: the
   * documents of the server's list; null: those that were removed while this device had the unit.
   */
  removedRecords(fromServer: readonly unknown[] | null): Promise<readonly RemovedRecord[]>;
  /** Children or women that moved from this unit to another one, by their ids. */
  movedRecords(kind: MovedKind): Promise<readonly MovedRecord[]>;
  measure(): Promise<LocalSize>;
  /** How many records would be lost with this device's copy, by what is known of the server now. */
  countLoss(): Promise<number>;
  /**
   * How many of the snapshot's pending records a file with this mark holds as they are now. None when
   * the unit's database was removed since.
   */
  heldBy(mark: FileMark): number;
  /** Gives space of replaced revisions back on this device. */
  compact(): Promise<void>;
  /** The person has read that the data had vanished. */
  acknowledgeVanished(): Promise<void>;
  /** Server clock minus device clock in milliseconds, measured at the last contact; null: no contact yet. */
  clockDifference(): number | null;
}

/**
 * One unit's records on this device. Every write by a person is on disk (not only in the system's
 * buffers) when its promise resolves, and is part of the snapshot by then. Faults are thrown as
 * `StorageError`.
 */
export interface LocalUnit extends SyncedUnit {
  readonly stakeDB: string;
  subscribe(listener: () => void): () => void;
  snapshot(): UnitSnapshot;
  /** Resolves when the snapshot is no longer `loading`; rejects when the records cannot be read. */
  ready(): Promise<void>;
  /** Resolves when the snapshot has first rows, or like `ready` when none are kept. */
  firstRows(): Promise<void>;

  childFile(id: string): Live<ChildFile | null>;
  readChildFile(id: string): Promise<ChildFile | null>;
  /**
   * The file of a child that was removed, or of which a screening was, as it was before: for what was
   * typed about it and not saved. Null when neither is removed or nothing of it is left.
   */
  readRemovedFile(childId: string, screeningId?: string): Promise<ChildFile | null>;
  readMother(id: string): Promise<Mother | null>;
  /** A woman who was removed or moved, as she was before, for what was typed about her; else null. */
  readRemovedMother(id: string): Promise<Mother | null>;
  /**
   * Every living document as it is stored, each once, for what reads a whole unit (reports, figures);
   * unreadable ones too. They are read in pages, so that a save meanwhile does not wait.
   */
  documents(): Promise<readonly unknown[]>;

  /** `monthAge`: completed months on the day of registration. */
  createChild(
    fields: ChildFields & { monthAge?: number },
    author: Author,
    now: Date,
  ): Promise<Child>;
  /** `base` is the record as it was loaded; fields changed elsewhere meanwhile are kept. */
  editChild(
    base: Child,
    fields: ChildFields,
    author: Author,
    now: Date,
    options?: WriteOptions,
  ): Promise<Child>;
  /** Removes the child and its screenings in one write; says how many screenings went. */
  removeChild(
    id: string,
    author: Author,
    now: Date,
    options?: HoldOptions,
  ): Promise<{ screenings: number }>;

  /** Decides that two children are one; resolves with the id under which it is listed. */
  mergeChildren(
    merge: ChildrenToMerge,
    author: Author,
    now: Date,
    options?: HoldOptions,
  ): Promise<string>;
  /** Decides that one of a child's records is of another child; what the merge replaced is back. */
  unmergeChildren(recordId: string, author: Author, now: Date): Promise<void>;
  /** Remembers that two children are two. */
  keepApart(ids: readonly [string, string], author: Author, now: Date): Promise<void>;

  saveScreening(
    childId: string,
    screening: ScreeningToSave,
    author: Author,
    now: Date,
    options?: WriteOptions,
  ): Promise<Screening>;
  /** Records what became of a referral; `base` is the screening as shown, no fields take it back. */
  saveReferral(
    base: Screening,
    fields: ReferralFields,
    author: Author,
    now: Date,
    options?: HoldOptions,
  ): Promise<Screening>;
  /** Records that a child died or moved away; `base` is the child as shown, no fields take it back. */
  saveDeparture(
    base: Child,
    fields: DepartureFields,
    author: Author,
    now: Date,
    options?: HoldOptions,
  ): Promise<Child>;
  /** What a person does with the slip of a screening, and with a clinic's answers to it. */
  slips(author: Author, now: Date): Promise<SlipWrites>;
  /** Records that a message to a child's family was opened; null takes it back. */
  saveMessaged(
    childId: string,
    opened: OpenedMessage | null,
    author: Author,
    now: Date,
  ): Promise<void>;
  removeScreening(
    childId: string,
    screeningId: string,
    author: Author,
    now: Date,
    options?: HoldOptions,
  ): Promise<void>;

  saveMother(
    kind: MotherKind,
    fields: MotherFields,
    author: Author,
    now: Date,
    base?: Mother,
    options?: WriteOptions,
  ): Promise<Mother>;
  removeMother(id: string, author: Author, now: Date, options?: HoldOptions): Promise<void>;

  /** Loads demonstration records in bulk; records whose id is here already are left alone. */
  fill(records: readonly (Child | Screening | Mother)[]): Promise<{ written: number }>;

  /** Gives up this use of the unit; the last user closes the database. */
  close(): Promise<void>;
}

export interface OpenUnitOptions {
  device: Device;
  /** IANA time zone of the unit's country: today's date and old time stamps are read in it. */
  timeZone: string;
  /** The clock of this device; only "dated after tomorrow" asks it. */
  clock?: () => Date;
}
