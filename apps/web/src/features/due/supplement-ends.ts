import { addMonths, type DueEntry, type IsoDate, supplementOn } from '@crece/domain';
import type { ChildRow } from '@crece/storage';

/** A supplement that ends before this many months from today ends soon. */
const SOON_MONTHS = 1;

/**
 * Children on the due list whose supplement is called for today and ends within a month: they have
 * to be screened before. None under 6 months, and none whose referral is with the clinic.
 */
export function endingSupplements(
  entries: readonly DueEntry<ChildRow>[],
  today: IsoDate,
): readonly DueEntry<ChildRow>[] {
  const soon = addMonths(today, SOON_MONTHS);
  return entries.filter(({ child, visit }) => {
    if (visit.section === 'closed') return false;
    const { supType, noFoodUnder6, lapsesOn } = supplementOn(child.newest, child, today);
    return supType !== 'none' && !noFoodUnder6 && lapsesOn !== null && lapsesOn < soon;
  });
}
