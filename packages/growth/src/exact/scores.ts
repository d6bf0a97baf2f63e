import type { LmsColumns } from './lms-columns.ts';

/** Beyond this z the curve of a weight-like measure is restricted: the last SD step is repeated. */
const TRUSTED_Z = 3;

/** See `zFromLms`: below this |L| the limit form for L = 0 is used. */
const TINY_L = 1e-12;

/** In tenths of a centimetre: more than binary noise, less than the resolution of a tape. */
const NOISE_TENTHS = 1e-8;

function lmsZ(measure: number, l: number, m: number, s: number): number {
  // Length and head circumference have L = 1: the formula without powers is exact and faster.
  if (l === 1) return measure > 0 ? (measure / m - 1) / s : Number.NaN;
  const logRatio = Math.log(measure / m);
  return Math.abs(l) < TINY_L ? logRatio / s : Math.expm1(l * logRatio) / (l * s);
}

function lmsMeasure(z: number, l: number, m: number, s: number): number {
  return m * Math.exp(Math.abs(l) < TINY_L ? s * z : Math.log1p(l * s * z) / l);
}

/**
 * WHO's z-score with restricted tails: beyond ±3 the distance between 2 and 3 SD is repeated (WHO
 * Child Growth Standards: Methods and development, 2006, chapter 7).
 */
function restrictedZ(measure: number, l: number, m: number, s: number): number {
  const z = lmsZ(measure, l, m, s);
  if (z > TRUSTED_Z) {
    const third = lmsMeasure(TRUSTED_Z, l, m, s);
    return TRUSTED_Z + (measure - third) / (third - lmsMeasure(TRUSTED_Z - 1, l, m, s));
  }
  if (z < -TRUSTED_Z) {
    const third = lmsMeasure(-TRUSTED_Z, l, m, s);
    return -TRUSTED_Z + (measure - third) / (lmsMeasure(1 - TRUSTED_Z, l, m, s) - third);
  }
  return z;
}

/** The inverse of `restrictedZ`. */
function restrictedMeasure(z: number, l: number, m: number, s: number): number {
  if (Math.abs(z) <= TRUSTED_Z) return lmsMeasure(z, l, m, s);
  const side = Math.sign(z);
  const third = lmsMeasure(side * TRUSTED_Z, l, m, s);
  const step = Math.abs(third - lmsMeasure(side * (TRUSTED_Z - 1), l, m, s));
  return third + (z - side * TRUSTED_Z) * step;
}

/**
 * z-score for a whole day of age, NaN for a day outside the table. Length, height and head
 * circumference use the plain formula at every z, all others restricted tails.
 */
export function zForDay(
  table: LmsColumns,
  day: number,
  measure: number,
  isRestricted: boolean,
): number {
  const row = day - table.first;
  const l = table.l[row];
  const m = table.m[row];
  const s = table.s[row];
  if (l === undefined || m === undefined || s === undefined) return Number.NaN;
  return isRestricted ? restrictedZ(measure, l, m, s) : lmsZ(measure, l, m, s);
}

/** The measure at a z-score for a whole day of age, NaN for a day outside the table. */
export function measureForDay(
  table: LmsColumns,
  day: number,
  z: number,
  isRestricted: boolean,
): number {
  const row = day - table.first;
  const l = table.l[row];
  const m = table.m[row];
  const s = table.s[row];
  if (l === undefined || m === undefined || s === undefined) return Number.NaN;
  return isRestricted ? restrictedMeasure(z, l, m, s) : lmsMeasure(z, l, m, s);
}

/**
 * Position of a length in its table, in rows: 3.25 is a quarter of the way from row 3 to row 4. NaN
 * outside the table. A value within binary noise of a tenth is that tenth: 103.1 − 0.7 is the row
 * of 102.4.
 */
function rowOfHeight(table: LmsColumns, cm: number): number {
  if (!(cm >= table.first && cm <= table.last)) return Number.NaN;
  const rows = (cm - table.first) * table.perUnit;
  const nearest = Math.round(rows);
  return Math.abs(rows - nearest) < NOISE_TENTHS ? nearest : rows;
}

function between(column: Float64Array, row: number): number {
  const below = Math.floor(row);
  const lower = column[below] ?? Number.NaN;
  return below === row
    ? lower
    : lower + ((column[below + 1] ?? Number.NaN) - lower) * (row - below);
}

/**
 * z-score of a weight for a length or height in cm, NaN outside the table. Between two tenths of a
 * centimetre, L, M and S are interpolated.
 */
export function zForHeight(table: LmsColumns, cm: number, weight: number): number {
  const row = rowOfHeight(table, cm);
  if (Number.isNaN(row)) return Number.NaN;
  return restrictedZ(weight, between(table.l, row), between(table.m, row), between(table.s, row));
}

/** The weight at a z-score for a length or height in cm, NaN outside the table. */
export function measureForHeight(table: LmsColumns, cm: number, z: number): number {
  const row = rowOfHeight(table, cm);
  if (Number.isNaN(row)) return Number.NaN;
  return restrictedMeasure(z, between(table.l, row), between(table.m, row), between(table.s, row));
}
