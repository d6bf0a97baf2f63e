import { type Lms, zFromLms } from './base/lms.ts';
import type { Sex } from './base/sex.ts';
import { monthRow } from './month-row.ts';
import { lmsAt } from './tables/lms-table.ts';
import { PROGRAMME_TABLES } from './tables/programme-tables.ts';

/** Why an index has no z-score: no usable measurement, or no row in WHO's tables. */
export type NoZScoreReason = 'not-measured' | 'outside-reference';

/** A z-score, unrounded, or the reason for its absence. */
export type ZScore = { readonly z: number } | { readonly z: null; readonly reason: NoZScoreReason };

/** The input of the programme method: age in months with fraction, cm, kg. */
export interface ProgrammeMeasures {
  readonly sex: Sex;
  readonly ageMonths: number;
  readonly height?: number | undefined;
  readonly weight?: number | undefined;
}

/** The three indices of the programme method. */
export interface ProgrammeZScores {
  readonly haz: ZScore;
  readonly waz: ZScore;
  readonly whz: ZScore;
}

/**
 * From this many completed months a child is measured standing, and weight-for-height replaces
 * weight-for-length.
 */
const STANDING_FROM_MONTHS = 24;

/** Only in weight-for-length: a shorter child is compared with this row (specification). */
const SHORTEST_LENGTH_CM = 45;

/**
 * In cm: more than the binary noise of a calculated height (64.75 may arrive as 64.74999999999999),
 * less than the resolution of a tape.
 */
const NOISE_CM = 1e-9;

const NOT_MEASURED: ZScore = { z: null, reason: 'not-measured' };
const OUTSIDE_REFERENCE: ZScore = { z: null, reason: 'outside-reference' };

function isMeasured(measure: number | undefined): measure is number {
  return measure !== undefined && measure > 0 && Number.isFinite(measure);
}

function toHalfCm(heightCm: number): number {
  return Math.floor((heightCm + NOISE_CM) * 2 + 0.5) / 2;
}

function scoreAgainst(row: Lms | null, measure: number): ZScore {
  const z = row === null ? null : zFromLms(measure, row);
  return z === null ? OUTSIDE_REFERENCE : { z };
}

function isStanding({ ageMonths }: ProgrammeMeasures): boolean {
  // Completed months determine the position: at 23.6 months the row is 24, but the lying one.
  return ageMonths >= STANDING_FROM_MONTHS;
}

/** Weight for length or height alone, for rules that need only this of thousands of screenings. */
export function programmeWhz(measures: ProgrammeMeasures): ZScore {
  const { sex, ageMonths, height, weight } = measures;
  if (!isMeasured(height) || !isMeasured(weight)) return NOT_MEASURED;
  // It uses no month row, so it is calculated beyond 60.49 months too.
  if (!(ageMonths >= 0 && Number.isFinite(ageMonths))) return OUTSIDE_REFERENCE;
  const { weightForLength, weightForHeight } = PROGRAMME_TABLES;
  const table = isStanding(measures) ? weightForHeight : weightForLength;
  const row = toHalfCm(Math.max(height, SHORTEST_LENGTH_CM));
  return scoreAgainst(lmsAt(table[sex], row), weight);
}

/**
 * The z-scores for status, actions and supplement: plain LMS on WHO's published month and
 * half-centimetre tables, unrounded, without conversion between lying and standing.
 *
 * A girl of 14 months, 68.5 cm and 7.1 kg has haz −2.9364…, waz −2.3450…, whz −1.1281…
 */
export function programmeZScores(measures: ProgrammeMeasures): ProgrammeZScores {
  const { sex, ageMonths, height, weight } = measures;
  const month = monthRow(ageMonths);
  const { lengthForAge, heightForAge, weightForAge } = PROGRAMME_TABLES;

  const haz = (): ZScore => {
    if (!isMeasured(height)) return NOT_MEASURED;
    if (month === null) return OUTSIDE_REFERENCE;
    const table = isStanding(measures) ? heightForAge : lengthForAge;
    return scoreAgainst(lmsAt(table[sex], month), height);
  };
  const waz = (): ZScore => {
    if (!isMeasured(weight)) return NOT_MEASURED;
    if (month === null) return OUTSIDE_REFERENCE;
    return scoreAgainst(lmsAt(weightForAge[sex], month), weight);
  };
  return { haz: haz(), waz: waz(), whz: programmeWhz(measures) };
}
