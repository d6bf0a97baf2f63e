import { addDays } from '../dates/calendar.ts';
import type { IsoDate } from '../fields/entities.ts';
import type { NextVisitTable } from '../screening/next-visit.ts';
import { countsToday } from './outcome-today.ts';
import type { OpenReferral } from './standing.ts';

/**
 * Whether a referral is lost: `lostDays` have passed since its first sign opened, and nobody has said
 * anything of any of its signs since. What was said of a sign before it was cleared does not count,
 * unless it answers the sign all the same.
 */
export function isReferralLost(
  { signs, since }: Pick<OpenReferral, 'signs' | 'since'>,
  { lostDays }: Pick<NextVisitTable, 'lostDays'>,
  today: IsoDate,
): boolean {
  // An admission of before answers it too, while it lasts.
  const isSaid = signs.some(
    ({ saidOn, answer, lastAnswer }) =>
      answer !== null ||
      (lastAnswer !== null && lastAnswer.date >= since) ||
      (saidOn !== undefined && countsToday({ date: saidOn }, today)),
  );
  return !isSaid && today >= addDays(since, lostDays);
}
