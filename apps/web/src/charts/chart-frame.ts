import { scaleOf } from './axis.ts';
import type { ChartSeries } from './series.ts';
import type { Size } from './use-size.ts';

/**
 * Position of the drawing area in the picture, in pixels, and the scales from figures to pixels.
 */
export interface ChartFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

const MARGIN = { left: 42, right: 30, top: 28, bottom: 44 } as const;
/** MUAC's chart has no line names at the right and above. */
const MUAC_MARGIN = { left: 42, right: 12, top: 28, bottom: 44 } as const;

/** The frame of a chart of this size in pixels. */
export function chartFrameOf(series: ChartSeries, { width, height }: Size): ChartFrame {
  const margin = series.kind === 'muac' ? MUAC_MARGIN : MARGIN;
  const left = margin.left;
  const right = width - margin.right;
  const { top } = margin;
  const bottom = height - margin.bottom;
  return {
    left,
    right,
    top,
    bottom,
    x: scaleOf(series.x, left, right),
    y: scaleOf(series.y, bottom, top),
  };
}
