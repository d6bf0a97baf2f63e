import { type CurvePoint, type CurveSegment, referenceCurve, type Sex } from '@crece/growth';
import type { Axis } from './axis.ts';
import { CHART_RULES, type ChartKind, LINE_Z_SCORES } from './chart-rules.ts';

/** One drawn WHO line: separate pieces, and the position of its name. */
export interface ReferenceLine {
  readonly z: number;
  readonly pieces: readonly (readonly CurvePoint[])[];
  readonly end: CurvePoint;
  /** The line leaves at the top of the chart instead of the right side. */
  readonly leavesAbove: boolean;
}

/**
 * Which of WHO's two weight-for-height tables is drawn: the one for lying children, the one for
 * standing children, or the first up to a height in cm and the second from there.
 */
export type HeightTables = 'lying' | 'standing' | { readonly seamAt: number };

function crossing(from: CurvePoint, to: CurvePoint, share: number): CurvePoint {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** The part of one straight segment inside the box, or null when it is outside (Liang–Barsky). */
function stepInside(from: CurvePoint, to: CurvePoint, x: Axis, y: Axis): CurvePoint[] | null {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const walls = [
    [-dx, from.x - x.from],
    [dx, x.to - from.x],
    [-dy, from.y - y.from],
    [dy, y.to - from.y],
  ] as const;
  let enter = 0;
  let leave = 1;
  for (const [slope, room] of walls) {
    if (slope === 0 && room < 0) return null;
    if (slope < 0) enter = Math.max(enter, room / slope);
    if (slope > 0) leave = Math.min(leave, room / slope);
  }
  if (enter >= leave) return null;
  return [crossing(from, to, enter), crossing(from, to, leave)];
}

/** The part of a curve inside the box of two axes; the curves rise, so it is at most one piece. */
export function curveInside(points: readonly CurvePoint[], x: Axis, y: Axis): CurvePoint[] {
  const inside: CurvePoint[] = [];
  for (const [index, from] of points.entries()) {
    const to = points[index + 1];
    const step = to === undefined ? null : stepInside(from, to, x, y);
    if (step === null) continue;
    inside.push(...(inside.length === 0 ? step : step.slice(1)));
  }
  return inside;
}

function chosen(segments: readonly CurveSegment[], tables: HeightTables | null) {
  if (tables === null) return segments.map((segment) => segment.points);
  return segments.flatMap(({ position, points }) => {
    if (typeof tables === 'string') return position === tables ? [points] : [];
    return [
      points.filter(({ x }) => (position === 'lying' ? x <= tables.seamAt : x >= tables.seamAt)),
    ];
  });
}

/** WHO's lines −3 to +3 for a chart and a sex, cut to the chart; none for MUAC. */
export function referenceLines(
  kind: ChartKind,
  sex: Sex,
  { x, y, tables }: { x: Axis; y: Axis; tables: HeightTables | null },
): readonly ReferenceLine[] {
  const { curve } = CHART_RULES[kind];
  if (curve === null) return [];
  return LINE_Z_SCORES.flatMap((z) => {
    const pieces = chosen(referenceCurve(curve, sex, z), tables)
      .map((points) => curveInside(points, x, y))
      .filter((points) => points.length > 1);
    const end = pieces.at(-1)?.at(-1);
    if (end === undefined) return [];
    return [{ z, pieces, end, leavesAbove: y.to - end.y < 1e-9 && end.x < x.to }];
  });
}
