/** Replaces a denominator of zero, by which the method must not divide. */
const TINY = 1e-300;

const PRECISION = 1e-15;

/**
 * The fractions here need about the square root of their parameter in terms; no survey needs this
 * many.
 */
const MAX_TERMS = 100_000;

/**
 * The continued fraction b0 + a1 / (b1 + a2 / (b2 + …)) by the modified Lentz method (Thompson and
 * Barnett, J. Comput. Phys. 64, 1986).
 */
export function continuedFraction(
  first: number,
  term: (index: number) => { readonly a: number; readonly b: number },
): number {
  const orTiny = (value: number) => (Math.abs(value) < TINY ? TINY : value);
  let fraction = orTiny(first);
  let above = fraction;
  let below = 0;
  for (let index = 1; index <= MAX_TERMS; index++) {
    const { a, b } = term(index);
    below = 1 / orTiny(b + a * below);
    above = orTiny(b + a / above);
    const factor = above * below;
    fraction *= factor;
    if (Math.abs(factor - 1) < PRECISION) break;
  }
  return fraction;
}
