import { DAYS_PER_MONTH } from '@crece/growth';
import { LIMITS, UNDER_SIX_MONTHS, Z_LINES } from '../base/limits.ts';
import type { BirthDated } from '../dates/age.ts';
import { addDays, addMonths, daysBetween } from '../dates/calendar.ts';
import type { IsoDate } from '../fields/entities.ts';
import type { ReassessedScreening } from './compare-with-told.ts';
import { isMeasured } from './measured.ts';
import { isRefer, type LeadingSign, screeningMark } from './screening-mark.ts';
import { anyBelow } from './stored-z-scores.ts';

/**
 * When a child is seen again: the programme's table of intervals. A referred child goes to the
 * clinic on the same day and is then seen every `referredDays` days until it is better.
 */
export interface NextVisitTable {
  readonly referredDays: number;
  /** How long the outcome "admitted" closes a referral. */
  readonly admittedDays: number;
  /** So many days after it began, a referral of which nothing is known is told as lost. */
  readonly lostDays: number;
  readonly infantAtRiskDays: number;
  readonly acuteMonths: number;
  /** Acute evidence at most this many months ago still counts, with the interval above. */
  readonly recoveringMonths: number;
  readonly supplementMonths: number;
  readonly ordinaryMonths: number;
}

export const NEXT_VISIT: NextVisitTable = {
  referredDays: 7,
  admittedDays: 30,
  lostDays: 14,
  infantAtRiskDays: 7,
  acuteMonths: 1,
  recoveringMonths: 6,
  supplementMonths: 3,
  ordinaryMonths: 6,
};

/** Why the next visit falls on its date, in the order of the table. */
export type NextVisitReason =
  | 'refer'
  /** A weight below the form's limits: a health worker today. */
  | 'low-weight'
  /** Referred, and the sign not measured again for 6 months: measure now. */
  | 'referral-lapsed'
  | 'infant-at-risk'
  | 'watch-acute'
  | 'recovering'
  | 'supplement-or-risk'
  | 'six-months-old'
  | 'measure-now'
  /** Every screening is dated after tomorrow. */
  | 'date-to-check'
  | 'ordinary';

/** What of a reading decides when the child is seen next; a list row holds the same columns. */
export interface VisitFinding
  extends Pick<
    ReassessedScreening,
    'zScore' | 'supType' | 'muacBand' | 'statusColor' | 'zscoreStatus'
  > {
  readonly sign: LeadingSign;
  /** A height, weight or MUAC that cannot be right: it is measured again now. */
  readonly isImplausible?: boolean | undefined;
  /** MUAC in cm, for infants under 6 months. */
  readonly muac?: number | undefined;
  /** The age at the screening; null or absent when unknown. */
  readonly monthAge?: number | null | undefined;
  /** The age in months that a comment set; false and absent both mean the calendar age. */
  readonly ageOverride?: number | false | undefined;
}

/** The screening after which the next visit is planned. */
export interface PlannedScreening {
  readonly surveyDate: IsoDate;
  readonly found: VisitFinding;
  /**
   * Date of the last earlier screening with acute evidence, swelling or a red MUAC; null without
   * one.
   */
  readonly lastAcuteOn: IsoDate | null;
  /** Under 6 months: it weighs less than at the last screening with a weight. */
  readonly isWeightLost: boolean;
  /** The birth date waits for a choice, so that only the age of the reading tells of days. */
  readonly isAgeContested?: boolean | undefined;
}

/** The figures of the programme that decide when a child is seen next. */
export interface NextVisitRules {
  readonly table: NextVisitTable;
  /** Under 6 months a MUAC below this is a sign of poor growth; cm. */
  readonly infantMuacLine: number;
}

/**
 * Whether a MUAC is below the narrowest arm there is: the status takes it for severe, but it shows
 * and clears no sign of a referral, so it is measured again.
 */
