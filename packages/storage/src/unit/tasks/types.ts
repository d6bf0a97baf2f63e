import type { IsoInstant } from '@crece/domain';

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
