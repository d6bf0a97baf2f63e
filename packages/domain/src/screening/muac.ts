import type { MuacBand } from '../entities.ts';
import { LIMITS, MUAC_FROM_MONTHS, MUAC_LINES } from '../limits.ts';
import { isMeasured } from './measured.ts';

/**
 * The band of a mid-upper arm circumference: red under 11.5 cm, yellow under 12.5, green from 12.5;
 * absent when it was not measured or says nothing yet (under 6 months, or at an unknown age). A stored
 * figure above the widest arm is no arm in cm (older systems held millimetres: 108 is severe, not
 * green), so it says nothing either.
 */
export function muacBandOf(
  muac: number | undefined,
  ageMonths: number | null,
): MuacBand | undefined {
  if (!isMeasured(muac) || muac > LIMITS.muac.max) return undefined;
  if (ageMonths === null || ageMonths < MUAC_FROM_MONTHS) return undefined;
  if (muac < MUAC_LINES.severe) return 'red';
  return muac < MUAC_LINES.moderate ? 'yellow' : 'green';
}
