import { MAX_AGE_MONTHS } from '../base/limits.ts';
import { ageOn } from '../dates/age.ts';
import type { Child, IsoDate, Screening } from '../fields/entities.ts';
import type { VisitFinding } from '../screening/next-visit.ts';
import { isUnderSix, needsMeasuring } from '../screening/next-visit.ts';
import { NO_VERSIONS, type OpenVersions, type StandingFacts } from './facts.ts';
import {
  assessedBefore,
  departureSaid,
  type StandingScreening,
  standingFacts,
  standingScreening,
} from './standing-facts.ts';

/** The newest screening that counts, with what was found in it. */
export interface NewestRead {
  readonly screening: Screening;
  readonly found: VisitFinding;
}

/**
 * What all screenings of a child say together, with the versions that wait for a choice. `newest` is
 * the newest screening that is not dated after tomorrow, as it is read. `others`: other records of the
 * same child.
 */
export function childStandingFacts(
  child: Child,
  screenings: readonly Screening[],
  newest: NewestRead | null,
  today: IsoDate,
  versions: OpenVersions = NO_VERSIONS,
  others: readonly Child[] = [],
): StandingFacts {
  const read = screenings.map((each) => standingScreening(each, child, versions));
  return factsOf(child, { read, all: screenings, newest, today, versions, others });
}

/** The screenings of a child, read before, and the records where an earlier one may have to tell. */
export interface ScreeningsRead {
  readonly read: readonly StandingScreening[];
  readonly all: readonly Screening[] | null;
  readonly newest: NewestRead | null;
  readonly today: IsoDate;
  readonly versions: OpenVersions;
  /** Other records of the same child. */
  readonly others?: readonly Child[] | undefined;
}

/** The same from screenings that were read before. */
export function factsOf(
  child: Child,
  { read, all, newest, today, versions, others = [] }: ScreeningsRead,
): StandingFacts {
  const newestId = newest?.screening._id;
  return standingFacts({
    screenings: read,
    newest: read.find(({ _id }) => _id === newestId) ?? null,
    otherDays:
      newest === null ? [] : versions.screening(newest.screening).map((each) => each.surveyDate),
    departures: [child, ...others].flatMap((record) => departureSaid(record) ?? []),
    isInfant: newest !== null && isUnderSix(newest.found),
    assessedBefore:
      newest !== null && all !== null && needsMeasuring(newest.found)
        ? assessedBefore(newest.screening, all, child, versions)
        : null,
    youngest: youngestOf(child, versions.child(child)),
    today,
  });
}

/** The latest birth date, while another than the child's waits for a choice. */
function youngestOf({ birthDate }: Child, others: readonly Child[]): IsoDate | null {
  const dates = others.map((each) => each.birthDate);
  if (dates.every((date) => date === birthDate)) return null;
  return dates.reduce((last, each) => (each > last ? each : last), birthDate);
}

/** The child by the latest of its birth dates, while another than its own waits for a choice. */
export function asYoungest(child: Child, others: readonly Child[]): Child {
  const birthDate = youngestOf(child, others);
  return birthDate === null ? child : { ...child, birthDate };
}

/**
 * The child as a screening of a day is checked: by its own birth date, or, if it would be too old by
 * that, by the latest that waits for a choice. So whoever is in a list can be measured.
 */
export function asMeasured(child: Child, others: readonly Child[], day: IsoDate): Child {
  const isTooOld = (ageOn(child, day)?.ageMonths ?? 0) > MAX_AGE_MONTHS;
  return isTooOld ? asYoungest(child, others) : child;
}
