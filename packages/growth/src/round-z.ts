/**
 * A thousand-millionth of a hundredth: wider than the binary noise of a typed decimal (2.005 × 100
 * is 200.49999999999997), far narrower than any difference that a measurement could make.
 */
const NOISE = 1e-9;

/**
 * A z-score rounded once to two decimals, halves away from zero, never −0: −2.004 gives −2,
 * −2.005 gives −2.01 (as the decimal reads, not as binary cuts it off), −0.004 gives 0.
 */
export function roundZ(z: number): number {
  const hundredths = Math.floor(Math.abs(z) * 100 + 0.5 + NOISE);
  // From here on neighbouring doubles lie more than a hundredth apart: there is nothing to round.
  if (hundredths > Number.MAX_SAFE_INTEGER) return z;
  return hundredths === 0 ? 0 : (Math.sign(z) * hundredths) / 100;
}
