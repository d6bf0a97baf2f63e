import type { IsoInstant } from '@crece/domain';
import type { Author } from './base/author.ts';

/** How far a unit's records and the server's were last found to be the same. */
export interface SyncStamp {
  /** When a run last ended with nothing left to send or to receive. */
  completedAt: IsoInstant;
  /** Sequence at which the server's feed ended then. */
  serverSequence: string;
  epoch: string;
}

/** A record that the server refused; it stays here and is offered again at every sync. */
export interface RefusedRecord {
  id: string;
  rev: string;
  /** One of contract's `DOCUMENT_REFUSALS`. */
  reason: string;
  /** Codes of the gate, for `unreadable`. */
  details: readonly string[];
  /** A removal that waits for someone with the right to remove. */
  removal: boolean;
  refusedAt: IsoInstant;
  /** The child that the record is or belongs to; absent for a mother or when unknown. */
  childId?: string;
  /** Names on the record, or of the child that a screening belongs to; empty when unknown. */
  title: string;
}

/** An open conflict of one record, as lists and marks need it. */
export interface TaskRef {
  id: string;
  /** `values`: two values for a field; `removed`: removed there, changed here (or the other way). */
  kind: 'values' | 'removed';
  childId?: string;
  title: string;
  /** Fields with two values, sorted. */
  fields: readonly string[];
}

/** One of the two versions of a record that a person chooses between. */
export interface TaskSide {
  rev: string;
  /** The whole version as stored; a removed one keeps the record. */
  document: Readonly<Record<string, unknown>>;
  /** Written by this installation. */
  isHere: boolean;
  writtenBy?: string;
  writtenAt?: IsoInstant;
  /** Who removed it when; absent on a living version. */
  removed?: { by?: string; at?: IsoInstant };
}

/** Everything that the choosing screen shows. `first` is the version that lists show meanwhile. */
export interface Task extends TaskRef {
  first: TaskSide;
  second: TaskSide;
  /** More versions wait behind these two. */
  more: number;
}

/** Of the contested fields, whose value stays: of `first` or of `second`. */
export type Choice = Readonly<Record<string, 'first' | 'second'>>;

/** The local database was found empty or replaced although it had been in use. */
export interface VanishedData {
  /** When the records were last seen. */
  seenAt: IsoInstant;
  /** How many children and mothers there were then; 0: not known. */
  records: number;
  /** Records that existed only on this device then. */
  pending: number;
  /** When the unit had last been synchronised to the end; null: never. */
  syncedAt: IsoInstant | null;
}

/** A unit whose records are gone from this device, as long as nobody has read it. */
export interface MissedUnit {
  stakeDB: string;
  /** Records that existed only on this device. */
  pending: number;
}

/**
 * How much of the server's copy of a unit this device has had: nothing yet; a part of it, and the
 * rest is on its way or was cut; all of it, once.
 */
export type Arrival = 'never' | 'arriving' | 'whole';

/** What a unit knows about its synchronisation; part of the snapshot. */
export interface SyncState {
  /** Null: never synchronised on this device. */
  stamp: SyncStamp | null;
  /** A run after the stamp did not come to the end: what others saved since may be missing. */
  isIncomplete: boolean;
  arrival: Arrival;
  /** Children registered on this device before the unit was whole: nothing of them is elsewhere. */
  madeHere: readonly string[];
  refused: readonly RefusedRecord[];
  /** Open conflicts, by title. */
  tasks: readonly TaskRef[];
  vanished: VanishedData | null;
}

/** Whether "synced" may be shown: proof, not hope. */
export interface SyncedQuestion {
  pending: number;
  sync: SyncState;
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
  measure(): Promise<LocalSize>;
  /** How many records would be lost with this device's copy, by what is known of the server now. */
  countLoss(): Promise<number>;
  /** Gives space of replaced revisions back on this device. */
  compact(): Promise<void>;
  /** The person has read that the data had vanished. */
  acknowledgeVanished(): Promise<void>;
  /** Server clock minus device clock in milliseconds, measured at the last contact; null: no contact yet. */
  clockDifference(): number | null;
}
