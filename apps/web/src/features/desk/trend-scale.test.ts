import type { TrendMonth } from '@crece/reports/desk';
import { describe, expect, it } from 'vitest';
import { trendScale } from './trend-scale.ts';

const NOTHING = { value: null, lower: null, upper: null, n: 0, cases: 0 };

function months(...uppers: readonly (number | null)[]): readonly TrendMonth[] {
  return uppers.map((upper, at) => {
    const share = { value: upper === null ? null : 1, lower: 0, upper, n: 10, cases: 1 };
    const shares = { wh: share, ha: NOTHING, wa: NOTHING, muac: NOTHING };
    return { month: `2025-0${at + 1}`, screened: 10, shares };
  });
}

describe('trendScale', () => {
  it.each([
    [[57.8, 46.2, 44.5, 62.6], { top: 80, step: 20 }],
    [[3.1, null, 4.9], { top: 5, step: 1 }],
    [[26.8, 24.4], { top: 30, step: 10 }],
    [[100], { top: 100, step: 20 }],
    [[null], { top: 5, step: 1 }],
  ])('intervals up to %j have the scale %j: none is cut', (uppers, scale) => {
    expect(trendScale(months(...uppers), 'wh')).toEqual(scale);
  });
});
