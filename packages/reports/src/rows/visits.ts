import {
  type Child,
  completedMonthsBetween,
  completedMonthsToday,
  futureDated,
  type IsoDate,
  type Screening,
  type ShownVisit,
  showVisit,
} from '@crece/domain';
import type { ChildRecords } from '../unit-records.ts';

/** A screening and what it says, assessed at reading. */
export interface Visit {
  readonly screening: Screening;
  readonly reading: ShownVisit;
}

/** A child as the reports of its newest screening see it. */
export interface ScreenedChild {
  readonly child: Child;
  /** The newest screening that counts: none dated after tomorrow. */
  readonly newest: Visit;
  /** The screenings before it, newest first, each read when it is reached. */
  readonly earlier: () => Iterable<Visit>;
  /** Completed months today; null for a birth date in the future. */
  readonly age: number | null;
  /** Completed months since the newest screening. */
  readonly monthsSince: number;
}

/** The visit at a place among the child's screenings, the newest first. */
function visitAt({ child, screenings }: ChildRecords, place: number): Visit | undefined {
  const screening = screenings[place];
  if (screening === undefined) return undefined;
  const isFirst = place === screenings.length - 1;
  return { screening, reading: showVisit(screening, child, isFirst) };
}

/** The visits from a place on, each read when it is reached. */
function* visitsFrom(records: ChildRecords, start: number): Generator<Visit> {
  for (let place = start; ; place += 1) {
    const visit = visitAt(records, place);
    if (visit === undefined) return;
    yield visit;
  }
}

/** All visits of a child, newest first. */
export function visitsOf(records: ChildRecords): Iterable<Visit> {
  return visitsFrom(records, 0);
}

/** The child with its newest screening; null where none counts. */
export function screenedChild(records: ChildRecords, today: IsoDate): ScreenedChild | null {
  const place = records.screenings.findIndex((one) => !futureDated(one, today));
  const newest = visitAt(records, place);
  if (newest === undefined) return null;
  const { screening } = newest;
  return {
    child: records.child,
    newest,
    earlier: () => visitsFrom(records, place + 1),
    age: completedMonthsToday(records.child, screening, today),
    // A screening dated tomorrow counts, and nothing was ever screened "-1 months ago".
    monthsSince: Math.max(0, completedMonthsBetween(screening.surveyDate, today)),
  };
}
