import { programmeZScores } from '@crece/growth';
import { heightLimits, LIMITS, type Limits, MUAC_FROM_MONTHS } from '../base/limits.ts';
import type { Sex } from '../fields/entities.ts';

/** Bisection steps for a range of at most 75 cm or 15 kg: far more precise than scale and tape. */
const HALVINGS = 24;

/** Finds by bisection the measure that has the wanted z-score; z must rise with the measure. */
function solve(limits: Limits, zOf: (measure: number) => number | null, wanted: number): number {
  let { min, max } = limits;
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (min + max) / 2;
    const z = zOf(middle);
    if (z !== null && z < wanted) min = middle;
    else max = middle;
  }
  return (min + max) / 2;
}

/** Rounds to one decimal, as scale and tape are read, inside the form's limits. */
function asRead(measure: number, { min, max }: Limits): number {
  return Math.min(max, Math.max(min, Math.round(measure * 10) / 10));
}

/** The height in cm, one decimal, at a height-for-age z-score. */
export function heightAtZ(sex: Sex, ageMonths: number, haz: number): number {
  const limits = heightLimits(Math.floor(ageMonths));
  return asRead(
    solve(limits, (height) => programmeZScores({ sex, ageMonths, height }).haz.z, haz),
    limits,
  );
}

/** The weight in kg, one decimal, at a weight-for-height z-score. */
export function weightAtZ(sex: Sex, ageMonths: number, height: number, whz: number): number {
  return asRead(
    solve(
      LIMITS.weight,
      (weight) => programmeZScores({ sex, ageMonths, height, weight }).whz.z,
      whz,
    ),
    LIMITS.weight,
  );
}

/** The mid-upper arm circumference in cm that goes with a weight for height: about 14.5 at z = 0. */
export function muacAtZ(ageMonths: number, whz: number): number {
  const atZero = 14.2 + 0.02 * Math.max(0, ageMonths - MUAC_FROM_MONTHS);
  return asRead(atZero + 0.9 * whz, LIMITS.muac);
}
