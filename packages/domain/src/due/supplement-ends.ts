import { addMonths } from '../dates/calendar.ts';
import type { IsoDate } from '../entities.ts';
import type { Standing } from '../standing/standing.ts';

/** A supplement that ends before this many months from today ends soon. */
const SOON_MONTHS = 1;

/**
 * Whether a child's supplement is called for today and ends within a month, so that the child has to
 * be screened before. Not under 6 months, and not while the referral is with the clinic.
 */
export function endsSoon(
  { section, supplement }: Pick<Standing, 'section' | 'supplement'>,
  today: IsoDate,
): boolean {
  if (section === 'closed') return false;
  const { supType, noFoodUnder6, lapsesOn } = supplement;
  const soon = addMonths(today, SOON_MONTHS);
  return supType !== 'none' && !noFoodUnder6 && lapsesOn !== null && lapsesOn < soon;
}
