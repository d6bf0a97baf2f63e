import { continuedFraction } from './continued-fraction.ts';
import { logGamma } from './log-gamma.ts';

/** Bisection steps: a double has 53 bits, so more steps change nothing. */
const HALVINGS = 100;

/** Regularised incomplete beta function I_x(a, b) (Abramowitz and Stegun 26.5.8). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast only on this side; the other side is 1 minus its mirror image.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const factor = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  const fraction = continuedFraction(1, (index) => {
    const k = Math.floor(index / 2);
    const a2k = a + 2 * k;
    const coefficient =
      index % 2 === 1
        ? -((a + k) * (a + b + k) * x) / (a2k * (a2k + 1))
        : (k * (b - k) * x) / ((a2k - 1) * a2k);
    return { a: coefficient, b: 1 };
  });
  return factor / (a * fraction);
}

/** The share of Student's t distribution above t ≥ 0. */
function upperTail(t: number, degreesOfFreedom: number): number {
  return (
    incompleteBeta(degreesOfFreedom / (degreesOfFreedom + t * t), degreesOfFreedom / 2, 0.5) / 2
  );
}

/**
 * The quantile of Student's t distribution, found by bisection: `studentTQuantile(0.975, 10)` is
 * 2.228139. Null for a share outside 0 to 1 or without a degree of freedom.
 */
export function studentTQuantile(share: number, degreesOfFreedom: number): number | null {
  if (!(share > 0 && share < 1 && degreesOfFreedom > 0 && Number.isFinite(degreesOfFreedom)))
    return null;
  if (share < 0.5) {
    const mirrored = studentTQuantile(1 - share, degreesOfFreedom);
    return mirrored === null ? null : 0 - mirrored;
  }
  const tail = 1 - share;
  let high = 1;
  while (upperTail(high, degreesOfFreedom) > tail) high *= 2;
  let low = 0;
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2;
    if (upperTail(middle, degreesOfFreedom) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
