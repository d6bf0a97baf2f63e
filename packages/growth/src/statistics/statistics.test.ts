import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chiSquareOf, chiSquareP } from './chi-square.ts';
import { logGamma } from './log-gamma.ts';
import { studentTQuantile } from './student-t.ts';

describe('logGamma', () => {
  it('gives the logarithms of the factorials', () => {
    let factorial = 1;
    for (let n = 1; n <= 20; n++) {
      expect(Math.abs(logGamma(n) - Math.log(factorial))).toBeLessThan(1e-12);
      factorial *= n;
    }
  });

  it('gives half the logarithm of π at one half', () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13);
  });
});

describe('studentTQuantile', () => {
  // Fisher and Yates, Statistical Tables, table III, and the closed forms for 1 and 2 degrees.
  it.each([
    [0.975, 1, 12.706205],
    [0.975, 2, 4.302653],
    [0.975, 3, 3.182446],
    [0.975, 5, 2.570582],
    [0.975, 10, 2.228139],
    [0.975, 11, 2.200985],
    [0.975, 30, 2.042272],
    [0.975, 120, 1.97993],
    [0.95, 4, 2.131847],
    [0.995, 9, 3.249836],
    [0.9995, 7, 5.407883],
    [0.9, 15, 1.340606],
  ])('at %s with %s degrees of freedom is %s', (share, degrees, published) => {
    expect(studentTQuantile(share, degrees)).toBeCloseTo(published, 6);
  });

  it('agrees with the closed forms for one and two degrees of freedom', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.51, max: 0.9999, noNaN: true }), (share) => {
        const cauchy = Math.tan(Math.PI * (share - 0.5));
        expect((studentTQuantile(share, 1) ?? 0) / cauchy).toBeCloseTo(1, 9);
        const two = (2 * share - 1) / Math.sqrt(2 * share * (1 - share));
        expect((studentTQuantile(share, 2) ?? 0) / two).toBeCloseTo(1, 9);
      }),
    );
  });

  it('approaches the normal quantile as the degrees of freedom grow', () => {
    expect(studentTQuantile(0.975, 1_000_000)).toBeCloseTo(1.959_966, 6);
    expect(studentTQuantile(0.975, 1483)).toBeCloseTo(1.961_565, 6);
  });

  it('the quantile is symmetric around 0', () => {
    expect(studentTQuantile(0.5, 8)).toBeCloseTo(0, 7);
    expect(studentTQuantile(0.025, 10)).toBeCloseTo(-2.228139, 6);
  });

  it.each([
    [0, 5],
    [1, 5],
    [0.975, 0],
    [0.975, -1],
    [Number.NaN, 5],
    [0.975, Number.NaN],
    [0.975, Number.POSITIVE_INFINITY],
  ])('no quantile is given at %s with %s degrees of freedom', (share, degrees) => {
    expect(studentTQuantile(share, degrees)).toBeNull();
  });
});

describe('chiSquareP', () => {
  // Fisher and Yates, Statistical Tables, table IV.
  it.each([
    [3.841459, 1, 0.05],
    [6.634897, 1, 0.01],
    [10.827566, 1, 0.001],
    [2.705543, 1, 0.1],
    [0.454936, 1, 0.5],
    [16.918978, 9, 0.05],
    [19.675138, 11, 0.05],
    [3.053484, 11, 0.99],
    [5.991465, 2, 0.05],
  ])('χ² of %s with %s degrees of freedom has the p %s', (chiSquare, degrees, p) => {
    expect(chiSquareP(chiSquare, degrees)).toBeCloseTo(p, 6);
  });

  it('p is exp(−x / 2) for two degrees of freedom, from near 0 to the far tail', () => {
    for (const x of [0.001, 0.5, 1.99, 2, 2.01, 5, 50, 700])
      expect(chiSquareP(x, 2) / Math.exp(-x / 2)).toBeCloseTo(1, 10);
  });

  it('p is 1 when nothing differs and 0 when everything does', () => {
    expect(chiSquareP(0, 3)).toBe(1);
    expect(chiSquareP(1e6, 3)).toBe(0);
  });
});

describe('chiSquareOf', () => {
  it('sums the squared differences divided by the expected counts', () => {
    expect(chiSquareOf([60, 40], [50, 50])).toBe(4);
    expect(chiSquareOf([10, 20, 30], [20, 20, 20])).toBe(10);
  });

  it('skips a class with an expected count of 0', () => {
    expect(chiSquareOf([5, 5], [5, 0])).toBe(0);
  });
});
