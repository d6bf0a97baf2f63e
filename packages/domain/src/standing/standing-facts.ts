import type { Child, IsoDate, Screening } from '../entities.ts';
import { addDays } from '../dates/calendar.ts';
import { isAcuteStored } from '../screening/acute-screening.ts';
import { compareWithToldAt } from '../screening/compare-with-told.ts';
import { candidateChildren, candidateScreenings } from '../screening/contested-screening.ts';
import { type PlannedScreening, visitFinding } from '../screening/next-visit.ts';
import { compareScreenings, futureDated, type OrderedScreening } from '../screening/order.ts';
import { LIMITS } from '../limits.ts';
import type { ReferralOutcome } from '../words.ts';
import { type OpenSign, openSigns, type SignScreening } from './open-signs.ts';
import { isDeparture, type KnownOutcome, outcomeIn } from './outcome.ts';
import { type SignReadings, signReadingsOf, usableWeight } from './refer-signs.ts';

/** What one screening adds to a child's standing: little enough to keep for a whole unit. */
export interface StandingScreening extends OrderedScreening {
  readonly signs: SignReadings;
  /** Acute evidence, swelling or a red MUAC, in any version. */
  readonly isAcute: boolean;
  readonly outcomes: readonly KnownOutcome[];
  /** A weight that rules may use; kg. */
  readonly weight: number | null;
  readonly isSwollen: boolean;
  /** A weight below the form's limits that was kept all the same; kg. */
  readonly lowWeight: number | null;
}

/** A weight below the form's limits that was kept: "health worker today". */
export interface LowWeight extends KnownLowWeight {
  readonly outcomes: readonly KnownOutcome[];
}

interface KnownLowWeight {
  readonly date: IsoDate;
  readonly weight: number;
}

/** "Died" or "moved away", said of a child. */
export interface ChildDeparture extends KnownOutcome {
  /** The day of a screening after it: the child is here, so it no longer counts. */
  readonly voidedOn: IsoDate | null;
}

/**
 * What all screenings of a child say together, as far as the newest alone does not: worked out once,
 * when a record changes. Everything that depends on the day is asked of `standingOn`.
 */
export interface StandingFacts {
  readonly openSigns: readonly OpenSign[];
  /** The last screening before the newest with acute evidence, swelling or a red MUAC. */
  readonly lastAcuteOn: IsoDate | null;
  readonly lowWeight: LowWeight | null;
  readonly departure: ChildDeparture | null;
  /** Under 6 months: the weight of the newest screening is below that of the last one before that has a weight. */
  readonly isWeightLost: boolean;
  /**
   * Where nothing of the newest screening can be assessed: an earlier one of the last 31 days that
   * was assessed and shows no acute sign.
   */
  readonly assessedBefore: PlannedScreening | null;
}

export const NO_STANDING_FACTS: StandingFacts = {
  openSigns: [],
  lastAcuteOn: null,
  lowWeight: null,
  departure: null,
  isWeightLost: false,
  assessedBefore: null,
};

/** Whether a child's facts say nothing beyond its newest screening. */
export function isNothing(facts: StandingFacts): boolean {
  return (
    facts.openSigns.length === 0 &&
    facts.lastAcuteOn === null &&
    facts.lowWeight === null &&
    facts.departure === null &&
    facts.assessedBefore === null &&
    !facts.isWeightLost
  );
}

/** A screening of this many days before the newest still tells when the child is seen next. */
export const ASSESSED_DAYS = 31;

/** Other versions of a record that wait for a person's choice; empty for nearly every record. */
export interface OpenVersions {
  readonly child: (child: Child) => readonly Child[];
  readonly screening: (screening: Screening) => readonly Screening[];
}

export const NO_VERSIONS: OpenVersions = { child: () => [], screening: () => [] };

function lowWeightOf({ outsideLimits }: Screening): number | null {
  const weight = outsideLimits?.weight;
  return weight !== undefined && weight < LIMITS.weight.min ? weight : null;
}

/** What a screening adds to the standing of its child, with the versions that wait for a choice. */
export function standingScreening(
  screening: Screening,
  child: Child,
  versions: OpenVersions = NO_VERSIONS,
): StandingScreening {
  const { _id, surveyDate, created } = screening;
  const others = versions.screening(screening);
  const otherChildren = versions.child(child);
  const isContested = others.length > 0 || otherChildren.length > 0;
  const screenings = isContested ? candidateScreenings(screening, others) : [screening];
  const children = isContested ? candidateChildren(child, otherChildren) : [child];
  return {
    _id,
    surveyDate,
    created,
    signs: signReadingsOf(screenings, children),
    isAcute: screenings.some((each) => children.some((of) => isAcuteStored(each, of))),
    outcomes: [screening, ...others].flatMap((each) => outcomeIn(each) ?? []),
    weight: usableWeight(screening),
    isSwollen: screening.oedema === true,
    lowWeight: lowWeightOf(screening),
  };
}

