import { completedMonthsToday } from '../child/age-today.ts';
import type { BirthDated } from '../dates/age.ts';
import { addDays, addMonths } from '../dates/calendar.ts';
import type { IsoDate } from '../entities.ts';
import { HAND_OVER_UNTIL_MONTHS, MAX_AGE_MONTHS } from '../limits.ts';
import {
  HANDED_OVER,
  type NextVisit,
  type NextVisitReason,
  type NextVisitTable,
  nextVisit,
  type VisitFinding,
} from '../screening/next-visit.ts';
import {
  dayAfterOutcome,
  isTakenOver,
  type KnownOutcome,
  knownOutcome,
  type ReferredScreening,
} from './referral.ts';

/**
 * The sections of the due list, in their order. `unscreened` has no date; `closed` are referred
 * children whose outcome is known and whose next day has not come.
 */
export const DUE_SECTIONS = ['refer', 'overdue', 'unscreened', 'week', 'month', 'closed'] as const;
export type DueSection = (typeof DUE_SECTIONS)[number];

/** The newest screening that counts, as a list row holds it. */
export interface DueScreening extends VisitFinding, ReferredScreening {
  /** The last earlier screening with acute evidence, swelling or a red MUAC. */
  readonly lastAcuteOn?: IsoDate | undefined;
}

/** Where a child stands on the due list, and why. */
export interface DueVisit {
  readonly section: DueSection;
  /** The day on which the child is to be seen; null without a screening. */
  readonly date: IsoDate | null;
  readonly reason: NextVisitReason | 'never';
  /** What became of the referral, as far as it counts. */
  readonly outcome?: KnownOutcome;
  /** The child is near or past the fifth birthday: the clinic takes over. */
  readonly handOver?: true;
}

const DAYS_OF_WEEK = 7;

/** The section of a day without a referral; null from a month ahead on. Windows are half-open. */
function sectionOfDay(date: IsoDate, today: IsoDate): DueSection | null {
  if (date < today) return 'overdue';
  if (date < addDays(today, DAYS_OF_WEEK)) return 'week';
  return date < addMonths(today, 1) ? 'month' : null;
}

function referredVisit(
  newest: DueScreening,
  next: NextVisit,
  today: IsoDate,
  table: NextVisitTable,
  isPastFive: boolean,
): DueVisit | null {
  const { date, reason } = next;
  const handOver = next.handOver || isPastFive ? { handOver: true as const } : {};
  const outcome = knownOutcome(newest, today);
  if (outcome === null) return { section: 'refer', date, reason, ...handOver };
  // Past the fifth birthday nobody screens the child again: with a clinic it is handed over.
  if (isPastFive && isTakenOver(outcome)) return null;
  const again = dayAfterOutcome(outcome, table);
  const section = today < again ? 'closed' : 'refer';
  return { section, date: again, reason, outcome, ...handOver };
}

/**
 * Where a child stands on the due list today; null when nobody has to see it within a month. The
 * days are those of the table of next visits. A referred child stands in `refer` until its outcome
 * is recorded on the newest screening, and again from a week after it, while no newer screening is
 * better. A child of 60 completed months leaves the list, but for acute evidence and alerts, which
 * stay until 72 or until a clinic has seen it.
 */
export function dueVisit(
  child: BirthDated,
  newest: DueScreening | undefined,
  today: IsoDate,
  table: NextVisitTable,
): DueVisit | null {
  const months = completedMonthsToday(child, newest, today) ?? 0;
  const isPastFive = months >= MAX_AGE_MONTHS;
  if (newest === undefined) {
    return isPastFive ? null : { section: 'unscreened', date: null, reason: 'never' };
  }
  const { surveyDate, lastAcuteOn } = newest;
  const next = nextVisit({ surveyDate, found: newest, lastAcuteOn }, child, table);
  if (next === null) return null;
  const { date, reason } = next;
  if (isPastFive && (!HANDED_OVER.has(reason) || months >= HAND_OVER_UNTIL_MONTHS)) return null;
  if (reason === 'refer') return referredVisit(newest, next, today, table, isPastFive);
  const section = sectionOfDay(date, today);
  if (section === null) return null;
  return { section, date, reason, ...(next.handOver || isPastFive ? { handOver: true } : {}) };
}
