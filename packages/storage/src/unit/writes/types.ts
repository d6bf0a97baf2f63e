import type { Child, Screening, ScreeningAssessment, ScreeningFields } from '@crece/domain';

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

export interface WriteOptions {
  /** The person was told that the same fields changed elsewhere and wants these values. */
  overwrite?: boolean;
}

/** How an act may be taken back. */
export interface HoldOptions {
  /**
   * The person may take it back at once: for `HOLD_MS` no push takes it along, in any tab, and a
   * synchronisation that a person starts waits for it.
   */
  hold?: boolean;
}

/** One screening to save: `base` is the record as it was loaded for editing. */
export interface ScreeningToSave {
  base?: Screening;
  fields: ScreeningFields;
  assessment: ScreeningAssessment;
}
