import { bmi, bmiThreshold, roundZ } from '@crece/growth';
import type { Sex } from '../fields/entities.ts';
import { isMeasured } from './measured.ts';

/**
 * Body mass index in kg/m², two decimals; `obese` is absent when no threshold exists for the age.
 */
export interface BodyMass {
  readonly bmi: number;
  readonly obese?: boolean;
}

/**
 * BMI from the height as entered, compared with the threshold after rounding. Null without height
 * or weight; `obese` is absent when the age has no row, because unknown differs from "not obese". A
 * girl of 14 months, 7.1 kg and 68.5 cm has 15.13, not obese.
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
  // Every figure with two decimals is rounded like z-scores: half up, once.
  const rounded = roundZ(figure);
  const threshold = ageMonths === null ? null : bmiThreshold(sex, ageMonths);
  return threshold === null ? { bmi: rounded } : { bmi: rounded, obese: rounded > threshold };
}
