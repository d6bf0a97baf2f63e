import {
  type Child,
  completedMonthsBetween,
  completedMonthsToday,
  futureDated,
  type IsoDate,
  readContested,
  type Screening,
  type ShownVisit,
  showVisit,
} from '@crece/domain';
import type { ChildRecords } from '../unit-records.ts';

/** A screening and what it says, assessed at reading. */
export interface Visit {
  /** As it is stored. */
  readonly screening: Screening;
  readonly reading: ShownVisit;
  /** The screening and the child that give the reading: of an open choice, the severest outcome. */
  readonly basis: { readonly screening: Screening; readonly child: Child };
  /** While a choice is open: the first day on which food may be named. */
  readonly foodFrom?: IsoDate;
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

/** A visit about which, or about whose child, two versions wait for a choice: its severest outcome. */
function contestedVisit(
  { child, screenings, versions }: ChildRecords,
  screening: Screening,
): Visit | null {
  const others = versions?.screenings.filter(({ _id }) => _id === screening._id) ?? [];
  const children = versions?.child ?? [];
  if (others.length === 0 && children.length === 0) return null;
  const worst = readContested([screening, ...others], [child, ...children], screenings);
  const { reading, foodFrom } = worst;
  return { screening, reading, basis: worst, foodFrom };
}

/** One of the child's screenings, as it is shown. */
export function visitOf(records: ChildRecords, screening: Screening): Visit {
  const { child, screenings, versions } = records;
  const contested = versions === undefined ? null : contestedVisit(records, screening);
  if (contested !== null) return contested;
  const isFirst = screening === screenings.at(-1);
  const basis = { screening, child };
  return { screening, reading: showVisit(screening, child, isFirst), basis };
}

/** The visit at a place among the child's screenings, the newest first. */
function visitAt(records: ChildRecords, place: number): Visit | undefined {
  const screening = records.screenings[place];
  return screening === undefined ? undefined : visitOf(records, screening);
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
  const { screening, child } = newest.basis;
  const since = completedMonthsBetween(newest.screening.surveyDate, today);
  return {
    child: records.child,
    newest,
    earlier: () => visitsFrom(records, place + 1),
    age: completedMonthsToday(child, screening, today),
    // A screening dated tomorrow counts, and nothing was ever screened "-1 months ago".
    monthsSince: Math.max(0, since),
  };
}
