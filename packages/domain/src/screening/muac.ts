import { MUAC_FROM_MONTHS, MUAC_LINES } from '../base/limits.ts';
import type { MuacBand } from '../fields/entities.ts';
import { muacFromMillimetres, usableMuac } from './usable-measures.ts';

function bandOf(muac: number | undefined, ageMonths: number | null): MuacBand | undefined {
  if (muac === undefined || ageMonths === null || ageMonths < MUAC_FROM_MONTHS) return undefined;
  if (muac < MUAC_LINES.severe) return 'red';
  return muac < MUAC_LINES.moderate ? 'yellow' : 'green';
}

/**
 * The band of a MUAC: red under 11.5 cm, yellow under 12.5, green from 12.5; undefined when it was
 * not measured or does not apply (under 6 months, or at an unknown age). A stored figure in
 * millimetres is rated as a tenth of its value: 108 is red.
 */
export function muacBandOf(
  muac: number | undefined,
  ageMonths: number | null,
): MuacBand | undefined {
  return bandOf(muacFromMillimetres(muac) ?? usableMuac(muac), ageMonths);
}

/** The band if it may decide a status: a figure in millimetres may not. */
export function decidingMuacBand(
  muac: number | undefined,
  ageMonths: number | null,
): MuacBand | undefined {
  return bandOf(usableMuac(muac), ageMonths);
}
