import { isWithin, type Limits } from '../base/limits.ts';
import { parseDecimal } from '../fields/parse.ts';
import type { MEASURE_NAMES } from '../fields/records.ts';
import { type AssessedChild, measuredZScores } from './assess-measures.ts';

/** Factors of common slips in decimal mark or unit, the most common first. */
const SLIPS = [0.1, 0.01, 10] as const;

/** HAZ and WAZ that WHO counts as possible; beyond them a figure is flagged as an error. */
const POSSIBLE_Z = { ha: { min: -6, max: 6 }, wa: { min: -6, max: 5 } } as const;

/** Whether a child of this age can have the height or weight; every arm within its limits can be. */
function isPossible(
  measure: (typeof MEASURE_NAMES)[number],
  value: number,
  sex: AssessedChild['gender'],
  ageMonths: number | null,
): boolean {
  const { ha, wa } = measuredZScores({ sex, ageMonths, [measure]: value });
  const isPlausible = (z: number | null, limits: Limits) => z === null || isWithin(z, limits);
  return isPlausible(ha, POSSIBLE_Z.ha) && isPlausible(wa, POSSIBLE_Z.wa);
}

/** What is known about a refused figure. */
export interface RefusedFigure {
  readonly measure: (typeof MEASURE_NAMES)[number];
  readonly text: string;
  readonly limits: Limits | null;
  readonly sex: AssessedChild['gender'];
  readonly ageMonths: number | null;
}

/**
 * The figure that the person probably meant, within the limits and possible at that age: 81 kg →
 * 8.1. Null when there is none: 1.5 kg of a newborn is not 15 kg.
 */
export function likelyMeant(refused: RefusedFigure): number | null {
  const { measure, text, limits, sex, ageMonths } = refused;
  const value = parseDecimal(text);
  if (value === null || value === 'invalid' || limits === null || isWithin(value, limits)) {
    return null;
  }
  for (const slip of SLIPS) {
    // Three decimals, because 81 × 0.1 is 8.100000000000001.
    const meant = Math.round(value * slip * 1000) / 1000;
    if (isWithin(meant, limits) && isPossible(measure, meant, sex, ageMonths)) return meant;
  }
  return null;
}
