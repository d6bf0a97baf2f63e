import type { Sex } from './base/sex.ts';
import { monthRow } from './month-row.ts';
import { bmiThresholdMonths } from './tables/bmi-thresholds.generated.ts';

const THRESHOLDS: Readonly<Record<Sex, readonly number[]>> = {
  Boy: bmiThresholdMonths.Boy.split(' ').map(Number),
  Girl: bmiThresholdMonths.Girl.split(' ').map(Number),
};

/**
 * Body mass index in kg/m², unrounded, from the height as entered; null when weight or height is
 * not a positive finite number.
 *
 * `bmi(7.1, 68.5)` is 15.1313…
 */
export function bmi(weightKg: number, heightCm: number): number | null {
  if (!(weightKg > 0 && heightCm > 0)) return null;
  const metres = heightCm / 100;
  const index = weightKg / (metres * metres);
  return index > 0 && Number.isFinite(index) ? index : null;
}

/**
 * The BMI above which a child counts as obese, from the month row (age rounded half up, 0 to 60);
 * null outside the table.
 *
 * `bmiThreshold('Boy', 1.5)` is 18.8, the row of month 2.
 */
export function bmiThreshold(sex: Sex, ageMonths: number): number | null {
  const month = monthRow(ageMonths);
  return month === null ? null : (THRESHOLDS[sex][month] ?? null);
}
