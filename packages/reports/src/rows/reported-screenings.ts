import {
  asYoungest,
  type BirthDated,
  type Child,
  completedMonthsBetween,
  completedMonthsToday,
  factsOf,
  futureDated,
  type IsoDate,
  type NewestFacts,
  type NewestRead,
  type NextVisitRules,
  NO_VERSIONS,
  type OpenVersions,
  type ReassessedScreening,
  readContested,
  reassessScreening,
  type Screening,
  type Standing,
  type StandingFacts,
  type StandingScreening,
  standingOn,
  standingScreening,
  visitFinding,
  withoutUndefined,
} from '@crece/domain';
import type { ChildRecords } from '../base/report-records.ts';

/** A screening and its reassessed figures. */
export interface ReportedScreening {
  /** As stored. */
  readonly screening: Screening;
  readonly reading: ReassessedScreening;
  /**
   * The versions of screening and child on which the reading is based: in a conflict, those with
   * the most severe outcome.
   */
  readonly basis: { readonly screening: Screening; readonly child: Child };
  /** In a conflict: the first day on which food may be named. */
  readonly foodFrom?: IsoDate;
}

/** A child as used by the reports that show its newest screening. */
export interface ScreenedChild {
  readonly child: Child;
  /** The newest screening that is not dated after tomorrow. */
  readonly newest: ReportedScreening;
  /** The screenings before it, newest first, each reassessed only when reached. */
  readonly earlier: () => Iterable<ReportedScreening>;
  /** Completed months today; null for a birth date in the future. */
  readonly age: number | null;
  /** The birth date by which the age is reckoned today: of two that wait for a choice the later one. */
  readonly born: BirthDated;
  /** Completed months since the newest screening. */
  readonly monthsSince: number;
  /** Where the child stands today; worked out when it is asked for. */
  readonly standing: () => Standing;
  /** What its screenings say together; worked out when it is asked for. */
  readonly readings: () => readonly StandingScreening[];
}

/** A screening that is in conflict itself or through its child: its most severe outcome. */
function contestedScreening(
  { child, screenings, versions }: ChildRecords,
  screening: Screening,
): ReportedScreening | null {
  const others = versions?.screenings.filter(({ _id }) => _id === screening._id) ?? [];
  const children = versions?.child ?? [];
  if (others.length === 0 && children.length === 0) return null;
  const worst = readContested([screening, ...others], [child, ...children], screenings);
  const { reading, foodFrom } = worst;
  return { screening, reading, basis: worst, foodFrom };
}

/** One of the child's screenings, as it is shown. */
export function entryOf(records: ChildRecords, screening: Screening): ReportedScreening {
  const { child, screenings, versions } = records;
  const contested = versions === undefined ? null : contestedScreening(records, screening);
  if (contested !== null) return contested;
  const isFirst = screening === screenings.at(-1);
  const basis = { screening, child };
  return { screening, reading: reassessScreening(screening, child, isFirst), basis };
}

/** The screening at an index of the child's screenings, newest first. */
function screeningAt(records: ChildRecords, place: number): ReportedScreening | undefined {
  const screening = records.screenings[place];
  return screening === undefined ? undefined : entryOf(records, screening);
}

/**
 * The screenings from an index on, each reassessed only when reached, and once: a desk asks for them
 * several times. `known` are those that were reached before.
 */
function* rememberedFrom(
  records: ChildRecords,
  start: number,
  known: ReportedScreening[],
): Generator<ReportedScreening> {
  for (let at = 0; ; at += 1) {
    const entry = known[at] ?? screeningAt(records, start + at);
    if (entry === undefined) return;
    known[at] = entry;
    yield entry;
  }
}

/** All screenings of a child, newest first, each reassessed only when reached. */
export function* entriesOf(records: ChildRecords): Generator<ReportedScreening> {
  for (const screening of records.screenings) yield entryOf(records, screening);
}

function openVersionsOf({ versions }: ChildRecords): OpenVersions {
  if (versions === undefined) return NO_VERSIONS;
  return {
    child: () => versions.child,
    screening: ({ _id }) => versions.screenings.filter((each) => each._id === _id),
  };
}

/** What each screening of a child adds to its standing, with the versions that wait for a choice. */
export function readingsOf(records: ChildRecords): readonly StandingScreening[] {
  const { child, screenings } = records;
  const versions = openVersionsOf(records);
  return screenings.map((each) => standingScreening(each, child, versions));
}

/** What all screenings of a child say together. */
function factsOfRecords(
  records: ChildRecords,
  newest: ReportedScreening | undefined,
  today: IsoDate,
  read: readonly StandingScreening[],
): StandingFacts {
  const { child, others, screenings: all } = records;
  const versions = openVersionsOf(records);
  const of = newest === undefined ? null : newestRead(newest);
  return factsOf(child, { read, all, newest: of, today, versions, others });
}

function newestRead({ reading, basis }: ReportedScreening): NewestRead {
  const { screening } = basis;
  return { screening, found: visitFinding(reading, screening.muac) };
}

/** Where a child stands on a day, and the newest screening of which that is said. */
export function standingOfRecords(
  records: ChildRecords,
  newest: ReportedScreening | undefined,
  today: IsoDate,
  rules: NextVisitRules,
  read: readonly StandingScreening[] = readingsOf(records),
): Standing {
  const { child, screenings } = records;
  const standing = factsOfRecords(records, newest, today, read);
  const isAhead = screenings.some((each) => futureDated(each, today));
  const { birthDate, birthDateEstimated } = child;
  return standingOn(
    {
      ...withoutUndefined({ birthDate, birthDateEstimated }),
      standing,
      ...(newest === undefined ? {} : { newest: newestFacts(newest) }),
      ...(isAhead ? { dateToCheck: true as const } : {}),
    },
    today,
    rules,
  );
}

function newestFacts(newest: ReportedScreening): NewestFacts {
  const { reading, basis, foodFrom } = newest;
  const { surveyDate } = basis.screening;
  const found = visitFinding(reading, basis.screening.muac);
  return { ...found, surveyDate, monthAge: reading.monthAge, foodFrom };
}

/** The child with its newest screening; null when none counts. */
export function screenedChild(
  records: ChildRecords,
  today: IsoDate,
  rules: NextVisitRules,
): ScreenedChild | null {
  const place = records.screenings.findIndex((one) => !futureDated(one, today));
  const newest = screeningAt(records, place);
  if (newest === undefined) return null;
  const { screening, child } = newest.basis;
  const since = completedMonthsBetween(newest.screening.surveyDate, today);
  const known: ReportedScreening[] = [];
  let standing: Standing | undefined;
  let read: readonly StandingScreening[] | undefined;
  const readings = () => {
    read ??= readingsOf(records);
    return read;
  };
  const standingOnce = () => {
    standing ??= standingOfRecords(records, newest, today, rules, readings());
    return standing;
  };
  const others = records.versions?.child ?? [];
  const isAgeContested = others.length > 0;
  return {
    child: records.child,
    newest,
    earlier: () => rememberedFrom(records, place + 1, known),
    age: isAgeContested ? standingOnce().ageMonths : completedMonthsToday(child, screening, today),
    born: isAgeContested ? asYoungest(records.child, others) : child,
    // A screening dated tomorrow counts, but "-1 months ago" must not appear.
    monthsSince: Math.max(0, since),
    standing: standingOnce,
    readings,
  };
}
