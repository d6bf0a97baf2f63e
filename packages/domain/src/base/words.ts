import type { Sex } from '@crece/growth';

/**
 * The closed lists of words in stored records, and the types of single values. The spellings come
 * from the specification and never change: queries, CSV files and documents of older systems use
 * them.
 */

/** A calendar date without a time, `YYYY-MM-DD`. */
export type IsoDate = string;

/** An instant in UTC, as `Date.prototype.toISOString` writes it. */
export type IsoInstant = string;

export type { Sex };
export const SEXES = ['Boy', 'Girl'] as const satisfies readonly Sex[];

export const MEMBER_STATUSES = ['Yes', 'No', 'Unknown'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** Stored spelling of an index status; `ha` and `wa` never have danger or moderate. */
export const INDEX_STATUSES = [
  'normalZscore',
  'marginalZscore',
  'redZoneZscore',
  'moderateRedZoneZscore',
  'dangerZscore',
] as const;
export type IndexStatus = (typeof INDEX_STATUSES)[number];

/**
 * Stored spelling of a child's colour. Absent means "not screened" or "not assessed", never green.
 */
export const STATUS_COLORS = ['redZoneZscore', 'marginalZscore', 'normalZscore'] as const;
export type StatusColor = (typeof STATUS_COLORS)[number];

/** Stored words of a child's status. */
export const ZSCORE_STATUSES = [
  'Acute: sam supplements required',
  'Acute: mam supplements required',
  'Acute: supplements required',
  'Micro nutrients required',
  'At Risk: Come to next screening',
  'Normal',
] as const;
export type ZscoreStatus = (typeof ZSCORE_STATUSES)[number];

/** Class of one screening. */
export const SCREENING_CLASSES = [
  'SEVERE_ACUTE',
  'MODERATE_ACUTE_CHILD',
  'RED_CHILD',
  'ORANGE_CHILD',
  'GREEN_CHILD',
  'UNDER_6_MONTHS',
] as const;
export type ScreeningClass = (typeof SCREENING_CLASSES)[number];

export const ACTION_CODES = [
  'SEVERE_REPORT',
  'SEVERE_VERIFY',
  'SEVERE_REVIEW',
  'SEVERE_WEIGH',
  'SEVERE_PROVIDE',
  'MODERATE_PROVIDE',
  'MODERATE_ENCOURAGE',
  'MODERATE_REVIEW',
  'MODERATE_WEIGH',
  'RED_START',
  'RED_ENROLL',
  'RED_INCLUDE',
  'ORANGE_ENROLL',
  'ORANGE_ENCOURAGE',
  'GREEN_TELL',
  'PRIOR_RED_CONTINUE',
  'PRIOR_RED_REVIEW',
  'PRIOR_RED_LESSONS',
  'PRIOR_RED_NEXT',
  'PRIOR_ORANGE_ENROLL',
  'PRIOR_ORANGE_ENCOURAGE',
  'PRIOR_GREEN_TELL',
  'UNDER_6_REEVALUATE',
  'RESCREEN_ONE_MONTH',
  'REVIEW_HEALTH_LESSONS',
] as const;
export type ActionCode = (typeof ACTION_CODES)[number];

/** Stored spelling of a supplement. */
export const SUPPLEMENT_TYPES = ['none', 'sup', 'mic', 'MAM', 'SAM'] as const;
export type SupplementType = (typeof SUPPLEMENT_TYPES)[number];

/** What became of a child who was sent to a clinic. */
export const REFERRAL_ANSWERS = ['seen', 'admitted', 'not-found', 'refused'] as const;
export type ReferralAnswer = (typeof REFERRAL_ANSWERS)[number];

/** Outcomes that can be said of any child: nobody visits it until it is screened again. */
export const DEPARTURES = ['died', 'moved-away'] as const;
export type Departure = (typeof DEPARTURES)[number];

export const REFERRAL_OUTCOMES = [...REFERRAL_ANSWERS, ...DEPARTURES] as const;
export type ReferralOutcome = (typeof REFERRAL_OUTCOMES)[number];

export type MuacBand = 'red' | 'yellow' | 'green';
export const MEASURED_POSITIONS = ['lying', 'standing'] as const;
export type MeasuredPosition = (typeof MEASURED_POSITIONS)[number];

/**
 * z-scores as a screening stores them: two decimals, `null` when an index could not be calculated.
 */
export interface StoredZScores {
  ha: number | null;
  wa: number | null;
  wl: number | null;
  haStatus: IndexStatus | null;
  waStatus: IndexStatus | null;
  wlStatus: IndexStatus | null;
}

/** Why a screening differs from what was told, as far as the record shows it. */
export const TOLD_REASONS = [
  /** The child's birth date was corrected after the screening. */
  'birth-date',
  /** The age override was added, removed or changed. */
  'age-override',
  'sex',
  /**
   * Another screening was added or removed before it: first and later screenings have different
   * classes.
   */
  'order',
  /** A person corrected the measures and saw the new result. */
  'corrected',
  /** Two phones corrected different measures, and no person saw the figures of both together. */
  'two-corrections',
  /** The measures behind stored figures are missing. */
  'measures-missing',
  /** The figures were computed by another system. */
  'older-record',
] as const;
export type ToldReason = (typeof TOLD_REASONS)[number];

/**
 * Figures outside the form's limits that a person kept as they were measured: height in cm, weight
 * in kg. No z-score, status, report or export uses them.
 */
export interface OutsideLimits {
  height?: number;
  weight?: number;
}

/**
 * What was decided about two records: whether they are of one child. Stands on the record with the
 * larger id.
 */
export interface SameAs {
  /** The other record. */
  id: string;
  /**
   * How often it was decided, on any device: odd, they are one child; even, two children. Of two
   * devices' decisions the greater number counts, so that no clock decides.
   */
  decided: number;
  /** What the other record said before the merge gave it this one's values; null: nothing. */
  before?: Record<string, unknown>;
}

/** Whether a family agreed that the programme keeps a child's records. Changes nothing else. */
export interface Consent {
  /** False: refused. */
  given: boolean;
  /** The day of the answer in the unit's time zone; empty when it is not known. */
  day: IsoDate;
  /** The name of the person who typed the answer; empty when it is not known. */
  who: string;
}

/** What a clinic's answer to a slip can say: "sent on" is `seen` with a place, "did not come" `not-found`. */
export const CLINIC_OUTCOMES = ['seen', 'admitted', 'not-found', 'refused', 'died'] as const;
export type ClinicOutcome = (typeof CLINIC_OUTCOMES)[number];

/** What a clinic answered to the slip of a screening. Of one outcome and day there is one. */
export interface ClinicAnswer {
  outcome: ClinicOutcome;
  day: IsoDate;
  /** At most `CLINIC_PLACE_MAX` characters; absent when none was given. */
  place?: string;
  /** A person has struck it: it counts no more, for good. */
  struck?: true;
}

export const MESSAGE_WAYS = ['whatsapp', 'sms', 'share', 'copy'] as const;
export type MessageWay = (typeof MESSAGE_WAYS)[number];

/** A message to the family that was opened on a phone. Whether it was sent cannot be known. */
export interface OpenedMessage {
  day: IsoDate;
  /** The name of the person who opened it; empty when it is not known. */
  who: string;
  way: MessageWay;
  /** It asked the family to go to the clinic. */
  toClinic?: true;
  /**
   * The number for which it was opened: with a leading `+` and its country, or as the country's own
   * network dials it; absent in a record of an earlier build.
   */
  number?: string;
}

/** The last message that was opened, with the few before it, the newest first: it may be taken back. */
export interface Messaged extends OpenedMessage {
  before?: readonly OpenedMessage[];
}

/** The languages in which a family is written to. */
export const FAMILY_LANGUAGES = ['en', 'es'] as const;
export type FamilyLanguage = (typeof FAMILY_LANGUAGES)[number];

/** A unit's database, with the id that a record has, or had, in it. */
export interface Home {
  stakeDB: string;
  id: string;
}

/**
 * The assessment told at a screening before a later one replaced it: the figures, the class and the
 * actions of that day.
 */
export interface ToldAssessment {
  zScore: StoredZScores;
  status?: ScreeningClass;
  actions: ActionCode[];
  /** The age in months that was used. */
  monthAge?: number;
  /**
   * Why the screening differed when "Convert z-scores" rewrote it. It is recorded because the
   * rewritten figures no longer show the reason, and no person saw the new result.
   */
  reason?: ToldReason;
}
