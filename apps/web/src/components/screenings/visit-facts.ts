import {
  ageToday,
  type Child,
  compareScreenings,
  futureDated,
  type NextVisit,
  newestScreening,
  nextVisit,
  readScreening,
  type Screening,
  type ScreeningReading,
  type ShownAction,
  type SupplementToday,
  shownActions,
  supplementOn,
} from '@crece/domain';
import type { ChildFile } from '@crece/storage';

/** One visit with all that a card, a banner or a row says about it. */
export interface VisitFacts {
  readonly child: Child;
  readonly screening: Screening;
  readonly reading: ScreeningReading;
  /** The visit before it, for "since the last visit". */
  readonly previous: Screening | null;
  /** By today's age, lapse included. */
  readonly supplement: SupplementToday;
  readonly actions: readonly ShownAction[];
  readonly next: NextVisit | null;
  /** Dated after tomorrow: listed, never the newest. */
  readonly isFutureDated: boolean;
  readonly today: string;
}

/** The visit before a screening in the child's history; null for the first. */
export function visitBefore(
  screening: Screening,
  screenings: readonly Screening[],
): Screening | null {
  return newestScreening(screenings.filter((other) => compareScreenings(other, screening) < 0));
}

/** Reads one visit of a child as of today. */
export function visitFacts(file: ChildFile, screening: Screening, today: string): VisitFacts {
  const { child, screenings } = file;
  const reading = readScreening(screening);
  const supplement = supplementOn(screening, child, today);
  return {
    child,
    screening,
    reading,
    previous: visitBefore(screening, screenings),
    supplement,
    actions: shownActions(screening.actions, {
      muacBand: reading.muacBand,
      oedema: screening.oedema,
      supType: supplement.supType,
      overdue: supplement.overdue,
      ageMonthsToday: ageToday(child, screening, today)?.ageMonths ?? null,
    }),
    next: nextVisit(screening, child),
    isFutureDated: futureDated(screening, today),
    today,
  };
}

/** The newest visit of a child as of today; null without one that counts. */
export function newestVisit(file: ChildFile, today: string): VisitFacts | null {
  const newest = newestScreening(file.screenings, today);
  return newest === null ? null : visitFacts(file, newest, today);
}
