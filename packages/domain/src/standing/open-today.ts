import { lastWhere } from '../base/last-where.ts';
import { HAND_OVER_UNTIL_MONTHS, LOW_WEIGHT_MONTHS, MAX_AGE_MONTHS } from '../base/limits.ts';
import type { BirthDated } from '../dates/age.ts';
import { addDays, addMonths } from '../dates/calendar.ts';
import type { IsoDate } from '../fields/entities.ts';
import { completedMonthsToday, type NewestScreening } from '../screening/age-today.ts';
import type { ChildDeparture, LowWeight, StandingFacts } from './facts.ts';
import type { OpenSign } from './open-signs.ts';
import type { KnownAnswer } from './outcome.ts';
import { countsToday, isTakenOver } from './outcome-today.ts';

/** What is open of a child's referral on a day, before the programme's table of days is looked at. */
export interface OpenToday {
  /** Died or moved away, while it counts. */
  readonly departure: ChildDeparture | null;
  /** Died or moved away was said, and the child was screened or at a clinic after it. */
  readonly voidedDeparture: ChildDeparture | null;
  /** The signs that neither a measure, an outcome nor the age has ended; the worst first. */
  readonly signs: readonly OpenSign[];
  /** A weight below the form's limits that was kept and not measured again. */
  readonly lowWeight: LowWeight | null;
  /** Completed months today; null for a birth date in the future. */
  readonly ageMonths: number | null;
  /** 60 completed months or more. */
  readonly isPastFive: boolean;
  /** 72 completed months or more: every referral has ended. */
  readonly isPastHandOver: boolean;
}

/** A clinic's word of at most this many days before the fifth birthday still counts from it on. */
const TAKEN_OVER_DAYS = 30;

/** What of a child's row tells what is open. */
interface OpenChild extends BirthDated {
  readonly newest?: NewestScreening | undefined;
  readonly standing: Pick<
    StandingFacts,
    'departure' | 'departuresAhead' | 'lowWeight' | 'openSigns' | 'youngest'
  >;
}

/** The child by the latest birth date that waits for a choice: nobody is lost as too old meanwhile. */
export function withYoungest<T extends OpenChild>(child: T): T {
  const { youngest } = child.standing;
  return youngest === undefined ? child : { ...child, birthDate: youngest };
}

/** Whether a clinic's word of that day still counts from the fifth birthday on. */
export function countsPastFive({ date }: KnownAnswer, child: OpenChild): boolean {
  return isPast(MAX_AGE_MONTHS, child, addDays(date, TAKEN_OVER_DAYS));
}

/**
 * Whether a clinic has taken over what a sign showed last, from the fifth birthday on, by a person's
 * word. A word of long before has run out: it ends nothing on the birthday. While two outcomes wait for
 * a choice, both have to say so. A clinic that says later that nobody came takes it back.
 */
function isWithClinic({ answers }: OpenSign, child: OpenChild, today: IsoDate): boolean {
  const said = answers
    .filter(({ isBeforeLastShow }) => !isBeforeLastShow)
    .map(({ versions }) => versions.filter((version) => countsToday(version, today)));
  const denials = said.flat().filter(isDenied);
  return said.some(
    (versions) =>
      versions.length > 0 &&
      versions.every(
        (each) =>
          each.by !== 'clinic' &&
          isTakenOver(each) &&
          countsPastFive(each, child) &&
          denials.every(({ date }) => date <= each.date),
      ),
  );
}

/** A clinic says that the child was not there. */
function isDenied({ by, outcome }: KnownAnswer): boolean {
  return by === 'clinic' && (outcome === 'not-found' || outcome === 'refused');
}

function isPast(months: number, child: OpenChild, day: IsoDate): boolean {
  return (completedMonthsToday(child, child.newest, day) ?? 0) >= months;
}

/** What is open of a child's referral today. */
export function openToday(asRead: OpenChild, today: IsoDate): OpenToday {
  const child = withYoungest(asRead);
  const { openSigns, departuresAhead = [], lowWeight } = child.standing;
  const ahead = lastWhere(departuresAhead, (each) => countsToday(each, today));
  const said = ahead ?? child.standing.departure;
  const ageMonths = completedMonthsToday(child, child.newest, today);
  const isPastFive = (ageMonths ?? 0) >= MAX_AGE_MONTHS;
  const isPastHandOver = (ageMonths ?? 0) >= HAND_OVER_UNTIL_MONTHS;
  const counted = said !== null && countsToday(said, today) ? said : null;
  const departure = counted?.voidedOn === null ? counted : null;
  const isEnded = departure !== null || isPastHandOver;
  const isLight =
    !isEnded && lowWeight !== null && today < addMonths(lowWeight.date, LOW_WEIGHT_MONTHS);
  return {
    departure,
    voidedDeparture: counted !== null && departure === null ? counted : null,
    // Past the fifth birthday nobody screens the child again: with a clinic the referral ends.
    signs: isEnded
      ? []
      : openSigns.filter((sign) => !(isPastFive && isWithClinic(sign, child, today))),
    lowWeight: isLight ? lowWeight : null,
    ageMonths,
    isPastFive,
    isPastHandOver,
  };
}
