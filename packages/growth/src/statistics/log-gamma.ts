/** Coefficients of the Lanczos approximation with g = 7 and nine terms (P. Godfrey, 2001). */
const LANCZOS_FIRST = 0.999_999_999_999_809_93;
const LANCZOS = [
  676.520_368_121_885_1, -1_259.139_216_722_402_8, 771.323_428_777_653_1, -176.615_029_162_140_6,
  12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_572e-6,
  1.505_632_735_149_311_6e-7,
];

const LANCZOS_G = 7;

/** Natural logarithm of the gamma function for x > 0, e.g. `logGamma(5)` is ln 24. */
export function logGamma(x: number): number {
  const below = x - 1;
  const series = LANCZOS.reduce(
    (sum, term, index) => sum + term / (below + index + 1),
    LANCZOS_FIRST,
  );
  const shifted = below + LANCZOS_G + 0.5;
  return Math.log(2 * Math.PI) / 2 + (below + 0.5) * Math.log(shifted) - shifted + Math.log(series);
}
