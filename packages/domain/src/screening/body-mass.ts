import { bmi, bmiThreshold, roundZ } from '@crece/growth';
import type { Sex } from '../entities.ts';
import { isMeasured } from './measured.ts';

/** Body mass index in kg/m² to two decimals; `obese` is absent where no threshold exists for the age. */
export interface BodyMass {
  readonly bmi: number;
  readonly obese?: boolean;
}

/**
 * BMI from the height as entered, compared after rounding; null without height or weight, and
 * without `obese` where the age has no row: unknown is not "not obese". A girl of 14 months, 7.1 kg
 * and 68.5 cm has 15.13, not obese.
 */
export function bodyMass(measures: {
  readonly sex: Sex;
  readonly ageMonths: number | null;
  readonly height?: number | undefined;
  readonly weight?: number | undefined;
}): BodyMass | null {
  const { sex, ageMonths, height, weight } = measures;
  if (!isMeasured(height) || !isMeasured(weight)) return null;
  const figure = bmi(weight, height);
  if (figure === null) return null;
  // The rounding of z-scores is the rounding of every figure with two decimals: halves up, once.
  const rounded = roundZ(figure);
  const threshold = ageMonths === null ? null : bmiThreshold(sex, ageMonths);
  return threshold === null ? { bmi: rounded } : { bmi: rounded, obese: rounded > threshold };
}
