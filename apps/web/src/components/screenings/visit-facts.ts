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
  type Screening,
  type ShownAction,
  type SupplementToday,
  shownActions,
  supplementOn,
  type VisitMark,
  type VisitReading,
  visitMark,
  type WeightTrend,
  weightTrend,
  withoutUndefined,
} from '@crece/domain';
import type { ChildFile } from '@crece/storage';
import { type ReadVisit, readOneVisit } from './read-visits.ts';

/** One visit with all that a card, a banner or a row says about it. */
export interface VisitFacts {
  readonly child: Child;
  readonly screening: Screening;
  /** The assessment of its measures as of now; what was told that day is only `difference`. */
  readonly reading: VisitReading;
  readonly mark: VisitMark;
  /** Nothing speaks against "is growing well": no overweight, no fallen height, no lost weight. */
  readonly isPraised: boolean;
  /** Two versions wait for a choice: this is the severest outcome. */
  readonly isContested: boolean;
  /** The visit before it, for "since the last visit". */
  readonly previous: ReadVisit | null;
  /** Where the weight goes; null without two weights to compare, and while one waits for a choice. */
  readonly trend: WeightTrend | null;
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

/** The visits before a screening, newest first. */
function visitsBefore(file: ChildFile, screening: Screening): readonly ReadVisit[] {
  const earlier = file.screenings.filter((other) => compareScreenings(other, screening) < 0);
  return newestFirst(earlier).map((each) => readOneVisit(file, each));
}

/** The supplement of today by what reading shows of the visit. */
function supplementOf({ screening, reading, child, foodFrom }: ReadVisit, today: string) {
  const { surveyDate, muac } = screening;
  const { zScore, monthAge, override } = reading;
  const newest = withoutUndefined({ muac, ageOverride: override?.ageMonths, foodFrom });
  return supplementOn({ surveyDate, zScore, monthAge, ...newest }, child, today);
}

/** Weight for height above this is never called "growing well". */
const PRAISED_TO_WHZ = 2;

function hasFallen(now: number | undefined, before: number | undefined): boolean {
  return now !== undefined && before !== undefined && now < before;
}

function isPraised({ reading, screening }: ReadVisit, before: ReadVisit | undefined): boolean {
  if ((reading.zScore.wl ?? 0) > PRAISED_TO_WHZ) return false;
  const { height, weight } = before?.screening ?? {};
  return !hasFallen(screening.height, height) && !hasFallen(screening.weight, weight);
}

/** Reads one visit of a child as of today. */
export function visitFacts(
  file: ChildFile,
  stored: Screening,
  today: string,
  programme: ProgrammeSettings,
): VisitFacts {
  const visit = readOneVisit(file, stored);
  const { screening, reading, child, isContested } = visit;
  const { surveyDate } = screening;
  const earlier = visitsBefore(file, stored);
  const supplement = supplementOf(visit, today);
  const lastAcute = earlier.find((each) => isAcuteVisit(each.reading));
  const lastAcuteOn: IsoDate | null = lastAcute?.screening.surveyDate ?? null;
  const next = nextVisit({ surveyDate, reading, lastAcuteOn }, child, programme.nextVisit);
  return {
    child,
    screening,
    reading,
    mark: visitMark(reading),
    isPraised: isPraised(visit, earlier[0]),
    isContested,
    previous: earlier[0] ?? null,
    trend: isContested ? null : weightTrend(screening, file.screenings),
    supplement,
    actions: shownActions(reading.actions, {
      muacBand: reading.muacBand,
      oedema: screening.oedema,
      supType: supplement.supType,
      overdue: supplement.overdue,
      ageMonthsToday: ageToday(child, screening, today)?.ageMonths ?? null,
      noFood: supplement.noFoodUnder6,
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
