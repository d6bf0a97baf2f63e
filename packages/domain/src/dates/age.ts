import type { IsoDate } from '../base/words.ts';
import { addMonths, isIsoDate, monthsAndDays } from './calendar.ts';

/** An age in months with its fraction (two decimals), and the whole months completed. */
export interface Age {
  readonly ageMonths: number;
  readonly completedMonths: number;
}

/** The fields of a child that determine its age. */
export interface BirthDated {
  readonly birthDate: IsoDate;
  readonly birthDateEstimated?: true | undefined;
}

/** The age for a number of months: 30.5 has 30 completed months. */
export function ageOfMonths(ageMonths: number): Age {
  return { ageMonths, completedMonths: Math.floor(ageMonths) };
}

/**
 * The age on a day: completed months, plus the days since the last monthly anniversary divided by
 * the days between the two anniversaries around it, rounded half up to two decimals. Null before
 * birth and for text that is not a date.
 *
 * Born 2023-02-01, on 2023-02-15: 14 of 28 days, 0.50 months, 0 completed.
 */
export function ageAt(birthDate: IsoDate, surveyDate: IsoDate): Age | null {
  if (!isIsoDate(birthDate) || !isIsoDate(surveyDate) || surveyDate < birthDate) return null;
  const { months: completedMonths, days, monthDays } = monthsAndDays(birthDate, surveyDate);
  // Rounds half up in whole numbers, because a binary fraction could move a tie.
  const hundredths = Math.floor((200 * days + monthDays) / (2 * monthDays));
  return { ageMonths: (completedMonths * 100 + hundredths) / 100, completedMonths };
}

/** The birth date of a child whose age was typed in months: that many months before today. */
export function birthDateFromMonths(months: number, today: IsoDate): IsoDate {
  return addMonths(today, -months);
}

/**
 * The age of a child on a day. When the birth date was estimated from typed months, any day from
 * which the same estimate gives that birth date has exactly the whole months: a child registered on
 * 31 March with "1 month" (birth date 29 February) is 1.00 and not 1.06 months old that day.
 */
export function ageOn(child: BirthDated, day: IsoDate): Age | null {
  const age = ageAt(child.birthDate, day);
  if (age === null || child.birthDateEstimated !== true) return age;
  return birthDateFromMonths(age.completedMonths, day) === child.birthDate
    ? ageOfMonths(age.completedMonths)
    : age;
}
