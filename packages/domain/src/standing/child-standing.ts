import type { Child, IsoDate, Screening } from '../entities.ts';
import { UNDER_SIX_MONTHS } from '../limits.ts';
import type { VisitFinding } from '../screening/next-visit.ts';
import { needsMeasuring } from '../screening/next-visit.ts';
import {
  assessedBefore,
  departureSaid,
  NO_VERSIONS,
  type OpenVersions,
  type StandingFacts,
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
 * the newest screening that is not dated after tomorrow, as it is read.
 */
export function childStandingFacts(
  child: Child,
  screenings: readonly Screening[],
  newest: NewestRead | null,
  today: IsoDate,
  versions: OpenVersions = NO_VERSIONS,
): StandingFacts {
  const read = screenings.map((each) => standingScreening(each, child, versions));
  return factsOf(child, read, newest, today, () =>
    newest === null ? null : assessedBefore(newest.screening, screenings, child),
  );
}

/** The same from screenings that were read before. */
export function factsOf(
  child: Child,
  read: readonly StandingScreening[],
  newest: NewestRead | null,
  today: IsoDate,
  before: () => StandingFacts['assessedBefore'],
): StandingFacts {
  const newestId = newest?.screening._id;
  return standingFacts({
    screenings: read,
    newest: read.find(({ _id }) => _id === newestId) ?? null,
    departure: departureSaid(child),
    isInfant: isInfant(newest?.found),
    assessedBefore: newest !== null && needsMeasuring(newest.found) ? before() : null,
    today,
  });
}

function isInfant(found: VisitFinding | undefined): boolean {
  return typeof found?.monthAge === 'number' && found.monthAge < UNDER_SIX_MONTHS;
}
