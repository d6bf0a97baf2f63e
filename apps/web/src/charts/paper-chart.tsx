import type { Axis } from './axis.ts';
import { type ChartFrame, chartFrameOf } from './chart-frame.ts';
import { ChartGround } from './chart-ground.tsx';
import type { ChartKind } from './chart-rules.ts';
import { PointMark } from './point-mark.tsx';
import type { ChartSeries } from './series.ts';
import type { Size } from './use-size.ts';

/** Steps of the fine lines, as on WHO's printed charts: months, cm and kg. */
const FINE_STEPS: Readonly<Record<ChartKind, { readonly x: number; readonly y: number }>> = {
  height: { x: 2, y: 5 },
  weight: { x: 2, y: 1 },
  'weight-for-height': { x: 5, y: 1 },
  muac: { x: 2, y: 1 },
};

function steps({ from, to }: Axis, step: number): number[] {
  const places: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) places.push(at);
  return places;
}

function FineLines({ series, frame }: { series: ChartSeries; frame: ChartFrame }) {
  const { x, y } = FINE_STEPS[series.kind];
  const across = steps(series.y, y).map((at) => `M${frame.left} ${frame.y(at)}H${frame.right}`);
  const upwards = steps(series.x, x).map((at) => `M${frame.x(at)} ${frame.top}V${frame.bottom}`);
  return <path className="chart-fine" d={[...across, ...upwards].join('')} />;
}

/**
 * A chart as a still picture for paper: WHO's lines on a fine grid, the child's points joined, the
 * newest one larger. It is a picture to everyone else; the visits stand beside it as text.
 */
export function PaperChart({ series, size }: { series: ChartSeries; size: Size }) {
  const frame = chartFrameOf(series, size);
  const points = series.points.map(({ entry, x, y }) => ({
    entry,
    left: frame.x(x),
    top: frame.y(y),
  }));
  const line = points.map(({ left, top }, at) => `${at === 0 ? 'M' : 'L'}${left} ${top}`).join('');
  return (
    <svg className="chart" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      <FineLines series={series} frame={frame} />
      <ChartGround series={series} frame={frame} />
      <path className="chart-own-line" d={line} />
      {points.map(({ entry, left, top }, at) => (
        <PointMark
          key={entry.id}
          tone={entry.tone}
          x={left}
          y={top}
          size={at === points.length - 1 ? 7 : 4.5}
        />
      ))}
    </svg>
  );
}
