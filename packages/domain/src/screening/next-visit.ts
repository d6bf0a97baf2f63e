import type { BirthDated } from '../dates/age.ts';
import { addDays, addMonths } from '../dates/calendar.ts';
import type { IsoDate } from '../entities.ts';
import { MAX_AGE_MONTHS, UNDER_SIX_MONTHS, Z_LINES } from '../limits.ts';
import type { ReassessedScreening } from './compare-with-told.ts';
import { isRefer, type LeadingSign, screeningMark } from './screening-mark.ts';
import { anyBelow } from './stored-z-scores.ts';

/**
 * When a child is seen again: the programme's table of intervals. A referred child goes to the
 * clinic on the same day and is then seen every `referredDays` days until it is better.
 */
export interface NextVisitTable {
  readonly referredDays: number;
  readonly infantAtRiskDays: number;
  readonly acuteMonths: number;
  /** Acute evidence at most this many months ago still counts, with the interval above. */
  readonly recoveringMonths: number;
  readonly supplementMonths: number;
  readonly ordinaryMonths: number;
}

export const NEXT_VISIT: NextVisitTable = {
  referredDays: 7,
  infantAtRiskDays: 7,
  acuteMonths: 1,
  recoveringMonths: 6,
  supplementMonths: 3,
  ordinaryMonths: 6,
};

/** Why the next visit falls on its date, in the order of the table. */
export type NextVisitReason =
  | 'refer'
  | 'infant-at-risk'
  | 'watch-acute'
  | 'recovering'
  | 'supplement-or-risk'
  | 'six-months-old'
  | 'measure-now'
  | 'ordinary';

export interface NextVisit {
  readonly date: IsoDate;
  readonly reason: NextVisitReason;
  /** After that date the child is seen again at this interval. */
  readonly everyDays?: number;
  /** The date is past the fifth birthday: the child is handed over to the clinic. */
  readonly handOver?: true;
}

/** What of a reading decides when the child is seen next; a list row holds the same columns. */
export interface VisitFinding
  extends Pick<
    ReassessedScreening,
    'zScore' | 'supType' | 'muacBand' | 'statusColor' | 'zscoreStatus'
  > {
  readonly sign: LeadingSign;
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
   * Date of the last earlier screening with acute evidence, oedema or a red MUAC; null or absent
   * without one.
   */
  readonly lastAcuteOn?: IsoDate | null | undefined;
}

/** What of a reading decides when the child is seen next. */
export function visitFinding(reading: ReassessedScreening): VisitFinding {
  const { sign } = screeningMark(reading);
  return { ...reading, sign, ageOverride: reading.override?.ageMonths };
}

/** The date on which the child completes this many months, by the age that the screening used. */
function dayOfAge(
  months: number,
  { surveyDate, found: { ageOverride } }: PlannedScreening,
  child: BirthDated,
): IsoDate {
  return typeof ageOverride === 'number'
    ? addMonths(surveyDate, Math.ceil(months - ageOverride))
    : addMonths(child.birthDate, months);
}

function isUnderSix({ monthAge }: VisitFinding): boolean {
  return typeof monthAge === 'number' && monthAge < UNDER_SIX_MONTHS;
}

interface TableRow {
  readonly reason: NextVisitReason;
  readonly holds: (screening: PlannedScreening, table: NextVisitTable) => boolean;
  readonly date: (screening: PlannedScreening, child: BirthDated, table: NextVisitTable) => IsoDate;
}

const ROWS: readonly TableRow[] = [
  {
    reason: 'refer',
    holds: ({ found }) => isRefer(found),
    date: ({ surveyDate }) => surveyDate,
  },
  {
    reason: 'infant-at-risk',
    holds: ({ found }) => isUnderSix(found) && anyBelow(found.zScore, Z_LINES.moderate),
    date: ({ surveyDate }, _child, table) => addDays(surveyDate, table.infantAtRiskDays),
  },
  {
    reason: 'watch-acute',
    // Moderate evidence beneath a worse sign is referred by the first line, whose day is earlier.
    holds: ({ found }) => found.sign === 'moderate' || found.muacBand === 'yellow',
    date: ({ surveyDate }, _child, table) => addMonths(surveyDate, table.acuteMonths),
  },
  {
    reason: 'recovering',
    holds: ({ surveyDate, lastAcuteOn }, table) =>
      lastAcuteOn !== null &&
      lastAcuteOn !== undefined &&
      lastAcuteOn >= addMonths(surveyDate, -table.recoveringMonths),
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
    holds: ({ found }) => found.zscoreStatus === undefined && !isUnderSix(found),
    date: ({ surveyDate }) => surveyDate,
  },
  {
    reason: 'ordinary',
    holds: () => true,
    date: ({ surveyDate }, _child, table) => addMonths(surveyDate, table.ordinaryMonths),
  },
];

/** Reasons for which a child near the fifth birthday is handed over instead of discharged. */
export const HANDED_OVER: ReadonlySet<NextVisitReason> = new Set([
  'refer',
  'infant-at-risk',
  'watch-acute',
  'recovering',
]);

/**
 * When the child should be seen next: the earliest date of all matching lines of the table; on the
 * same date the first line. Past the fifth birthday it is null, except for acute evidence and
 * alerts, which keep their date: "hand over to the clinic".
 *
 * A boy of 3 months, 55.5 cm and 4.0 kg (WAZ −3.82) is seen by a health worker within 7 days.
 */
export function nextVisit(
  screening: PlannedScreening,
  child: BirthDated,
  table: NextVisitTable = NEXT_VISIT,
): NextVisit | null {
  const next = ROWS.filter(({ holds }) => holds(screening, table))
    .map(({ reason, date }) => ({ reason, date: date(screening, child, table) }))
    .reduce((first, each) => (each.date < first.date ? each : first));
  const isPastFifthBirthday = next.date > dayOfAge(MAX_AGE_MONTHS, screening, child);
  if (isPastFifthBirthday && !HANDED_OVER.has(next.reason)) return null;
  // An acute child is handed over when its next follow-up, and not only this date, is past the
  // birthday.
  const last = next.reason === 'refer' ? addDays(next.date, table.referredDays) : next.date;
  return {
    ...next,
    ...(next.reason === 'refer' ? { everyDays: table.referredDays } : {}),
    ...(last > dayOfAge(MAX_AGE_MONTHS, screening, child) && HANDED_OVER.has(next.reason)
      ? { handOver: true as const }
      : {}),
  };
}
