import { describe, expect, it } from 'vitest';
import { isMeasured } from './measured.ts';

describe('a stored figure', () => {
  it.each([0.1, 3, 68.5])('a stored figure of %s counts as measured', (value) => {
    expect(isMeasured(value)).toBe(true);
  });

  it.each([undefined, 0, -0, -3, Number.NaN, Number.POSITIVE_INFINITY])(
    'a stored figure of %s counts as not measured',
    (value) => {
      expect(isMeasured(value)).toBe(false);
    },
  );
});
