/**
 * The records of Crece as they are stored, and the closed lists of words that appear in them.
 * Field names and stored spellings are the specification's and never change: queries, CSV files
 * and documents of older systems read alike.
 */

/** A calendar date without a time, `YYYY-MM-DD`. */
export type IsoDate = string;

/** An instant in UTC, as `Date.prototype.toISOString` writes it. */
export type IsoInstant = string;

export const SEXES = ['Boy', 'Girl'] as const;
export type Sex = (typeof SEXES)[number];

export const MEMBER_STATUSES = ['Yes', 'No', 'Unknown'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** Stored spelling of an index status; `ha` and `wa` never read danger or moderate. */
export const INDEX_STATUSES = [
  'normalZscore',
  'marginalZscore',
  'redZoneZscore',
  'moderateRedZoneZscore',
  'dangerZscore',
] as const;
export type IndexStatus = (typeof INDEX_STATUSES)[number];

/** Stored spelling of a child's colour. Absent means "not screened" or "not assessed", never green. */
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

/** Stored spelling of a supplement need. */
export const SUPPLEMENT_TYPES = ['none', 'sup', 'mic', 'MAM', 'SAM'] as const;
export type SupplementType = (typeof SUPPLEMENT_TYPES)[number];

export type MuacBand = 'red' | 'yellow' | 'green';
export type MeasuredPosition = 'lying' | 'standing';

/** z-scores as a screening stores them: two decimals, `null` when an index could not be computed. */
export interface StoredZScores {
  ha: number | null;
  wa: number | null;
  wl: number | null;
  haStatus: IndexStatus | null;
  waStatus: IndexStatus | null;
  wlStatus: IndexStatus | null;
}

/**
 * Who wrote a record and by which rules. The store writes these, screens do not; merging two
 * phones' edits needs `stamp` (generation of the revision that last changed each field).
 */
export interface Provenance {
  created?: IsoInstant;
  updatedAt?: IsoInstant;
  updatedBy?: string;
  device?: string;
  rules?: string;
  stamp?: Record<string, number>;
}

/** What every stored record has. `_rev` is absent only before the first write. */
export interface Stored extends Provenance {
  _id: string;
  _rev?: string;
}

/** Derived fields of a child: computed from all its screenings by `summariseChild`, never typed. */
export interface ChildSummary {
  zscoreStatus?: ZscoreStatus;
  statusColor?: StatusColor;
  lastScreening?: string;
  supType?: SupplementType;
  bmi?: number;
  obese?: boolean;
}

/** What a person types about a child. */
export interface ChildFields {
  firstName: string;
  lastName: string;
  gender: Sex;
  birthDate: IsoDate;
  /** The age was typed in months, so the date is about right only: shown as "about". */
  birthDateEstimated?: true;
  memberStatus: MemberStatus;
  mother?: string;
  father?: string;
  address?: string;
  city?: string;
  idGroup?: string;
  ward?: string;
  phone?: string;
  comments?: string;
}

export interface Child extends Stored, ChildFields, ChildSummary {
  /** Completed months on the day of registration; kept, never used for rules. */
  monthAge?: number;
  interviewer?: string;
  owner?: string;
  screeningStatus?: string;
}

/** What a person types or answers at a screening. Height and MUAC in cm, weight in kg. */
export interface ScreeningFields {
  surveyDate: IsoDate;
  height?: number;
  weight?: number;
  muac?: number;
  familyHealthPlan?: boolean;
  followFamilyHealthPlan?: boolean;
  visitedDoctor?: boolean;
  comments?: string;
  measured?: MeasuredPosition;
  oedema?: boolean;
  /** ha or wa lies beyond ±5 and the person said "save anyway". */
  zScoreConfirmed?: true;
  latitude?: number;
  longitude?: number;
}

/** What assessment adds to a screening. */
export interface ScreeningAssessment {
  /** Months on the survey date with fraction, two decimals (or the override). */
  monthAge?: number;
  /** The age in months that a comment `age=N` imposed. */
  ageOverride?: number;
  zScore: StoredZScores;
  status?: ScreeningClass;
  actions: ActionCode[];
}

export interface Screening extends Stored, ScreeningFields, ScreeningAssessment {
  /** Id of the child. */
  owner: string;
  gender: Sex;
  interviewer?: string;
}

export interface MotherFields {
  firstName: string;
  lastName: string;
  memberStatus: MemberStatus;
  /** Exactly one of the two dates tells whether she is pregnant or nursing. */
  deliveryDate?: IsoDate;
  childsBirthDate?: IsoDate;
  comments?: string;
  address?: string;
  city?: string;
  ward?: string;
  phone?: string;
}

export interface Mother extends Stored, MotherFields {
  interviewer?: string;
}

export type MotherKind = 'pregnant' | 'nursing';

/** One problem with what was typed: a code, the field it belongs to, the figures its sentence needs. */
export interface Issue<Code extends string = string> {
  code: Code;
  field?: string;
  params?: Readonly<Record<string, string | number>>;
}

/** Expected outcomes are values: either the value (with notices that block nothing), or what is wrong. */
export type Checked<T, Code extends string = string> =
  | { ok: true; value: T; notices: readonly Issue<Code>[] }
  | { ok: false; issues: readonly Issue<Code>[] };
