import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundZ } from './round-z.ts';

describe('roundZ', () => {
  it.each([
    [-2.004, -2],
    [-2.0049999, -2],
    // The nearest double to 2.005 is slightly smaller; the printed decimal decides.
    [-2.005, -2.01],
    [2.005, 2.01],
    [-1.005, -1.01],
    [-2.995, -3],
    [-2.9949, -2.99],
    [-2.996, -3],
    [-3.004999, -3],
    [1.335, 1.34],
    [0.125, 0.13],
    [-0.125, -0.13],
    [0.005, 0.01],
    [12, 12],
    [-2.9364920074463887, -2.94],
  ])('rounds %s to %s', (z, rounded) => {
    expect(roundZ(z)).toBe(rounded);
  });

  it.each([0, -0, 0.004, -0.004, -0.0049999, -Number.MIN_VALUE])('rounds %s to 0, not −0', (z) => {
    expect(Object.is(roundZ(z), 0)).toBe(true);
  });

  it('leaves a number with two decimals unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (hundredths) => {
        expect(roundZ(hundredths / 100)).toBe(hundredths === 0 ? 0 : hundredths / 100);
      }),
    );
  });

  it('rounds every tie of three decimals away from zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (hundredths) => {
        const tie = Number(
          `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}5`,
        );
        expect(roundZ(tie)).toBe((hundredths + 1) / 100);
        expect(roundZ(-tie)).toBe(-(hundredths + 1) / 100);
      }),
    );
  });

  it('every finite number is rounded to a finite one within half a hundredth', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (z) => {
        expect(Math.abs(roundZ(z) - z)).toBeLessThanOrEqual(0.005 + Math.abs(z) * 1e-15 + 1e-10);
        expect(Object.is(roundZ(z), -0)).toBe(false);
      }),
    );
  });

  it('leaves numbers too large for hundredths unchanged', () => {
    expect(roundZ(-1e300)).toBe(-1e300);
    expect(roundZ(Number.MAX_VALUE)).toBe(Number.MAX_VALUE);
  });
});
