import { continuedFraction } from './continued-fraction.ts';
import { logGamma } from './log-gamma.ts';

const PRECISION = 1e-16;

/** Regularised upper incomplete gamma function Q(a, x) (Abramowitz and Stegun 6.5.29, 6.5.31). */
function upperIncompleteGamma(a: number, x: number): number {
  const factor = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let k = a + 1; term > sum * PRECISION; k++) {
      term *= x / k;
      sum += term;
    }
    return 1 - factor * sum;
  }
  const fraction = continuedFraction(x + 1 - a, (k) => ({ a: k * (a - k), b: x + 1 - a + 2 * k }));
  return factor / fraction;
}

/**
 * The probability of a χ² at least this large, e.g. `chiSquareP(3.841459, 1)` is 0.05.
 *
 * @param degreesOfFreedom 1 or more
 */
export function chiSquareP(chiSquare: number, degreesOfFreedom: number): number {
  if (chiSquare <= 0) return 1;
  return Math.min(1, Math.max(0, upperIncompleteGamma(degreesOfFreedom / 2, chiSquare / 2)));
}

/** Pearson's χ² of counts against the counts that were expected. */
export function chiSquareOf(counts: readonly number[], expected: readonly number[]): number {
  return counts.reduce((sum, count, index) => {
    const share = expected[index] ?? 0;
    return share > 0 ? sum + (count - share) ** 2 / share : sum;
  }, 0);
}
