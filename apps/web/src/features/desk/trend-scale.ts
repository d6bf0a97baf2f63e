import type { IndicatorBase, TrendMonth } from '@crece/reports/desk';

/** Of fewer children than this a share says little. */
export const FEW_MEASURED = 30;

const STEPS = [1, 2, 5, 10, 20, 25] as const;
const MOST_STEPS = 5;
const LEAST_TOP = 5;

/** The axis of a chart in per cent: from 0 to `top` in steps. */
export interface TrendScale {
  readonly top: number;
  readonly step: number;
}

/** The scale that holds every interval of an indicator whole. */
export function trendScale(trend: readonly TrendMonth[], base: IndicatorBase): TrendScale {
  const ends = trend.map(({ shares }) => shares[base].upper ?? shares[base].value ?? 0);
  const highest = Math.max(LEAST_TOP, ...ends);
  const step = STEPS.find((each) => highest / each <= MOST_STEPS) ?? 25;
  return { top: Math.min(100, Math.ceil(highest / step) * step), step };
}
