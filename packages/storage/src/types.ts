import type {
  Child,
  ChildFields,
  Mother,
  MotherFields,
  MotherKind,
  ReferralFields,
  Screening,
  ScreeningAssessment,
  ScreeningFields,
} from '@crece/domain';
import type { Author } from './base/author.ts';
import type { Device } from './unit/device/types.ts';
import type { SyncedUnit } from './unit/open/types.ts';
import type { UnitSnapshot } from './unit/projection/types.ts';

export type { Author } from './base/author.ts';

export interface ChildFile {
  child: Child;
  /** Newest first. */
  screenings: readonly Screening[];
  /** Ids of the child and the screenings that exist only on this device. */
  pendingIds: readonly string[];
  /** Other versions of the child and its screenings that wait for a choice; absent where none does. */
  versions?: RecordVersions;
}

/** The records as the other side of each open choice has them. */
export interface RecordVersions {
  child: readonly Child[];
  screenings: ReadonlyMap<string, readonly Screening[]>;
}

/** A value to subscribe to; `undefined` while it loads. Identity is stable until it changes. */
export interface Live<T> {
  subscribe(listener: () => void): () => void;
  snapshot(): T | undefined;
}

export interface WriteOptions {
  /** The person was told that the same fields changed elsewhere and wants these values. */
  overwrite?: boolean;
}

/** One screening to save: `base` is the record as it was loaded for editing. */
export interface ScreeningToSave {
  base?: Screening;
  fields: ScreeningFields;
  assessment: ScreeningAssessment;
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

  childFile(id: string): Live<ChildFile | null>;
  readChildFile(id: string): Promise<ChildFile | null>;
  /**
   * The file of a child that was removed, or of which a screening was, as it was before: for what was
   * typed about it and not saved. Null when neither is removed or nothing of it is left.
   */
  readRemovedFile(childId: string, screeningId?: string): Promise<ChildFile | null>;
  readMother(id: string): Promise<Mother | null>;
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
  removeChild(id: string, author: Author, now: Date): Promise<{ screenings: number }>;

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
  ): Promise<Screening>;
  removeScreening(childId: string, screeningId: string, author: Author, now: Date): Promise<void>;

  saveMother(
    kind: MotherKind,
    fields: MotherFields,
    author: Author,
    now: Date,
    base?: Mother,
    options?: WriteOptions,
  ): Promise<Mother>;
  removeMother(id: string, author: Author, now: Date): Promise<void>;

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
