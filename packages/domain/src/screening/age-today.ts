import { MAX_AGE_MONTHS } from '../base/limits.ts';
import { type Age, ageOfMonths, ageOn, type BirthDated } from '../dates/age.ts';
import { completedMonthsBetween, isIsoDate } from '../dates/calendar.ts';
import type { IsoDate } from '../fields/entities.ts';
import { storedOverride } from './screening-age.ts';

/** The fields of the newest screening that decide a child's age today. */
export interface NewestScreening {
  readonly surveyDate: IsoDate;
  readonly ageOverride?: number | false | undefined;
  /** Searched for "age=N" when an older system stored no `ageOverride`. */
  readonly comments?: string | undefined;
}

/**
 * The age override of the newest screening; returns quickly for screenings with neither override
 * nor comment.
 */
function overrideIn({ surveyDate, ageOverride, comments }: NewestScreening): number | undefined {
  if (ageOverride === false) return undefined;
  if (ageOverride !== undefined || comments === undefined) return ageOverride;
  return storedOverride({ surveyDate, comments });
}

/**
 * The age of a child today. While the newest screening carries an age override N, it is N plus the
 * completed months since that screening: "age=34.5" on 10 January is 36.5 on 31 March. Null before birth.
 */
export function ageToday(
  child: BirthDated,
  newest: NewestScreening | null | undefined,
  today: IsoDate,
): Age | null {
  const override = newest ? overrideIn(newest) : undefined;
  if (!newest || override === undefined) return ageOn(child, today);
  // A screening dated tomorrow also counts: until then the child has the age of its override.
  const since = Math.max(0, completedMonthsBetween(newest.surveyDate, today));
  return ageOfMonths(override + since);
}

/**
 * Completed months of the age today. Faster than `ageToday` for lists of thousands: without an
 * override it calculates no fraction of a month.
 */
export function completedMonthsToday(
  child: BirthDated,
  newest: NewestScreening | null | undefined,
  today: IsoDate,
): number | null {
  if (newest && overrideIn(newest) !== undefined) {
    return ageToday(child, newest, today)?.completedMonths ?? null;
  }
  const { birthDate } = child;
  return isIsoDate(birthDate) && birthDate <= today
    ? completedMonthsBetween(birthDate, today)
    : null;
}

/**
 * Whether the age today is not certain: of an estimated birth date, or of two that wait for a choice.
 * An override says it for certain.
 */
export function isAboutAge(
  { birthDateEstimated }: Pick<BirthDated, 'birthDateEstimated'>,
  newest: Pick<NewestScreening, 'ageOverride'> | null | undefined,
  isContested: boolean,
): boolean {
  return typeof newest?.ageOverride !== 'number' && (birthDateEstimated === true || isContested);
}

/** Whoever was born in a year that began so many years ago has not completed `MAX_AGE_MONTHS` yet. */
const LAST_FULL_YEARS = MAX_AGE_MONTHS / 12 - 1;

/** Whether a child has completed 60 months today and so leaves the default list and search. */
export function isGraduated(
  child: BirthDated,
  newest: NewestScreening | null | undefined,
  today: IsoDate,
): boolean {
  // A list asks this of every child before it is shown: nearly all are told by the year of birth.
  const isOverridden = newest ? overrideIn(newest) !== undefined : false;
  if (!isOverridden && child.birthDate >= String(Number(today.slice(0, 4)) - LAST_FULL_YEARS)) {
    return false;
  }
  const completedMonths = completedMonthsToday(child, newest, today);
  return completedMonths !== null && completedMonths >= MAX_AGE_MONTHS;
}