/** Whether a screening says anything that the standing of a child could need. */
export function addsToStanding({ signs, isAcute, outcomes, lowWeight }: StandingScreening): boolean {
  return (
    isAcute ||
    outcomes.length > 0 ||
    lowWeight !== null ||
    Object.values(signs).some(({ effect }) => effect === 'shows')
  );
}

/** The departure in the versions of a screening: one beside another outcome ends nothing. */
function departureIn({ outcomes }: StandingScreening): KnownOutcome | null {
  const [first] = outcomes;
  if (first === undefined) return null;
  return outcomes.every(({ outcome }) => isDeparture(outcome)) ? first : null;
}

function departureOf(
  screenings: readonly StandingScreening[],
  said: KnownOutcome | null,
): ChildDeparture | null {
  const all = [said, ...screenings.map(departureIn)].filter((each) => each !== null);
  const last = all.reduce<KnownOutcome | null>(
    (latest, each) => (latest === null || each.date >= latest.date ? each : latest),
    null,
  );
  if (last === null) return null;
  const after = screenings.find(({ surveyDate }) => surveyDate > last.date);
  return { ...last, voidedOn: after?.surveyDate ?? null };
}

function lowWeightIn(screenings: readonly StandingScreening[]): LowWeight | null {
  const at = screenings.findLastIndex(({ lowWeight }) => lowWeight !== null);
  const found = screenings[at];
  if (found?.lowWeight === null || found === undefined) return null;
  const { min, max } = LIMITS.weight;
  const isMeasuredSince = screenings
    .slice(at + 1)
    .some(({ weight }) => weight !== null && weight >= min && weight <= max);
  if (isMeasuredSince) return null;
  return { date: found.surveyDate, weight: found.lowWeight, outcomes: found.outcomes };
}

function isWeightLost(
  newest: StandingScreening,
  before: readonly StandingScreening[],
): boolean {
  if (newest.weight === null || newest.isSwollen) return false;
  const last = before.findLast(({ weight }) => weight !== null);
  if (last?.weight === null || last === undefined || last.isSwollen) return false;
  return newest.weight < last.weight;
}

/** Input of `standingFacts`. */
export interface StandingInput {
  /** Of all screenings of the child, in any order. */
  readonly screenings: readonly StandingScreening[];
  readonly newest: StandingScreening | null;
  /** Said of a child without screenings. */
  readonly departure: KnownOutcome | null;
  /** The newest screening was under 6 months of age: there a lost weight counts. */
  readonly isInfant: boolean;
  /** Asked only where nothing of the newest screening can be assessed. */
  readonly assessedBefore: PlannedScreening | null;
  readonly today: IsoDate;
}

/** What all screenings of a child say together. */
export function standingFacts(input: StandingInput): StandingFacts {
  const { newest, departure, assessedBefore, today } = input;
  if (input.screenings.length === 0 && departure === null) return NO_STANDING_FACTS;
  const ordered: readonly (StandingScreening & SignScreening)[] = [...input.screenings]
    .sort(compareScreenings)
    .map((each) => ({ ...each, isFutureDated: futureDated(each, today) }));
  const before = newest === null ? [] : ordered.filter((each) => compareScreenings(each, newest) < 0);
  const facts: StandingFacts = {
    openSigns: openSigns(ordered, newest?._id ?? null),
    lastAcuteOn: before.findLast(({ isAcute }) => isAcute)?.surveyDate ?? null,
    lowWeight: lowWeightIn(ordered.filter(({ isFutureDated }) => !isFutureDated)),
    departure: departureOf(ordered, departure),
    isWeightLost: input.isInfant && newest !== null && isWeightLost(newest, before),
    assessedBefore,
  };
  return isNothing(facts) ? NO_STANDING_FACTS : facts;
}

/** "Died" or "moved away" as the child's own record says it. */
export function departureSaid(child: {
  readonly departure?: ReferralOutcome | undefined;
  readonly departureDate?: IsoDate | undefined;
}): KnownOutcome | null {
  const { departure, departureDate } = child;
  return departure === undefined || departureDate === undefined
    ? null
    : { outcome: departure, date: departureDate };
}

/**
 * The screening of at most 31 days before the newest that was assessed and shows no acute sign: the
 * last of them, null without one.
 */
export function assessedBefore(
  newest: Screening,
  screenings: readonly Screening[],
  child: Child,
): PlannedScreening | null {
  const from = addDays(newest.surveyDate, -ASSESSED_DAYS);
  const candidates = screenings
    .filter((each) => each.surveyDate >= from && compareScreenings(each, newest) < 0)
    .sort((a, b) => compareScreenings(b, a));
  for (const each of candidates) {
    const reading = compareWithToldAt(each, child, { isFirst: false, isNewest: false });
    const found = visitFinding(reading, each.muac);
    const isAcute = isAcuteStored(each, child) || reading.muacBand === 'yellow';
    if (isAcute) return null;
    if (reading.zscoreStatus === undefined || found.isImplausible) continue;
    return { surveyDate: each.surveyDate, found, lastAcuteOn: null, isWeightLost: false };
  }
  return null;
}
