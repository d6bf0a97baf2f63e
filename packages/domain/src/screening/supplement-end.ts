import type { BirthDated } from '../dates/age.ts';
import { addDays, addMonths, daysBetween } from '../dates/calendar.ts';
import type { IsoDate, SupplementType } from '../fields/entities.ts';
import { type SupplementSource, type SupplementToday, supplementOn } from './supplement.ts';

/** How long a supplement is called for, and what follows. */
export interface SupplementEnd {
  /** The last day on which the same supplement is called for. */
  readonly lastDay: IsoDate;
  /** Called for from the day after; `none` where it lapses. */
  readonly followedBy: SupplementType;
}

/**
 * The expiry date of the supplement that is called for today: the lapse, or before it the day on
 * which micronutrients replace it (36 completed months). Null without a supplement today.
 */
export function supplementEnd(
  newest: SupplementSource,
  child: BirthDated,
  today: IsoDate,
): SupplementEnd | null {
  const { supType, lapsesOn } = supplementOn(newest, child, today);
  if (supType === 'none' || lapsesOn === null) return null;
  const on = (day: IsoDate): SupplementType => supplementOn(newest, child, day).supType;
  // Age only ever moves `sup` to `mic`, once, so the last day can be searched for by halves.
  let lastDay = today;
  let after = lapsesOn;
  while (daysBetween(lastDay, after) > 1) {
    const between = addDays(lastDay, Math.floor(daysBetween(lastDay, after) / 2));
    if (on(between) === supType) lastDay = between;
    else after = between;
  }
  return { lastDay, followedBy: on(after) };
}

/** A supplement that lapses before this many months from today ends soon. */
const ENDS_SOON_MONTHS = 1;

/**
 * Whether the supplement that is called for today lapses within a month, so that the child has to be
 * screened before it does. None ends for a child under 6 months, who gets no food.
 */
export function endsSoon(
  { supType, noFoodUnder6, lapsesOn }: Omit<SupplementToday, 'calledFor' | 'overdue'>,
  today: IsoDate,
): boolean {
  const isGiven = supType !== 'none' && !noFoodUnder6 && lapsesOn !== null;
  return isGiven && lapsesOn < addMonths(today, ENDS_SOON_MONTHS);
}
