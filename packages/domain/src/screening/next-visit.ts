import type { BirthDated } from '../dates/age.ts';
import { addDays, addMonths } from '../dates/calendar.ts';
import type { IsoDate } from '../entities.ts';
import { MAX_AGE_MONTHS, UNDER_SIX_MONTHS, Z_LINES } from '../limits.ts';
import type { ReassessedScreening } from './compare-with-told.ts';
import { isRefer, screeningMark } from './screening-mark.ts';
import { anyBelow } from './stored-z-scores.ts';

/**
 * When a child is seen again: the table of the programme. A referred child goes to the clinic on the
 * day itself and is then seen every `referredDays` days until it is better.
 */
export interface NextVisitTable {
  readonly referredDays: number;
  readonly infantAtRiskDays: number;
  readonly acuteMonths: number;
  /** Acute evidence this many months back still counts, and asks for the interval above. */
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

/** Why the next visit falls on its day, in the order of the table. */
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
  /** After that day the child is seen again every so many days. */
  readonly everyDays?: number;
  /** The day lies past the fifth birthday: the child is handed over to the clinic. */
  readonly handOver?: true;
}

/** A screening whose next one is asked for. */
export interface PlannedScreening {
  readonly surveyDate: IsoDate;
  readonly reading: ReassessedScreening;
  /** The last earlier screening with acute evidence, swelling or a red MUAC; null or absent without one. */
  readonly lastAcuteOn?: IsoDate | null | undefined;
}

/** Whether a screening found what asks for watching afterwards: acute evidence, swelling, a red MUAC. */
export function isAcuteScreening(reading: ReassessedScreening): boolean {
  return isRefer(screeningMark(reading)) || reading.evidence.level === 'moderate';
}

/** The day on which the child completes so many months, by the age that the screening went by. */
function dayOfAge(
  months: number,
  { surveyDate, reading }: PlannedScreening,
  child: BirthDated,
): IsoDate {
  return reading.override === undefined
    ? addMonths(child.birthDate, months)
    : addMonths(surveyDate, Math.ceil(months - reading.override.ageMonths));
}

function isUnderSix({ monthAge }: ReassessedScreening): boolean {
  return monthAge !== null && monthAge < UNDER_SIX_MONTHS;
}

interface TableRow {
  readonly reason: NextVisitReason;
  readonly holds: (screening: PlannedScreening, table: NextVisitTable) => boolean;
  readonly date: (screening: PlannedScreening, child: BirthDated, table: NextVisitTable) => IsoDate;
}

const ROWS: readonly TableRow[] = [
  {
    reason: 'refer',
    holds: ({ reading }) => isRefer(screeningMark(reading)),
    date: ({ surveyDate }) => surveyDate,
  },
  {
    reason: 'infant-at-risk',
    holds: ({ reading }) => isUnderSix(reading) && anyBelow(reading.zScore, Z_LINES.moderate),
    date: ({ surveyDate }, _child, table) => addDays(surveyDate, table.infantAtRiskDays),
  },
  {
    reason: 'watch-acute',
    holds: ({ reading }) => reading.evidence.level === 'moderate' || reading.muacBand === 'yellow',
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
    holds: ({ reading }) => reading.supType !== 'none' || reading.statusColor === 'marginalZscore',
    date: ({ surveyDate }, _child, table) => addMonths(surveyDate, table.supplementMonths),
  },
  {
    reason: 'six-months-old',
    holds: ({ reading }) => isUnderSix(reading),
    date: (screening, child) => dayOfAge(UNDER_SIX_MONTHS, screening, child),
  },
  {
    reason: 'measure-now',
    holds: ({ reading }) => reading.zscoreStatus === undefined && !isUnderSix(reading),
    date: ({ surveyDate }) => surveyDate,
  },
  {
    reason: 'ordinary',
    holds: () => true,
    date: ({ surveyDate }, _child, table) => addMonths(surveyDate, table.ordinaryMonths),
  },
];

/** Reasons for which a child near the fifth birthday is handed over and not let go. */
const HANDED_OVER: ReadonlySet<NextVisitReason> = new Set([
  'refer',
  'infant-at-risk',
  'watch-acute',
  'recovering',
]);

/**
 * When the child should be seen next: of all lines of the table that hold the earliest day, and of
 * lines on the same day the first. Past the fifth birthday it is null, but for acute evidence and
 * alerts, which keep their day: "hand over to the clinic".
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
  // An acute child is handed over when its next round, not only this day, lies past the birthday.
  const last = next.reason === 'refer' ? addDays(next.date, table.referredDays) : next.date;
  return {
    ...next,
    ...(next.reason === 'refer' ? { everyDays: table.referredDays } : {}),
    ...(last > dayOfAge(MAX_AGE_MONTHS, screening, child) && HANDED_OVER.has(next.reason)
      ? { handOver: true as const }
      : {}),
  };
}
