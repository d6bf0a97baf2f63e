import { daysBetween } from '../dates/calendar.ts';
import type { IsoDate } from '../fields/entities.ts';
import type { NextVisitReason, NextVisitRules } from '../screening/next-visit.ts';
import type { KnownOutcome } from '../standing/outcome.ts';
import {
  type DueSection,
  type Standing,
  type StandingChild,
  standingOn,
} from '../standing/standing.ts';

/** Where a child stands on the due list, and why. */
export interface DueVisit {
  readonly section: DueSection;
  /** The day on which the child is to be seen; null without a screening. */
  readonly date: IsoDate | null;
  readonly reason: NextVisitReason | 'never';
  /** What became of the referral, while it closes it. */
  readonly outcome?: KnownOutcome;
  /** The child is near or past the fifth birthday: the clinic takes over. */
  readonly handOver?: true;
}

/** The place of a standing on the due list; null when nobody has to see the child within a month. */
export function dueVisitOf({ section, next }: Standing): DueVisit | null {
  if (section === null) return null;
  if (next === null) return { section, date: null, reason: 'never' };
  const { date, reason, outcome, handOver } = next;
  return {
    section,
    date,
    reason,
    ...(outcome === undefined ? {} : { outcome }),
    ...(handOver === undefined ? {} : { handOver }),
  };
}

/** Where a child stands on the due list today. */
export function dueVisit(
  child: StandingChild,
  today: IsoDate,
  rules: NextVisitRules,
): DueVisit | null {
  return dueVisitOf(standingOn(child, today, rules));
}

const WEEK = 7;

/**
 * Whether the figure beside "Due" and on the application's icon counts a child: in refer, or with its
 * day within a week before or after today. Who is overdue for longer would hide them.
 */
export function isPressing({ section, date }: DueVisit, today: IsoDate): boolean {
  if (section === 'refer' || section === 'week') return true;
  return section === 'overdue' && date !== null && daysBetween(date, today) <= WEEK;
}
