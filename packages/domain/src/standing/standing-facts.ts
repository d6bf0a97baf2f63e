import { lastWhere } from '../base/last-where.ts';
import { isWithin, LIMITS } from '../base/limits.ts';
import type { ReferralOutcome } from '../base/words.ts';
import { addDays } from '../dates/calendar.ts';
import type { Child, IsoDate, Screening } from '../fields/entities.ts';
import { isAcuteStored } from '../screening/acute-screening.ts';
import { compareWithToldAt } from '../screening/compare-with-told.ts';
import { candidateChildren, candidateScreenings } from '../screening/contested-screening.ts';
import {
  isUnderSix,
  needsMeasuring,
  type PlannedScreening,
  visitFinding,
} from '../screening/next-visit.ts';
import { compareScreenings, futureDated, type OrderedScreening } from '../screening/order.ts';
import { screeningFigures } from '../screening/screening-figures.ts';
import { joinClinicAnswers } from '../slip/clinic-answer.ts';
import {
  type ChildDeparture,
  isNothing,
  type LowWeight,
  NO_STANDING_FACTS,
  NO_VERSIONS,
  type OpenVersions,
  type StandingFacts,
} from './facts.ts';
import { openSigns, type SignScreening } from './open-signs.ts';
import {
  clinicAnswersIn,
  isDeparture,
  type KnownAnswer,
  type KnownOutcome,
  outcomeIn,
} from './outcome.ts';
import { countsToday, isTakenOver } from './outcome-today.ts';
import {
  REFER_SIGNS,
  type SignReadings,
  signReadings,
  signsTogether,
  usableWeight,
} from './refer-signs.ts';

/** What one screening adds to a child's standing: little enough to keep for a whole unit. */
export interface StandingScreening extends OrderedScreening {
  readonly signs: SignReadings;
  /** Acute evidence, swelling or a red MUAC, in any version. */
  readonly isAcute: boolean;
  readonly outcomes: readonly KnownOutcome[];
  /** What clinics answered, in all versions together. */
  readonly clinic: readonly KnownAnswer[];
  /** The weights of its versions that rules may use, without those of a swollen child; kg. */
  readonly weights: readonly number[];
  /** Every version has a weight within the form's limits. */
  readonly isWeighed: boolean;
  /** A weight below the form's limits that was kept all the same, in any version; kg. */
  readonly lowWeight: number | null;
}

/** A screening of this many days before the newest still tells when the child is seen next. */
export const ASSESSED_DAYS = 31;

function lowWeightIn(versions: readonly Screening[]): number | null {
  if (versions.every(({ outsideLimits }) => outsideLimits === undefined)) return null;
  const weights = versions.flatMap(({ outsideLimits }) => outsideLimits?.weight ?? []);
  const least = Math.min(...weights);
  return least < LIMITS.weight.min ? least : null;
}

/** Weights of versions that rules may use; those of a swollen child tell of no loss. */
function weightsIn(versions: readonly Screening[]): readonly number[] {
  const weights: number[] = [];
  for (const each of versions) {
    const weight = each.oedema === true ? null : usableWeight(each);
    if (weight !== null) weights.push(weight);
  }
  return weights;
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
  // The versions themselves too: each has stored figures of its own, which may show a sign.
  const screenings = isContested
    ? [...candidateScreenings(screening, others), ...others]
    : [screening];
  const children = isContested ? candidateChildren(child, otherChildren) : [child];
  const stored = [screening, ...others];
  const signs: SignReadings[] = [];
  let isAcute = false;
  for (const each of screenings) {
    for (const of of children) {
      const figures = screeningFigures(each, of);
      signs.push(signReadings(each, of, figures));
      isAcute ||= isAcuteStored(each, of, figures);
    }
  }
  return {
    _id,
    surveyDate,
    created,
    signs: signsTogether(signs),
    isAcute,
    outcomes: stored.flatMap((each) => outcomeIn(each) ?? []),
    clinic: clinicAnswersIn({
      surveyDate,
      clinicAnswers: stored
        .map(({ clinicAnswers }) => clinicAnswers)
        .reduce(joinClinicAnswers, undefined),
    }),
    weights: weightsIn(stored),
    isWeighed: stored.every(
      ({ weight }) => weight !== undefined && isWithin(weight, LIMITS.weight),
    ),
    lowWeight: lowWeightIn(stored),
  };
}

