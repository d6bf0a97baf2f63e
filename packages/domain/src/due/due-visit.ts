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
  type PlannedScreening,
  type VisitFinding,
} from '../screening/next-visit.ts';
import {
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

/** The next visit of a child, with the outcome of its referral. */
export interface FollowUp extends NextVisit {
  /** What became of the referral, as far as it counts. */
  readonly outcome?: KnownOutcome;
}

/**
 * The next visit by the table, as it stands today: once the outcome of a referral is known, the child
 * is seen again a week (the table's days) after it.
 */
export function followUp(
  screening: PlannedScreening & ReferredScreening,
  child: BirthDated,
  today: IsoDate,
  table: NextVisitTable,
): FollowUp | null {
  const next = nextVisit(screening, child, table);
  const outcome = next?.reason === 'refer' ? knownOutcome(screening, today) : null;
  if (next === null || outcome === null) return next;
  return { ...next, date: addDays(outcome.date, table.referredDays), outcome };
}

function referredVisit(
  { date, reason, outcome, handOver }: FollowUp,
  today: IsoDate,
  isPastFive: boolean,
): DueVisit | null {
  const late = handOver || isPastFive ? { handOver: true as const } : {};
  if (outcome === undefined) return { section: 'refer', date, reason, ...late };
  // Past the fifth birthday nobody screens the child again: with a clinic it is handed over.
  if (isPastFive && isTakenOver(outcome)) return null;
  return { section: today < date ? 'closed' : 'refer', date, reason, outcome, ...late };
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
  const next = followUp({ ...newest, found: newest }, child, today, table);
  if (next === null) return null;
  const { date, reason } = next;
  if (isPastFive && (!HANDED_OVER.has(reason) || months >= HAND_OVER_UNTIL_MONTHS)) return null;
  if (reason === 'refer') return referredVisit(next, today, isPastFive);
  const section = sectionOfDay(date, today);
  if (section === null) return null;
  return { section, date, reason, ...(next.handOver || isPastFive ? { handOver: true } : {}) };
}
