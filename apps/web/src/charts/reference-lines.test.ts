import { describe, expect, it } from 'vitest';
import { axisFor } from './axis.ts';
import { CHART_RULES, type ChartKind } from './chart-rules.ts';
import { curveInside, type HeightTables, referenceLines } from './reference-lines.ts';

function linesOf(kind: ChartKind, sex: 'Boy' | 'Girl', tables: HeightTables | null = null) {
  const { x, y } = CHART_RULES[kind];
  return referenceLines(kind, sex, { x: axisFor(x, []), y: axisFor(y, []), tables });
}

function lineOf(kind: ChartKind, sex: 'Boy' | 'Girl', z: number, tables?: HeightTables) {
  const line = linesOf(kind, sex, tables ?? null).find((candidate) => candidate.z === z);
  if (line === undefined) throw new Error(`no line ${z}`);
  return line;
}

describe('curveInside', () => {
  const axis = { from: 0, to: 10, ticks: [], stretched: false };

  it('cuts a curve where it leaves at the top', () => {
    const points = [
      { x: 0, y: 8 },
      { x: 4, y: 12 },
    ];
    expect(curveInside(points, axis, axis)).toEqual([
      { x: 0, y: 8 },
      { x: 2, y: 10 },
    ]);
  });

  it('cuts a curve where it enters at the bottom and leaves at the right', () => {
    const points = [
      { x: 0, y: -5 },
      { x: 5, y: 0 },
      { x: 20, y: 3 },
    ];
    expect(curveInside(points, axis, axis)).toEqual([
      { x: 5, y: 0 },
      { x: 10, y: 1 },
    ]);
  });

  it('draws nothing of a curve outside the chart', () => {
    const points = [
      { x: 0, y: 11 },
      { x: 9, y: 12 },
    ];
    expect(curveInside(points, axis, axis)).toEqual([]);
  });
});

describe('referenceLines', () => {
  it('draws no WHO line for MUAC', () => {
    expect(linesOf('muac', 'Girl')).toEqual([]);
  });

  it('draws the seven lines for the sex of the child', () => {
    expect(linesOf('weight', 'Boy').map(({ z }) => z)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
    // WHO, weight-for-age, median at 12 months: 9.6 kg for boys, 8.9 kg for girls.
    const at12 = (sex: 'Boy' | 'Girl') => lineOf('weight', sex, 0).pieces[0]?.[12];
    expect(at12('Boy')?.y).toBeCloseTo(9.6479, 4);
    expect(at12('Girl')?.y).toBeCloseTo(8.9481, 4);
  });

  it('leaves a gap at 24 months, where standing height is 0.7 cm less', () => {
    const { pieces } = lineOf('height', 'Boy', 0);
    expect(pieces).toHaveLength(2);
    const [lying, standing] = [pieces[0]?.at(-1), pieces[1]?.[0]];
    expect([lying?.x, standing?.x]).toEqual([24, 24]);
    expect(lying?.y).toBeCloseTo(87.8161, 4);
    expect(standing?.y).toBeCloseTo(87.1161, 4);
  });

  it('distinguishes a line that leaves at the top from one that reaches the right side', () => {
    expect(lineOf('height', 'Girl', 3)).toMatchObject({ leavesAbove: true, end: { y: 110 } });
    expect(lineOf('height', 'Girl', 0)).toMatchObject({ leavesAbove: false, end: { x: 60 } });
  });

  it('draws weight-for-height by one table, or by both with a gap between them', () => {
    const xs = (tables: HeightTables) =>
      lineOf('weight-for-height', 'Girl', -3, tables).pieces.map((points) => [
        points[0]?.x,
        points.at(-1)?.x,
      ]);
    expect(xs('lying')).toEqual([[45, 110]]);
    expect(xs('standing')).toEqual([[65, 120]]);
    expect(xs({ seamAt: 84.5 })).toEqual([
      [45, 84.5],
      [84.5, 120],
    ]);
  });
});
