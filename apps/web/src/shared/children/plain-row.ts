import type { ChildRow } from '@crece/storage';

/**
 * Whether a child's place in the list follows from its newest screening alone: no referral is open,
 * no low weight was kept. Nearly every child: the list asks it before anything else.
 */
export function isPlainRow({ standing }: Pick<ChildRow, 'standing'>): boolean {
  return standing.openSigns.length === 0 && standing.lowWeight === null;
}
