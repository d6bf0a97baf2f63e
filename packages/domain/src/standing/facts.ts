import type { Child, IsoDate, Screening } from '../fields/entities.ts';
import type { PlannedScreening } from '../screening/next-visit.ts';
import type { OpenSign } from './open-signs.ts';
import type { KnownOutcome } from './outcome.ts';

/** A weight below the form's limits that was kept: "health worker today". */
export interface LowWeight extends KnownLowWeight {
  readonly outcomes: readonly KnownOutcome[];
}

export interface KnownLowWeight {
  readonly date: IsoDate;
  readonly weight: number;
}

/** "Died" or "moved away", said of a child. */
export interface ChildDeparture extends KnownOutcome {
  /** The day after it on which the child was screened or at a clinic: it no longer counts. */
  readonly voidedOn: IsoDate | null;
}

/**
 * What all screenings of a child say together, as far as the newest alone does not: worked out once,
 * when a record changes. Everything that depends on the day is asked of `standingOn`.
 */
export interface StandingFacts {
  readonly openSigns: readonly OpenSign[];
  /** The last screening before the newest with acute evidence, swelling or a red MUAC. */
  readonly lastAcuteOn: IsoDate | null;
  readonly lowWeight: LowWeight | null;
  readonly departure: ChildDeparture | null;
  /** Said with a day after tomorrow, by day: they count when it has come. */
  readonly departuresAhead?: readonly ChildDeparture[];
  /** The day of the last "died" that a clinic answered, unless a screening or word is dated after it. */
  readonly clinicDied?: IsoDate;
  /** Under 6 months: the newest screening weighs less than the last one before that has a weight. */
  readonly isWeightLost: boolean;
  /**
   * Where nothing of the newest screening can be assessed: an earlier one of the last 31 days that
   * was assessed and shows no acute sign.
   */
  readonly assessedBefore: PlannedScreening | null;
  /** The latest birth date, while another than the child's waits for a choice. */
  readonly youngest?: IsoDate;
}

export const NO_STANDING_FACTS: StandingFacts = {
  openSigns: [],
  lastAcuteOn: null,
  lowWeight: null,
  departure: null,
  isWeightLost: false,
  assessedBefore: null,
};

/** Whether a child's facts say nothing beyond its newest screening. */
export function isNothing(facts: StandingFacts): boolean {
  return (
    facts.openSigns.length === 0 &&
    facts.lastAcuteOn === null &&
    facts.lowWeight === null &&
    facts.departure === null &&
    facts.departuresAhead === undefined &&
    facts.clinicDied === undefined &&
    facts.assessedBefore === null &&
    facts.youngest === undefined &&
    !facts.isWeightLost
  );
}

/** Other versions of a record that wait for a person's choice; empty for nearly every record. */
export interface OpenVersions {
  readonly child: (child: Child) => readonly Child[];
  readonly screening: (screening: Screening) => readonly Screening[];
}

export const NO_VERSIONS: OpenVersions = { child: () => [], screening: () => [] };
