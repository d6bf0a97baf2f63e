import { STANDING_FROM_MONTHS } from '../base/limits.ts';
import type { MeasuredPosition } from '../fields/entities.ts';

/**
 * How a height was measured: as recorded, else by WHO's rule for the age (lying under 24 completed
 * months, then standing); null when neither is known.
 */
export function heightPosition(
  measured: MeasuredPosition | undefined,
  completedMonths: number | null,
): MeasuredPosition | null {
  if (measured !== undefined) return measured;
  if (completedMonths === null) return null;
  return completedMonths < STANDING_FROM_MONTHS ? 'lying' : 'standing';
}
