import { describe, expect, it } from 'vitest';
import { isMeasured } from './measured.ts';

describe('a stored figure', () => {
  it.each([0.1, 3, 68.5])('of %s is a measurement', (value) => {
    expect(isMeasured(value)).toBe(true);
  });

  it.each([undefined, 0, -0, -3, Number.NaN, Number.POSITIVE_INFINITY])(
    'of %s is none',
    (value) => {
      expect(isMeasured(value)).toBe(false);
    },
  );
});
