import { describe, expect, it } from 'vitest';
import { heightLimits, isInWindow, isWithin, RED_FOR_AGE_MONTHS } from './limits.ts';

describe('heightLimits', () => {
  it('changes at 24 completed months', () => {
    expect(heightLimits(23)).toEqual({ min: 45, max: 110 });
    expect(heightLimits(24)).toEqual({ min: 65, max: 120 });
  });
});

describe('isWithin', () => {
  it('includes both ends', () => {
    const limits = { min: 5.5, max: 26.5 };
    const figures = [5.49, 5.5, 26.5, 26.51].map((figure) => isWithin(figure, limits));
    expect(figures).toEqual([false, true, true, false]);
  });
});

describe('isInWindow', () => {
  it('includes its start, excludes its end, and is false for an unknown age', () => {
    const ages = [5.99, 6, 35.99, 36, null].map((age) => isInWindow(age, RED_FOR_AGE_MONTHS));
    expect(ages).toEqual([false, true, true, false, false]);
  });
});
