import { type DeskList, SUPPLEMENT_LAPSE_MONTHS } from '@crece/domain';
import type { ScreenedChild } from '../rows/reported-screenings.ts';
import { listedNeed } from '../rows/supplement-need.ts';

/** What the order says of a child today. */
export interface OrderedToday {
  /** Whether a supplement is ordered for it. */
  readonly isOrdered: boolean;
  /** Whether one is due, but the child is under 6 months old. */
  readonly isUnderSix: boolean;
}

/**
 * Where the list of supplements to hand out (the report `sup`) and the order of today differ: of
 * each child on the list why it is not in the order, and the other way round. So the two numbers
 * always add up.
 */
export function handOutLists(
  screened: ScreenedChild,
  { isOrdered, isUnderSix }: OrderedToday,
  where: Parameters<typeof listedNeed>[1],
): readonly DeskList[] {
  const need = listedNeed(screened, where);
  if (need === null) return isOrdered ? ['ordered-only'] : [];
  if (isOrdered || isUnderSix) return ['hand-out'];
  if (screened.monthsSince >= SUPPLEMENT_LAPSE_MONTHS) return ['hand-out', 'hand-out-lapsed'];
  return ['hand-out', need === 'at-risk' ? 'hand-out-at-risk' : 'hand-out-ever-low'];
}
