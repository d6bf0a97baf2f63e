import type { LmsColumns } from './lms-columns.ts';

/** Beyond this z the curve of a weight-like measure is not trusted; the last SD step is repeated. */
const TRUSTED_Z = 3;

/** See `zFromLms`: below this |L| the limit form for L = 0 is used. */
const TINY_L = 1e-12;

/** In tenths of a centimetre: more than binary noise, less than any tape shows. */
const NOISE_TENTHS = 1e-8;

function lmsZ(measure: number, l: number, m: number, s: number): number {
  const logRatio = Math.log(measure / m);
  return Math.abs(l) < TINY_L ? logRatio / s : Math.expm1(l * logRatio) / (l * s);
}

function lmsMeasure(z: number, l: number, m: number, s: number): number {
  return m * Math.exp(Math.abs(l) < TINY_L ? s * z : Math.log1p(l * s * z) / l);
}

/**
 * WHO's z-score with restricted tails: beyond ±3 the distance between 2 and 3 SD is repeated
 * (WHO Child Growth Standards: Methods and development, 2006, chapter 7).
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

/**
 * z-score for a whole day of age, NaN where the table has no such day. Length, height and head
 * circumference use the plain formula at every z, everything else restricted tails.
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

/**
 * Weight for a length or height in cm, NaN outside the table. Between two tenths of a centimetre L,
 * M and S are interpolated. A hair beside a tenth is that tenth: 103.1 − 0.7 is the row of 102.4.
 */
export function zForHeight(table: LmsColumns, cm: number, weight: number): number {
  if (!(cm >= table.first && cm <= table.last)) return Number.NaN;
  const tenths = (cm - table.first) * table.perUnit;
  const below = Math.floor(tenths + NOISE_TENTHS);
  const share = Math.max(0, tenths - below);
  const above = share < NOISE_TENTHS ? below : below + 1;
  const at = (column: Float64Array): number => {
    const lower = column[below] ?? Number.NaN;
    return above === below ? lower : lower + ((column[above] ?? Number.NaN) - lower) * share;
  };
  return restrictedZ(weight, at(table.l), at(table.m), at(table.s));
}
