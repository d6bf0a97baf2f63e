import type { ChildRow } from '@crece/storage';

/**
 * Whether a child's place in the list follows from its newest screening alone: no referral is open,
 * no low weight was kept, nobody said that it died or moved away, its birth date waits for no choice.
 * Nearly every child: the list asks it before anything else.
 */
export function isPlainRow({ standing }: Pick<ChildRow, 'standing'>): boolean {
  const { openSigns, lowWeight, departure, departuresAhead, youngest } = standing;
  return !(openSigns.length > 0 || lowWeight || departure || departuresAhead || youngest);
}
