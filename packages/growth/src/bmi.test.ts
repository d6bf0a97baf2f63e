import { describe, expect, it } from 'vitest';
import { bmi, bmiThreshold } from './bmi.ts';

describe('bmi', () => {
  it('divides the weight by the square of the height in metres, unrounded', () => {
    expect(bmi(7.1, 68.5)).toBeCloseTo(15.131333581970267, 12);
    expect(bmi(16, 100)).toBe(16);
  });

  it.each([
    [0, 80],
    [-1, 80],
    [Number.NaN, 80],
    [Number.POSITIVE_INFINITY, 80],
    [10, 0],
    [10, -80],
    [10, Number.NaN],
    [10, Number.POSITIVE_INFINITY],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [Number.MAX_VALUE, Number.MIN_VALUE],
    [Number.MIN_VALUE, Number.MAX_VALUE],
  ])('%s kg and %s cm have no BMI', (weight, height) => {
    expect(bmi(weight, height)).toBe(null);
  });
});

describe('bmiThreshold', () => {
  it.each([
    ['Boy', 0, 15.8],
    ['Boy', 0.49, 15.8],
    ['Boy', 0.5, 17.3],
    ['Boy', 1.49, 17.3],
    ['Boy', 1.5, 18.8],
    ['Girl', 58, 18],
    ['Girl', 58.49, 18],
    ['Girl', 58.5, 18.1],
    ['Girl', 60.49, 18.1],
  ] as const)('for a %s of %s months is %s', (sex, ageMonths, threshold) => {
    expect(bmiThreshold(sex, ageMonths)).toBe(threshold);
  });

  it.each([60.5, 61, -0.01, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'no threshold is given at %s months',
    (ageMonths) => {
      expect(bmiThreshold('Boy', ageMonths)).toBe(null);
      expect(bmiThreshold('Girl', ageMonths)).toBe(null);
    },
  );
});
