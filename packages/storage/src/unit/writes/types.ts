import type {
  Child,
  ChildFields,
  ClinicAnswer,
  Screening,
  ScreeningAssessment,
  ScreeningFields,
} from '@crece/domain';

export type ChildFieldName = keyof ChildFields;

export interface ChildFile {
  child: Child;
  /** Newest first. */
  screenings: readonly Screening[];
  /** Ids of the child and the screenings that exist only on this device. */
  pendingIds: readonly string[];
  /** Other versions of the child and its screenings that wait for a choice; absent where none does. */
  versions?: RecordVersions;
  /** Other records of the same child; absent for one that was registered once. */
  others?: readonly Child[];
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

/** What a person decided about two records of one child. */
export interface ChildrenToMerge {
  /** The two records, in any order; they may lead others. */
  ids: readonly [string, string];
  /** Fields of the child that take the value of the record with the larger id. */
  fromLarger: readonly ChildFieldName[];
  /** Screenings that were typed twice, to be removed. */
  twice?: readonly string[];
}

/** One screening to save: `base` is the record as it was loaded for editing. */
export interface ScreeningToSave {
  base?: Screening;
  fields: ScreeningFields;
  assessment: ScreeningAssessment;
}

/** What a person does with the slip of a screening; each takes the screening as it is shown. */
export interface SlipWrites {
  /** Gives a screening of an older build the slip that it lacks; the same where it has one. */
  giveSlip(base: Screening): Promise<Screening>;
  /**
   * Adds a clinic's answer. One of the same outcome and day is there already: nothing changes, and what was
   * struck stays so. Null: the screening has as many answers as it keeps.
   */
  takeClinicAnswer(base: Screening, answer: ClinicAnswer): Promise<Screening | null>;
  /** Strikes a clinic's answer for good: no merge brings it back. */
  strikeClinicAnswer(base: Screening, answer: ClinicAnswer): Promise<Screening>;
}
