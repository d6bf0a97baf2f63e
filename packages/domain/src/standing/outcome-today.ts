import { dayAfter } from '../dates/calendar.ts';
import type { IsoDate } from '../fields/entities.ts';
import type { KnownOutcome } from './outcome.ts';

/** Whether an outcome counts today: one dated after tomorrow comes from a wrong clock. */
export function countsToday({ date }: Pick<KnownOutcome, 'date'>, today: IsoDate): boolean {
  return date <= dayAfter(today);
}

/** Whether a clinic has taken the child over. */
export function isTakenOver({ outcome }: KnownOutcome): boolean {
  return outcome === 'seen' || outcome === 'admitted';
}
