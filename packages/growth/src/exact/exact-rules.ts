import { DAYS_PER_MONTH } from '../base/days-per-month.ts';
import type { Sex } from '../base/sex.ts';
import { EXACT_TABLES } from './exact-tables.ts';
import { zForDay, zForHeight } from './scores.ts';

/** From this age in months, unrounded, no score is calculated. */
const OUT_OF_AGE_MONTHS = 60;

/** From this day the tables contain standing height. */
const STANDING_FROM_DAY = 731;

/** A standing position is disbelieved before this age in months. */
const STANDING_BELIEVED_FROM_MONTHS = 9;

/** Standing height is this much less than lying length, in cm. */
const LYING_MINUS_STANDING_CM = 0.7;

/** Without age and position, a child of at least this length in cm is treated as standing. */
const STANDING_BY_HEIGHT_CM = 87;

/**
 * Resolution of a height, in parts of a centimetre: finer than any tape, coarser than binary noise.
 */
const PARTS_PER_CM = 1e9;

export type Position = 'lying' | 'standing' | 'unknown';

/** Why an age gives no score by age. */
export type AgeProblem = 'no-age' | 'age-invalid' | 'age-outside-reference';

/** Age in months, unrounded, from days, else from months; NaN when neither is a finite number. */
export function monthsOf(ageDays: number, ageMonths: number): number {
  if (Number.isFinite(ageDays)) return ageDays / DAYS_PER_MONTH;
  return Number.isFinite(ageMonths) ? ageMonths : Number.NaN;
}

/**
 * The whole day of an age in days, else in months, rounded half up; NaN when neither is known.
 *
 * `dayOf(NaN, 24)` is day 731, standing: 24 × 30.4375 is 730.5, and the half is rounded up.
 */
export function dayOf(ageDays: number, ageMonths: number): number {
  const days = Number.isFinite(ageDays) ? ageDays : ageMonths * DAYS_PER_MONTH;
  return Number.isFinite(days) ? Math.floor(days + 0.5) : Number.NaN;
}

/** The problem of an age in unrounded months; null from birth to just under 60 months. */
export function ageProblemOf(months: number): AgeProblem | null {
  if (Number.isNaN(months)) return 'no-age';
  if (months < 0) return 'age-invalid';
  return months < OUT_OF_AGE_MONTHS ? null : 'age-outside-reference';
}

/** Whether a child recorded as standing is too young for it (`c9mo_flag`); false without an age. */
export function isStandingDisbelieved(position: Position, months: number): boolean {
  return position === 'standing' && months >= 0 && months < STANDING_BELIEVED_FROM_MONTHS;
}

/**
 * Length or height converted to the position of the tables for that age, in cm: standing before day
 * 731 adds 0.7, lying from then on subtracts 0.7. Unchanged for an unknown age (NaN) or position.
 */
export function convertedHeight(height: number, position: Position, day: number): number {
  if (position === 'standing' && day < STANDING_FROM_DAY)
    return tidy(height + LYING_MINUS_STANDING_CM);
  if (position === 'lying' && day >= STANDING_FROM_DAY)
    return tidy(height - LYING_MINUS_STANDING_CM);
  return height;
}

/**
 * Removes binary rounding noise, so that 103.1 − 0.7 is 102.4 and not slightly less, which would be
 * interpolated between the rows 102.3 and 102.4.
 */
function tidy(cm: number): number {
  const parts = Math.round(cm * PARTS_PER_CM);
  return Number.isSafeInteger(parts) ? parts / PARTS_PER_CM : cm;
}

/** Body mass index, kg/m², from the converted length or height; NaN without a height above zero. */
export function convertedBmi(weight: number, converted: number): number {
  if (!(converted > 0)) return Number.NaN;
  const metres = converted / 100;
  return weight / (metres * metres);
}

function isReadAsStanding(position: Position, day: number, converted: number): boolean {
  if (!Number.isNaN(day)) return day >= STANDING_FROM_DAY;
  if (position !== 'unknown') return position === 'standing';
  return converted >= STANDING_BY_HEIGHT_CM;
}

/** The six scores in the order of storage, with WHO's column names. */
export const EXACT_SCORES = ['zlen', 'zwei', 'zwfl', 'zbmi', 'zac', 'zhc'] as const;
export type ExactScore = (typeof EXACT_SCORES)[number];

/** Scores beyond these limits are flagged as implausible; the limit itself is not. */
export const FLAG_LIMITS: Readonly<Record<ExactScore, readonly [low: number, high: number]>> = {
  zlen: [-6, 6],
  zwei: [-6, 5],
  zwfl: [-5, 5],
  zbmi: [-5, 5],
  zac: [-5, 5],
  zhc: [-5, 5],
};

/** Length/height-for-age by the whole day, with converted cm. */
export const zlen = (sex: Sex, day: number, converted: number): number =>
  zForDay(EXACT_TABLES.lengthHeightForAge[sex], day, converted, false);

/** Weight-for-age, kg. */
export const zwei = (sex: Sex, day: number, weight: number): number =>
  zForDay(EXACT_TABLES.weightForAge[sex], day, weight, true);

/** BMI-for-age, kg/m² with converted length or height. */
export const zbmi = (sex: Sex, day: number, bmi: number): number =>
  zForDay(EXACT_TABLES.bmiForAge[sex], day, bmi, true);

/** MUAC-for-age, cm; no score before day 91. */
export const zac = (sex: Sex, day: number, muac: number): number =>
  zForDay(EXACT_TABLES.muacForAge[sex], day, muac, true);

/** Head circumference-for-age, cm. */
export const zhc = (sex: Sex, day: number, head: number): number =>
  zForDay(EXACT_TABLES.headCircumferenceForAge[sex], day, head, false);

/**
 * Weight-for-length below day 731, weight-for-height from day 731; the only score that needs no
 * age.
 */
export function zwfl(
  sex: Sex,
  day: number,
  position: Position,
  converted: number,
  weight: number,
): number {
  const isStanding = isReadAsStanding(position, day, converted);
  const table = isStanding ? EXACT_TABLES.weightForHeight : EXACT_TABLES.weightForLength;
  return zForHeight(table[sex], converted, weight);
}
