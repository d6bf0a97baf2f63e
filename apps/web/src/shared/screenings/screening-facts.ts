import {
  type ActionsToday,
  actionsToday,
  type Child,
  type CrossedLine,
  childStandingFacts,
  compareScreenings,
  crossedLines,
  futureDated,
  type Hero,
  hero,
  type IsoDate,
  mustMeasureFirst,
  type NewestFacts,
  newestFirst,
  newestScreening,
  type OpenVersions,
  type ProgrammeSettings,
  programmeRules,
  type Screening,
  type ScreeningMark,
  type ScreeningWithDifference,
  type Standing,
  type StandingChild,
  type SupplementEnd,
  type SupplementSource,
  type SupplementToday,
  screeningMark,
  standingOn,
  supplementEnd,
  supplementOn,
  type VisitFinding,
  visitFinding,
  type WeightTrend,
  weightTrend,
  withoutUndefined,
  withYoungest,
} from '@crece/domain';
import { type ScreeningEntry, type ScreeningsFile, screeningEntry } from './screening-entries.ts';

/** One screening with everything that a card or a row shows about it. */
export interface ScreeningFacts {
  readonly child: Child;
  readonly screening: Screening;
  /** The reassessed figures; what was told that day is only in `difference`. */
  readonly reading: ScreeningWithDifference;
  readonly mark: ScreeningMark;
  /** Two versions are in conflict: this is the most severe outcome. */
  readonly isContested: boolean;
  /** The earlier screenings, newest first. */
  readonly earlier: readonly ScreeningEntry[];
  /** The last screening of a day before, for "since the last screening". */
  readonly previous: ScreeningEntry | null;
  /** Direction of the weight; null without two weights, and while one is in conflict. */
  readonly trend: WeightTrend | null;
  /** WHO's lines that an index crossed since the screening before; empty while one is in conflict. */
  readonly crossed: readonly CrossedLine[];
  /** Of the newest screening by today's age, with the lapse; of an older one that of its own day. */
  readonly supplement: SupplementToday;
  /** The last day of that supplement; null when none is called for today, and for an older one. */
  readonly supplementEnd: SupplementEnd | null;
  /** Where the child stands today; null for a screening that is not the newest. */
  readonly standing: Standing | null;
  /** Dated after tomorrow: listed, but never the newest. */
  readonly isFutureDated: boolean;
  readonly today: IsoDate;
  /** The organisation's settings: intervals, the severe amount, the guidance. */
  readonly programme: ProgrammeSettings;
}

/** Where a child stands today, with its headline, what to do, and its newest screening. */
export interface ChildFacts {
  readonly child: Child;
  readonly standing: Standing;
  readonly hero: Hero;
  readonly actions: ActionsToday;
  /** The newest screening that counts; null without one. */
  readonly newest: ScreeningFacts | null;
  readonly today: IsoDate;
  readonly programme: ProgrammeSettings;
}

/** The versions of a child's records that wait for a choice. */
export function openVersionsOf({ versions }: ScreeningsFile): OpenVersions {
  return {
    child: () => versions?.child ?? [],
    screening: ({ _id }) => versions?.screenings.get(_id) ?? [],
  };
}

/** The screenings before a screening, newest first. */
function screeningsBefore(file: ScreeningsFile, screening: Screening): readonly ScreeningEntry[] {
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

function crossedSince(now: ScreeningEntry, before: ScreeningEntry | null) {
  if (before === null || before.isContested || now.isContested) return [];
  return crossedLines(before.reading, now.reading);
}

function factsOf(
  file: ScreeningsFile,
  stored: Screening,
  entry: ScreeningEntry,
  standing: Standing | null,
  today: IsoDate,
  programme: ProgrammeSettings,
): ScreeningFacts {
  const { screening, reading, child, isContested } = entry;
  const earlier = screeningsBefore(file, stored);
  const source = supplementSource(entry);
  const previous = earlier.find((each) => each.screening.surveyDate < screening.surveyDate) ?? null;
  return {
    child,
    screening,
    reading,
    mark: screeningMark(reading),
    isContested,
    earlier,
    previous,
    trend: isContested ? null : weightTrend(screening, file.screenings),
    crossed: crossedSince(entry, previous),
    supplement: standing?.supplement ?? supplementOn(source, child, screening.surveyDate),
    supplementEnd: null,
    standing,
    isFutureDated: futureDated(screening, today),
    today,
    programme,
  };
}

/** The facts of a screening that does not decide: what was told then, without a next visit. */
export function screeningFacts(
  file: ScreeningsFile,
  stored: Screening,
  today: IsoDate,
  programme: ProgrammeSettings,
): ScreeningFacts {
  return factsOf(file, stored, screeningEntry(file, stored), null, today, programme);
}

function newestFactsOf({ screening, foodFrom }: ScreeningEntry, found: VisitFinding): NewestFacts {
  return { ...found, surveyDate: screening.surveyDate, ...withoutUndefined({ foodFrom }) };
}

/** The child as its standing is worked out from, by all its screenings and their versions. */
function standingChild(
  file: ScreeningsFile,
  newest: ScreeningEntry | null,
  today: IsoDate,
): StandingChild {
  const { child, screenings, others } = file;
  const found = newest === null ? null : visitFinding(newest.reading, newest.screening.muac);
  const read = newest === null || found === null ? null : { screening: newest.screening, found };
  const standing = childStandingFacts(child, screenings, read, today, openVersionsOf(file), others);
  const isToCheck = screenings.some((screening) => futureDated(screening, today));
  return {
    birthDate: child.birthDate,
    newest: newest === null || found === null ? undefined : newestFactsOf(newest, found),
    standing,
    ...(isToCheck ? { dateToCheck: true } : {}),
  };
}

/** Where a child stands today, and the newest screening with everything that is shown of it. */
export function childFacts(
  file: ScreeningsFile,
  today: IsoDate,
  programme: ProgrammeSettings,
): ChildFacts {
  const stored = newestScreening(file.screenings, today);
  const entry = stored === null ? null : screeningEntry(file, stored);
  const asked = standingChild(file, entry, today);
  const standing = standingOn(asked, today, programmeRules(programme));
  const newest =
    stored === null || entry === null
      ? null
      : {
          ...factsOf(file, stored, entry, standing, today, programme),
          // By the birth date by which the supplement itself is ordered.
          supplementEnd: supplementEnd(supplementSource(entry), withYoungest(asked), today),
        };
  const source =
    entry === null
      ? null
      : {
          ...entry.reading,
          surveyDate: entry.screening.surveyDate,
          muac: entry.screening.muac,
          oedema: entry.screening.oedema,
          muacBand: entry.reading.muacBand,
          hasImplausible: entry.reading.doubts.some(({ cause }) => cause === 'implausible'),
          isAssessed: entry.reading.zscoreStatus !== undefined,
        };
  return {
    child: entry?.child ?? file.child,
    standing,
    hero: hero(standing, source, file.screenings.length > 0),
    actions: actionsToday(standing, source, programme.nextVisit.acuteMonths),
    newest,
    today,
    programme,
  };
}

/** Whether the newest screening was under 6 months, the child is older today. */
export function isMeasuredTooYoung({
  standing,
  reading,
}: Pick<ScreeningFacts, 'standing' | 'reading'>): boolean {
  return standing !== null && mustMeasureFirst(reading.monthAge, standing);
}
