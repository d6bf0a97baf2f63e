import { chiSquareOf, chiSquareP } from '../statistics/chi-square.ts';

/** More than the binary noise of a typed decimal, less than the resolution of any instrument. */
const NOISE = 1e-6;

/** The first decimal of a measure, rounded: 12.47 ends in 5, 12 in 0. */
export function lastDigit(measure: number): number {
  const tenths = Math.floor(measure * 10 + 0.5 + NOISE);
  // A number too large for decimals ends in 0.
  return Number.isSafeInteger(tenths) ? tenths % 10 : 0;
}

/**
 * Digit preference score 100 × √(χ² / (n × (classes − 1))): 0 when all classes are equally
 * frequent, 100 when all children are in one (Kuulasmaa, Hense and Tolonen for the WHO MONICA
 * Project, "Quality assessment of data on blood pressure", 1998). Null without children.
 */
export function preferenceScore(counts: readonly number[]): number | null {
  const n = sum(counts);
  if (n === 0) return null;
  return 100 * Math.sqrt(evenChiSquare(counts) / (n * (counts.length - 1)));
}

/** χ² probability that all classes are equally frequent; null without children. */
export function evenP(counts: readonly number[]): number | null {
  return sum(counts) === 0 ? null : chiSquareP(evenChiSquare(counts), counts.length - 1);
}

/**
 * χ² probability (one degree of freedom, no continuity correction) that two classes have the
 * expected ratio, the first to the second; null without children.
 */
export function ratioP(first: number, second: number, expectedRatio: number): number | null {
  const n = first + second;
  if (n === 0) return null;
  const share = expectedRatio / (expectedRatio + 1);
  return chiSquareP(chiSquareOf([first, second], [n * share, n * (1 - share)]), 1);
}

function evenChiSquare(counts: readonly number[]): number {
  const even = sum(counts) / counts.length;
  return chiSquareOf(counts, new Array<number>(counts.length).fill(even));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
