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

export function closingOf(answer: KnownAnswer, table: NextVisitTable): Closing {
  const days = answer.outcome === 'admitted' ? table.admittedDays : table.referredDays;
  return { answer, until: addDays(answer.date, days) };
}

/** Of two closings the one that ends first. */
export const shorter = (a: Closing, b: Closing): Closing => (b.until < a.until ? b : a);

/** The closings of an answer today; several while versions of it wait for a choice. */
export function closingsOf({ versions }: SignAnswer, table: NextVisitTable, today: IsoDate) {
  return versions
    .filter((answer) => countsToday(answer, today))
    .map((answer) => closingOf(answer, table));
}

/** Of two answers the one of the later day, on one day the one that closes for less long. */
export function laterAnswer(a: Closing, b: Closing): Closing {
  if (a.answer.date === b.answer.date) return shorter(a, b);
  return a.answer.date < b.answer.date ? b : a;
}
