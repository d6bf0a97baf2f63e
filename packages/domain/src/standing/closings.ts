import { addDays } from '../dates/calendar.ts';
import type { IsoDate } from '../fields/entities.ts';
import type { NextVisitTable } from '../screening/next-visit.ts';
import type { SignAnswer } from './open-signs.ts';
import type { KnownAnswer } from './outcome.ts';
import { countsToday } from './outcome-today.ts';

/** For how long an answer closes a referral. */
export interface Closing {
  readonly answer: KnownAnswer;
  /** The first day on which the sign is in `refer` again. */
  readonly until: IsoDate;
}

/**
 * From the fifth birthday on a clinic's "admitted" closes only until a person has been asked whether
 * it is right: their word ends the referral then.
 */
export function closingOf(
  answer: KnownAnswer,
  { table, isPastFive }: { readonly table: NextVisitTable; readonly isPastFive: boolean },
): Closing {
  const isAdmitted = answer.outcome === 'admitted' && !(isPastFive && answer.by === 'clinic');
  const days = isAdmitted ? table.admittedDays : table.referredDays;
  return { answer, until: addDays(answer.date, days) };
}

/** Of two closings the one that ends first. */
export const shorter = (a: Closing, b: Closing): Closing => (b.until < a.until ? b : a);

/** The closings of an answer today; several while versions of it wait for a choice. */
export function closingsOf(
  { versions }: SignAnswer,
  day: { readonly table: NextVisitTable; readonly isPastFive: boolean; readonly today: IsoDate },
) {
  return versions
    .filter((answer) => countsToday(answer, day.today))
    .map((answer) => closingOf(answer, day));
}

/**
 * Of two answers the one of the later day, on one day the one that closes for less long; where both
 * close alike a clinic's "died", about which a person is asked, then the clinic's, which may name a place.
 */
export function laterAnswer(a: Closing, b: Closing): Closing {
  if (a.answer.date !== b.answer.date) return a.answer.date < b.answer.date ? b : a;
  if (a.until === b.until) {
    return b.answer.by === 'clinic' && a.answer.outcome !== 'died' ? b : a;
  }
  return shorter(a, b);
}