export function isMuacTooLow(muac: number | undefined): boolean {
  return isMeasured(muac) && muac < LIMITS.muac.min;
}

/** What of a reading decides when the child is seen next. */
export function visitFinding(reading: ReassessedScreening, muac?: number): VisitFinding {
  const { sign } = screeningMark(reading);
  const isDoubted = reading.doubts.some(({ cause }) => cause === 'implausible');
  return {
    ...reading,
    sign,
    muac,
    isImplausible: isDoubted || isMuacTooLow(muac),
    ageOverride: reading.override?.ageMonths,
  };
}

/** The date on which the child completes this many months, by the age that the screening used. */
export function dayOfAge(
  months: number,
  {
    surveyDate,
    found: { ageOverride },
  }: {
    readonly surveyDate: IsoDate;
    readonly found: { readonly ageOverride?: number | false | undefined };
  },
  child: BirthDated,
): IsoDate {
  return typeof ageOverride === 'number'
    ? addMonths(surveyDate, Math.ceil(months - ageOverride))
    : addMonths(child.birthDate, months);
}

/** Whether the child was under 6 months of age at the screening. */
export function isUnderSix({ monthAge }: VisitFinding): boolean {
  return typeof monthAge === 'number' && monthAge < UNDER_SIX_MONTHS;
}

/** From this age in days WHO's panel looks at the MUAC of an infant. */
const INFANT_MUAC_FROM_DAYS = 42;

function isInfantMuacLow(
  { surveyDate, isAgeContested, found: { muac, monthAge, ageOverride } }: PlannedScreening,
  { birthDate }: BirthDated,
  line: number,
): boolean {
  if (muac === undefined || muac >= line || muac < LIMITS.muac.min) return false;
  const days =
    typeof ageOverride === 'number' || isAgeContested === true
      ? (monthAge ?? 0) * DAYS_PER_MONTH
      : daysBetween(birthDate, surveyDate);
  return days >= INFANT_MUAC_FROM_DAYS;
}

/**
 * Whether a baby under 6 months is at risk of poor growth, so that mother and baby are sent to a
 * health worker this week: WAZ, HAZ or WHZ below −2, a MUAC below the line from 42 days of age, or
 * less weight than before. Source: WHO 2023, A1 and A2; the MUAC line is local practice.
 */
export function isInfantAtRisk(
  screening: PlannedScreening,
  child: BirthDated,
  { infantMuacLine }: Pick<NextVisitRules, 'infantMuacLine'>,
): boolean {
  const { found, isWeightLost } = screening;
  if (!isUnderSix(found)) return false;
  return (
    anyBelow(found.zScore, Z_LINES.moderate) ||
    isWeightLost ||
    isInfantMuacLow(screening, child, infantMuacLine)
  );
}

interface TableRow {
  readonly reason: NextVisitReason;
  readonly holds: (
    screening: PlannedScreening,
    rules: NextVisitRules,
    child: BirthDated,
  ) => boolean;
  readonly date: (screening: PlannedScreening, child: BirthDated, table: NextVisitTable) => IsoDate;
}

