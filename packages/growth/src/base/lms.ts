/** A row of a growth table: Box-Cox power, median and coefficient of variation. */
export interface Lms {
  readonly l: number;
  readonly m: number;
  readonly s: number;
}

/**
 * Below this |L| the limit form for L = 0 is used. Its error is less than one part in a billion,
 * and larger |L| keep L × S far from the smallest doubles.
 */
const TINY_L = 1e-12;

/**
 * The z-score of a measure by the plain LMS formula, ((y / M)^L − 1) / (L × S), at every z (WHO
 * Child Growth Standards: Methods and development, 2006, chapter 7, without restricted tails). Null
 * for a measure that is not a positive finite number.
 *
 * `zFromLms(68.5, { l: 1, m: 76.3817, s: 0.03514 })` is −2.9364…
 */
export function zFromLms(measure: number, { l, m, s }: Lms): number | null {
  if (!(measure > 0 && Number.isFinite(measure))) return null;
  const logRatio = Math.log(measure / m);
  // expm1 is precise when (y / M)^L is close to 1; the power minus one would lose digits.
  const z = Math.abs(l) < TINY_L ? logRatio / s : Math.expm1(l * logRatio) / (l * s);
  return Number.isFinite(z) ? z : null;
}

/**
 * The measure at a z-score, M × (1 + L × S × z)^(1 / L), the inverse of `zFromLms`; null when the
 * curve does not reach that z.
 *
 * `measureAtZ(-2, { l: 1, m: 76.3817, s: 0.03514 })` is 71.0135…
 */
export function measureAtZ(z: number, { l, m, s }: Lms): number | null {
  const logRatio = Math.abs(l) < TINY_L ? s * z : Math.log1p(l * s * z) / l;
  const measure = m * Math.exp(logRatio);
  return measure > 0 && Number.isFinite(measure) ? measure : null;
}
