import type { MeasuredPosition } from '../entities.ts';
import { STANDING_FROM_MONTHS } from '../limits.ts';

/**
 * How a height was taken: as was answered, else as WHO's tables take it at that age, lying under 24
 * completed months and standing from then on; null when neither is known.
 */
export function heightPosition(
  measured: MeasuredPosition | undefined,
  completedMonths: number | null,
): MeasuredPosition | null {
  if (measured !== undefined) return measured;
  if (completedMonths === null) return null;
  return completedMonths < STANDING_FROM_MONTHS ? 'lying' : 'standing';
}
