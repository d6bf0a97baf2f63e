import type { Sex } from '../base/sex.ts';
import type { ExactScore } from './exact-rules.ts';
import { EXACT_TABLES } from './exact-tables.ts';
import { measureForDay, measureForHeight } from './scores.ts';

/**
 * The position in WHO's tables at which a curve is read: a whole day of age, or a length or height
 * in cm.
 */
export type ExactCurvePlace =
  | { readonly score: Exclude<ExactScore, 'zwfl'>; readonly sex: Sex; readonly day: number }
  | { readonly score: 'zwfl'; readonly sex: Sex; readonly length: number }
  | { readonly score: 'zwfl'; readonly sex: Sex; readonly height: number };

const TABLES_FOR_AGE = {
  zlen: { table: EXACT_TABLES.lengthHeightForAge, isRestricted: false },
  zwei: { table: EXACT_TABLES.weightForAge, isRestricted: true },
  zbmi: { table: EXACT_TABLES.bmiForAge, isRestricted: true },
  zac: { table: EXACT_TABLES.muacForAge, isRestricted: true },
  zhc: { table: EXACT_TABLES.headCircumferenceForAge, isRestricted: false },
} as const;

/**
 * The measure (cm, kg or kg/m²) that has a z-score, the inverse of `exactZScores`; null when the
 * tables have no such position or the curve is at or below zero.
 *
 * `exactMeasureAtZ({ score: 'zwei', sex: 'Girl', day: 1522 }, 0)` is WHO's median, 16.433 kg.
 */
export function exactMeasureAtZ(place: ExactCurvePlace, z: number): number | null {
  const measure = readCurve(place, z);
  return measure > 0 && Number.isFinite(measure) ? measure : null;
}

function readCurve(place: ExactCurvePlace, z: number): number {
  if (place.score !== 'zwfl') {
    const { table, isRestricted } = TABLES_FOR_AGE[place.score];
    return measureForDay(table[place.sex], place.day, z, isRestricted);
  }
  return 'length' in place
    ? measureForHeight(EXACT_TABLES.weightForLength[place.sex], place.length, z)
    : measureForHeight(EXACT_TABLES.weightForHeight[place.sex], place.height, z);
}