/** Whether a screening says anything that the standing of a child could need. */
export function addsToStanding({
  signs,
  isAcute,
  outcomes,
  clinic,
  lowWeight,
}: StandingScreening): boolean {
  return (
    isAcute ||
    outcomes.length + clinic.length > 0 ||
    lowWeight !== null ||
    REFER_SIGNS.some((sign) => signs[sign].effect === 'shows')
  );
}

/**
 * The departure in the versions of a screening: one beside another outcome ends nothing, and of two
 * the earlier day counts.
 */
function departureIn({ outcomes }: StandingScreening): KnownOutcome | null {
  const [first, ...others] = outcomes;
  if (first === undefined || !outcomes.every(({ outcome }) => isDeparture(outcome))) return null;
  return others.reduce((soonest, each) => (each.date < soonest.date ? each : soonest), first);
}

/** Each departure that was said, by day, with the day after it on which the child was screened or at a clinic. */
function departuresOf(
  screenings: readonly StandingScreening[],
  said: readonly KnownOutcome[],
): readonly ChildDeparture[] {
  const seen = screenings
    .flatMap(({ surveyDate, clinic }) => [
      surveyDate,
      ...clinic.filter(isTakenOver).map(({ date }) => date),
    ])
    .sort();
  return [...said, ...screenings.map(departureIn)]
    .flatMap((each) => each ?? [])
    .sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
    .map((each) => ({ ...each, voidedOn: seen.find((day) => day > each.date) ?? null }));
}

/**
 * The day of the last "died" that a clinic answered, unless a screening is dated after it, or another
 * word: the last one counts.
 */
function clinicDiedOn(screenings: readonly StandingScreening[]): IsoDate | null {
  const said = screenings.flatMap(({ clinic, outcomes }) => [...clinic, ...outcomes]);
  const later = [
    ...screenings.map(({ surveyDate }) => surveyDate),
    ...said.flatMap(({ outcome, date }) => (outcome === 'died' ? [] : [date])),
  ];
  const days = screenings
    .flatMap(({ clinic }) => clinic)
    .flatMap(({ outcome, date }) => (outcome === 'died' ? [date] : []))
    .filter((day) => later.every((each) => each <= day));
  return days.sort().at(-1) ?? null;
}

/** A date after tomorrow hides no low weight, and a weight of such a day clears none. */
function lowWeightOf(screenings: readonly (SignScreening & StandingScreening)[]): LowWeight | null {
  const found = lastWhere(screenings, ({ lowWeight }) => lowWeight !== null);
  if (found === undefined || found.lowWeight === null) return null;
  const isWeighedSince = screenings
    .slice(screenings.indexOf(found) + 1)
    .some(({ isWeighed, isFutureDated }) => isWeighed && !isFutureDated);
  if (isWeighedSince) return null;
  return { date: found.surveyDate, weight: found.lowWeight, outcomes: found.outcomes };
}

/** Whether less was weighed than on the last day before with a weight, by any of its possible days. */
function isWeightLost(
  { weights: now }: StandingScreening,
  days: readonly IsoDate[],
  before: readonly StandingScreening[],
): boolean {
  return days.some((day) => {
    const last = lastWhere(before, (each) => each.weights.length > 0 && each.surveyDate < day);
    return last !== undefined && Math.min(...now) < Math.max(...last.weights);
  });
}

