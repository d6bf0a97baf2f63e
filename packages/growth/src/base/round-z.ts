/**
 * A thousand-millionth of the last kept decimal: more than the binary noise of a typed decimal
 * (2.005 × 100 is 200.49999999999997), much less than any difference in measurements.
 */
const NOISE = 1e-9;

/** Powers of ten as a table: calculating a power would take longer than the z-score itself. */
const UNITS = Array.from({ length: 16 }, (_, decimals) => Number(`1e${decimals}`));

/**
 * Rounds a figure once, half away from zero, never to −0: −2.005 with two decimals gives −2.01 (by
 * the printed decimal, not the binary value), −0.004 gives 0.
 */
export function roundDecimals(figure: number, decimals: number): number {
  const unit = UNITS[decimals] ?? 10 ** decimals;
  const units = Math.floor(Math.abs(figure) * unit + 0.5 + NOISE);
  // From here on, neighbouring doubles differ by more than the last decimal: there is nothing to
  // round.
  if (units > Number.MAX_SAFE_INTEGER) return figure;
  if (units === 0) return 0;
  return figure < 0 ? -units / unit : units / unit;
}

/** A z-score with two decimals: −2.004 gives −2, −2.005 gives −2.01. */
export function roundZ(z: number): number {
  return roundDecimals(z, 2);
}
