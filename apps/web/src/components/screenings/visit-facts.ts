import {
  ageToday,
  type Child,
  compareScreenings,
  futureDated,
  type IsoDate,
  isAcuteVisit,
  type NextVisit,
  newestFirst,
  newestScreening,
  nextVisit,
  type ProgrammeSettings,
  readVisit,
  type Screening,
  type ShownAction,
  type SupplementToday,
  shownActions,
  supplementOn,
  type VisitReading,
} from '@crece/domain';
import type { ChildFile } from '@crece/storage';

/** One visit with all that a card, a banner or a row says about it. */
export interface VisitFacts {
  readonly child: Child;
  readonly screening: Screening;
  /** The assessment of its measures as of now; what was told that day is only `difference`. */
  readonly reading: VisitReading;
  /** The visit before it, for "since the last visit". */
  readonly previous: Screening | null;
  /** By today's age, lapse included. */
  readonly supplement: SupplementToday;
  readonly actions: readonly ShownAction[];
  readonly next: NextVisit | null;
  /** Dated after tomorrow: listed, never the newest. */
  readonly isFutureDated: boolean;
  readonly today: string;
  /** What the organisation set: intervals, the severe amount, the guidance. */
  readonly programme: ProgrammeSettings;
}

/** The visit before a screening in the child's history; null for the first. */
export function visitBefore(
  screening: Screening,
  screenings: readonly Screening[],
): Screening | null {
  return newestScreening(screenings.filter((other) => compareScreenings(other, screening) < 0));
}

/** The day of the last earlier visit that asks for watching afterwards; null without one. */
function lastAcuteBefore({ child, screenings }: ChildFile, screening: Screening): IsoDate | null {
  const earlier = newestFirst(
    screenings.filter((other) => compareScreenings(other, screening) < 0),
  );
  const acute = earlier.find((each) => isAcuteVisit(readVisit(each, child, screenings)));
  return acute?.surveyDate ?? null;
}

/** Reads one visit of a child as of today. */
export function visitFacts(
  file: ChildFile,
  screening: Screening,
  today: string,
  programme: ProgrammeSettings,
): VisitFacts {
  const { child, screenings } = file;
  const { surveyDate } = screening;
  const reading = readVisit(screening, child, screenings);
  const { zScore, monthAge } = reading;
  const { muac, ageOverride, comments } = screening;
  const newest = {
    surveyDate,
    zScore,
    monthAge,
    ...(muac === undefined ? {} : { muac }),
    ...(ageOverride === undefined ? {} : { ageOverride }),
    ...(comments === undefined ? {} : { comments }),
  };
  const supplement = supplementOn(newest, child, today);
  const next = nextVisit(
    { surveyDate, reading, lastAcuteOn: lastAcuteBefore(file, screening) },
    child,
    programme.nextVisit,
  );
  return {
    child,
    screening,
    reading,
    previous: visitBefore(screening, screenings),
    supplement,
    actions: shownActions(reading.actions, {
      muacBand: reading.muacBand,
      oedema: screening.oedema,
      supType: supplement.supType,
      overdue: supplement.overdue,
      ageMonthsToday: ageToday(child, screening, today)?.ageMonths ?? null,
      hasDoubts: reading.doubts.length > 0,
      next,
      acuteMonths: programme.nextVisit.acuteMonths,
    }),
    next,
    isFutureDated: futureDated(screening, today),
    today,
    programme,
  };
}

/** The newest visit of a child as of today; null without one that counts. */
export function newestVisit(
  file: ChildFile,
  today: string,
  programme: ProgrammeSettings,
): VisitFacts | null {
  const newest = newestScreening(file.screenings, today);
  return newest === null ? null : visitFacts(file, newest, today, programme);
}