const ROWS: readonly TableRow[] = [
  {
    reason: 'infant-at-risk',
    holds: (screening, rules, child) => isInfantAtRisk(screening, child, rules),
    date: ({ surveyDate }, _child, table) => addDays(surveyDate, table.infantAtRiskDays),
  },
  {
    reason: 'watch-acute',
    // Severe evidence, cleared as a sign since, is still watched as moderate evidence is.
    holds: ({ found }) =>
      found.sign === 'moderate' || found.muacBand === 'yellow' || isRefer(found),
    date: ({ surveyDate }, _child, table) => addMonths(surveyDate, table.acuteMonths),
  },
  {
    reason: 'recovering',
    holds: ({ surveyDate, lastAcuteOn }, { table }) =>
      lastAcuteOn !== null && lastAcuteOn >= addMonths(surveyDate, -table.recoveringMonths),
    date: ({ surveyDate }, _child, table) => addMonths(surveyDate, table.acuteMonths),
  },
  {
    reason: 'supplement-or-risk',
    holds: ({ found }) => found.supType !== 'none' || found.statusColor === 'marginalZscore',
    date: ({ surveyDate }, _child, table) => addMonths(surveyDate, table.supplementMonths),
  },
  {
    reason: 'six-months-old',
    holds: ({ found }) => isUnderSix(found),
    date: (screening, child) => dayOfAge(UNDER_SIX_MONTHS, screening, child),
  },
  {
    reason: 'measure-now',
    holds: ({ found }) => needsMeasuring(found),
    date: ({ surveyDate }) => surveyDate,
  },
  {
    reason: 'ordinary',
    holds: () => true,
    date: ({ surveyDate }, _child, table) => addMonths(surveyDate, table.ordinaryMonths),
  },
];

/**
 * Whether a screening asks to be measured again now: nothing of it can be assessed, or a figure
 * cannot be right: among them a MUAC below 5.5 cm, which shows no sign of a referral. A MUAC under 6
 * months assesses nothing.
 */
export function needsMeasuring({ zscoreStatus, isImplausible }: VisitFinding): boolean {
  return zscoreStatus === undefined || isImplausible === true;
}

/** A line of the table that holds for a screening, with its date. */
export interface PlannedLine {
  readonly reason: NextVisitReason;
  readonly date: IsoDate;
}

/** The visit by the table. */
export interface PlannedVisit extends PlannedLine {
  /**
   * The earliest line of acute evidence or of a baby at risk, also where another line wins the date;
   * null without one. It is kept past the fifth birthday.
   */
  readonly acute: PlannedLine | null;
  /** Nothing can be said before the child is measured: overdue at once, whatever the sentence says. */
  readonly isMeasureNow: boolean;
}

function earliest([first, ...others]: readonly [PlannedLine, ...PlannedLine[]]): PlannedLine {
  return others.reduce((soonest, each) => (each.date < soonest.date ? each : soonest), first);
}

/** Lines of the table for which a child near the fifth birthday is handed over. */
const ACUTE_LINES: ReadonlySet<NextVisitReason> = new Set([
  'infant-at-risk',
  'watch-acute',
  'recovering',
]);

/**
 * When the child should be seen next by the table of intervals, referrals apart: the earliest date of
 * all lines that hold, on the same date the first line. The reason of a baby at risk stands whatever
 * line wins the date. `before` is an earlier screening of the last 31 days that was assessed: its
 * date stands in the place of "measure now" if it is later.
 *
 * A boy of 3 months, 55.5 cm and 4.0 kg (WAZ −3.82) is seen by a health worker within 7 days.
 */
export function plannedVisit(
  screening: PlannedScreening,
  child: BirthDated,
  rules: NextVisitRules,
  before: PlannedScreening | null = null,
): PlannedVisit {
  const { table } = rules;
  const lines = ROWS.filter(({ holds }) => holds(screening, rules, child)).map(
    ({ reason, date }): PlannedLine => {
      const own = { reason, date: date(screening, child, table) };
      if (reason !== 'measure-now' || before === null) return own;
      const stands = plannedVisit(before, child, rules);
      return stands.date > own.date ? { reason: stands.reason, date: stands.date } : own;
    },
  );
  const [first, ...others] = lines;
  if (first === undefined) throw new RangeError('the last line of the table always holds');
  const next = earliest([first, ...others]);
  const [firstAcute, ...otherAcute] = lines.filter(({ reason }) => ACUTE_LINES.has(reason));
  return {
    date: next.date,
    reason: first.reason === 'infant-at-risk' ? 'infant-at-risk' : next.reason,
    isMeasureNow: next.reason === 'measure-now',
    acute: firstAcute === undefined ? null : earliest([firstAcute, ...otherAcute]),
  };
}