/** Input of `standingFacts`. */
export interface StandingInput {
  /** Of all screenings of the child, in any order. */
  readonly screenings: readonly StandingScreening[];
  readonly newest: StandingScreening | null;
  /** The days of the newest screening in its other versions. */
  readonly otherDays: readonly IsoDate[];
  /** Said of the child itself, in each of its records. */
  readonly departures: readonly KnownOutcome[];
  /** The newest screening was under 6 months of age: there a lost weight counts. */
  readonly isInfant: boolean;
  /** Asked only where nothing of the newest screening can be assessed. */
  readonly assessedBefore: PlannedScreening | null;
  readonly youngest: IsoDate | null;
  readonly today: IsoDate;
}

/** What all screenings of a child say together. */
export function standingFacts(input: StandingInput): StandingFacts {
  const { newest, assessedBefore, youngest, today } = input;
  const isPlain = input.departures.length === 0 && !input.screenings.some(addsToStanding);
  // Nearly every child: of its earlier screenings only a lost weight can count.
  if (isPlain && youngest === null && assessedBefore === null && !input.isInfant) {
    return NO_STANDING_FACTS;
  }
  const ordered: readonly (StandingScreening & SignScreening)[] = [...input.screenings]
    .sort(compareScreenings)
    .map((each) => ({ ...each, isFutureDated: futureDated(each, today) }));
  const before =
    newest === null ? [] : ordered.filter((each) => compareScreenings(each, newest) < 0);
  const departures = departuresOf(ordered, input.departures);
  const counted = departures.filter((each) => countsToday(each, today));
  const ahead = departures.filter((each) => !countsToday(each, today));
  const clinicDied = clinicDiedOn(ordered);
  const facts: StandingFacts = {
    openSigns: openSigns(ordered, newest?._id ?? null),
    lastAcuteOn: lastWhere(before, ({ isAcute }) => isAcute)?.surveyDate ?? null,
    lowWeight: lowWeightOf(ordered),
    departure: counted.at(-1) ?? null,
    isWeightLost:
      input.isInfant &&
      newest !== null &&
      isWeightLost(newest, [newest.surveyDate, ...input.otherDays], before),
    assessedBefore,
    ...(ahead.length === 0 ? {} : { departuresAhead: ahead }),
    ...(clinicDied === null ? {} : { clinicDied }),
    ...(youngest === null ? {} : { youngest }),
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

/** The last departure that any of a child's records says. */
export function lastDepartureSaid(
  records: readonly Parameters<typeof departureSaid>[0][],
): KnownOutcome | null {
  return records.reduce<KnownOutcome | null>((last, record) => {
    const said = departureSaid(record);
    return said !== null && (last === null || said.date > last.date) ? said : last;
  }, null);
}

/**
 * The screening of at most 31 days before the newest that was assessed and shows no acute sign: the
 * last of them, null without one. One that waits for a choice postpones nothing.
 */
export function assessedBefore(
  newest: Screening,
  screenings: readonly Screening[],
  child: Child,
  versions: OpenVersions = NO_VERSIONS,
): PlannedScreening | null {
  if (versions.child(child).length > 0) return null;
  const from = addDays(newest.surveyDate, -ASSESSED_DAYS);
  // The newest may be read in a version of another day; its place is that of the record as it stands.
  const stored = screenings.find(({ _id }) => _id === newest._id) ?? newest;
  const before = screenings
    .filter((each) => compareScreenings(each, stored) < 0)
    .sort((a, b) => compareScreenings(b, a));
  for (const [place, each] of before.entries()) {
    if (each.surveyDate < from || versions.screening(each).length > 0) return null;
    const reading = compareWithToldAt(each, child, { isFirst: false, isNewest: false });
    const found = visitFinding(reading, each.muac);
    const isAcute = isAcuteStored(each, child) || reading.muacBand === 'yellow';
    if (isAcute) return null;
    if (needsMeasuring(found)) continue;
    const earlier = before.slice(place + 1).map((one) => standingScreening(one, child, versions));
    return {
      surveyDate: each.surveyDate,
      found,
      lastAcuteOn: earlier.find(({ isAcute: wasAcute }) => wasAcute)?.surveyDate ?? null,
      isWeightLost:
        isUnderSix(found) &&
        isWeightLost(standingScreening(each, child), [each.surveyDate], earlier.reverse()),
    };
  }
  return null;
}
