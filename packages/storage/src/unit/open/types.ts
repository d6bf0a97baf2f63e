import type { Author } from '../../base/author.ts';
import type { Choice, Task } from '../tasks/types.ts';

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
