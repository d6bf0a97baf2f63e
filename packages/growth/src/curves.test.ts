import { describe, expect, it } from 'vitest';
import { zFromLms } from './base/lms.ts';
import { type CurveSegment, referenceCurve } from './curves.ts';
import { lmsAt } from './tables/lms-table.ts';
import { PROGRAMME_TABLES } from './tables/programme-tables.ts';

const CHART_Z = [-3, -2, -1, 0, 1, 2, 3];

function ends(segments: readonly CurveSegment[]) {
  return segments.map(({ position, points }) => ({
    position,
    from: points[0],
    to: points.at(-1),
    count: points.length,
  }));
}

describe('referenceCurve', () => {
  it('a curve has a gap at 24 months between lying and standing', () => {
    expect(ends(referenceCurve('height-for-age', 'Boy', 0))).toEqual([
      { position: 'lying', from: { x: 0, y: 49.8842 }, to: { x: 24, y: 87.8161 }, count: 25 },
      { position: 'standing', from: { x: 24, y: 87.1161 }, to: { x: 60, y: 109.9638 }, count: 37 },
    ]);
  });

  it('a curve of weight-for-age has one segment', () => {
    expect(ends(referenceCurve('weight-for-age', 'Girl', 0))).toEqual([
      { position: null, from: { x: 0, y: 3.2322 }, to: { x: 60, y: 18.2193 }, count: 61 },
    ]);
  });

  it('the weights of lying and standing children have separate segments by half centimetres', () => {
    const segments = referenceCurve('weight-for-height', 'Boy', 0);
    expect(ends(segments)).toEqual([
      { position: 'lying', from: { x: 45, y: 2.441 }, to: { x: 110, y: 18.2689 }, count: 131 },
      { position: 'standing', from: { x: 65, y: 7.4327 }, to: { x: 120, y: 22.353 }, count: 111 },
    ]);
    expect(segments[0]?.points[1]).toEqual({ x: 45.5, y: 2.5244 });
  });

  it('gives girls their own curve', () => {
    // M × (1 − 2 × S) of the girls' birth row, 49.1477 and 0.0379
    const [lying] = referenceCurve('height-for-age', 'Girl', -2);
    expect(lying?.points[0]?.y).toBeCloseTo(45.42230434, 8);
    expect(referenceCurve('weight-for-age', 'Girl', 0)).not.toEqual(
      referenceCurve('weight-for-age', 'Boy', 0),
    );
  });

  it.each(CHART_Z)('passes through z = %s in every row', (z) => {
    for (const sex of ['Boy', 'Girl'] as const) {
      for (const [kind, tables] of [
        ['height-for-age', [PROGRAMME_TABLES.lengthForAge, PROGRAMME_TABLES.heightForAge]],
        ['weight-for-age', [PROGRAMME_TABLES.weightForAge]],
        ['weight-for-height', [PROGRAMME_TABLES.weightForLength, PROGRAMME_TABLES.weightForHeight]],
      ] as const) {
        referenceCurve(kind, sex, z).forEach(({ points }, index) => {
          const table = tables[index]?.[sex];
          expect(points.length).toBe(table?.rows.length);
          for (const { x, y } of points) {
            const lms = table === undefined ? null : lmsAt(table, x);
            expect(lms === null ? null : zFromLms(y, lms)).toBeCloseTo(z, 9);
          }
        });
      }
    }
  });

  it('keeps the curves of a chart in order, without crossing', () => {
    for (const kind of ['height-for-age', 'weight-for-age', 'weight-for-height'] as const) {
      const heights = CHART_Z.map((z) =>
        referenceCurve(kind, 'Girl', z).flatMap(({ points }) => points.map(({ y }) => y)),
      );
      for (let upper = 1; upper < heights.length; upper += 1) {
        heights[upper]?.forEach((y, index) => {
          expect(y).toBeGreaterThan(heights[upper - 1]?.[index] ?? Number.NaN);
        });
      }
    }
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1000])('a curve has no points at z = %s', (z) => {
    expect(referenceCurve('weight-for-height', 'Boy', z)).toEqual([
      { position: 'lying', points: [] },
      { position: 'standing', points: [] },
    ]);
  });
});
