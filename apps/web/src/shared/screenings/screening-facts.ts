import {
  ageToday,
  type Child,
  type CrossedLine,
  compareScreenings,
  crossedLines,
  type FollowUp,
  followUp,
  futureDated,
  type IsoDate,
  isAcuteScreening,
  newestFirst,
  newestScreening,
  type ProgrammeSettings,
  type Screening,
  type ScreeningMark,
  type ScreeningWithDifference,
  type ShownAction,
  type SupplementEnd,
  type SupplementSource,
  type SupplementToday,
  screeningMark,
  shownActions,
  supplementEnd,
  supplementOn,
  visitFinding,
  type WeightTrend,
  weightTrend,
  withoutUndefined,
} from '@crece/domain';
import type { ChildFile } from '@crece/storage';
import { type ScreeningEntry, screeningEntry } from './screening-entries.ts';

/** One screening with everything that a card, a banner or a row shows about it. */
export interface ScreeningFacts {
  readonly child: Child;
  readonly screening: Screening;
  /** The reassessed figures; what was told that day is only in `difference`. */
  readonly reading: ScreeningWithDifference;
  readonly mark: ScreeningMark;
  /** "Is growing well" may be said: no overweight, no fallen height, no lost weight. */
  readonly isPraised: boolean;
  /** Two versions are in conflict: this is the most severe outcome. */
  readonly isContested: boolean;
  /** The previous screening, for "since the last screening". */
  readonly previous: ScreeningEntry | null;
  /** Direction of the weight; null without two weights, and while one is in conflict. */
  readonly trend: WeightTrend | null;
  /** WHO's lines that an index crossed since the screening before; empty while one is in conflict. */
  readonly crossed: readonly CrossedLine[];
  /** By today's age, including the lapse. */
  readonly supplement: SupplementToday;
  /** The last day of that supplement; null when none is called for today. */
  readonly supplementEnd: SupplementEnd | null;
  readonly actions: readonly ShownAction[];
  readonly next: FollowUp | null;
  /** Dated after tomorrow: listed, but never the newest. */
  readonly isFutureDated: boolean;
  readonly today: string;
  /** The organisation's settings: intervals, the severe amount, the guidance. */
  readonly programme: ProgrammeSettings;
}

/** The screenings before a screening, newest first. */
function screeningsBefore(file: ChildFile, screening: Screening): readonly ScreeningEntry[] {
  const earlier = file.screenings.filter((other) => compareScreenings(other, screening) < 0);
  return newestFirst(earlier).map((each) => screeningEntry(file, each));
}

/** What decides the supplement in the reassessed screening. */
function supplementSource({ screening, reading, foodFrom }: ScreeningEntry): SupplementSource {
  const { surveyDate, muac } = screening;
  const { zScore, monthAge, override } = reading;
  const newest = withoutUndefined({ muac, ageOverride: override?.ageMonths, foodFrom });
  return { surveyDate, zScore, monthAge, ...newest };
}

/** With a WHZ above this, "growing well" is never said. */
const PRAISED_TO_WHZ = 2;

function hasFallen(now: number | undefined, before: number | undefined): boolean {
  return now !== undefined && before !== undefined && now < before;
}

function isPraised(
  { reading, screening }: ScreeningEntry,
  before: ScreeningEntry | undefined,
): boolean {
  if ((reading.zScore.wl ?? 0) > PRAISED_TO_WHZ) return false;
  const { height, weight } = before?.screening ?? {};
  return !hasFallen(screening.height, height) && !hasFallen(screening.weight, weight);
}

/** The lines crossed between two screenings; with oedema, only those of height. */
function crossedSince(
  now: ScreeningEntry,
  before: ScreeningEntry | undefined,
): readonly CrossedLine[] {
  if (before === undefined || before.isContested || now.isContested) return [];
  const isSwollen = before.reading.includesSwelling || now.reading.includesSwelling;
  const lines = crossedLines(before.reading.zScore, now.reading.zScore);
  return isSwollen ? lines.filter(({ index }) => index === 'ha') : lines;
}

/** The facts of one screening of a child as of today. */
export function screeningFacts(
  file: ChildFile,
  stored: Screening,
  today: string,
  programme: ProgrammeSettings,
): ScreeningFacts {
  const entry = screeningEntry(file, stored);
  const { screening, reading, child, isContested } = entry;
  const { surveyDate } = screening;
  const earlier = screeningsBefore(file, stored);
  const source = supplementSource(entry);
  const supplement = supplementOn(source, child, today);
  const lastAcute = earlier.find((each) => isAcuteScreening(each.reading));
  const lastAcuteOn: IsoDate | null = lastAcute?.screening.surveyDate ?? null;
  const { referralOutcome, referralDate } = screening;
  const planned = { surveyDate, found: visitFinding(reading), lastAcuteOn };
  const next = followUp(
    { ...planned, referralOutcome, referralDate },
    child,
    today,
    programme.nextVisit,
  );
  return {
    child,
    screening,
    reading,
    mark: screeningMark(reading),
    isPraised: isPraised(entry, earlier[0]),
    isContested,
    previous: earlier[0] ?? null,
    trend: isContested ? null : weightTrend(screening, file.screenings),
    crossed: crossedSince(entry, earlier[0]),
    supplement,
    supplementEnd: supplementEnd(source, child, today),
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

/** The facts of a child's newest screening as of today; null when none counts. */
export function newestScreeningFacts(
  file: ChildFile,
  today: string,
  programme: ProgrammeSettings,
): ScreeningFacts | null {
  const newest = newestScreening(file.screenings, today);
  return newest === null ? null : screeningFacts(file, newest, today, programme);
}
