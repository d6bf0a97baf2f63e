import { describe, expect, it } from 'vitest';
import { axisFor, scaleOf } from './axis.ts';
import { CHART_RULES } from './chart-rules.ts';
import { lineLabels, spread } from './line-labels.ts';
import { referenceLines } from './reference-lines.ts';

describe('spread', () => {
  it('leaves positions that are far enough apart', () => {
    expect(spread([10, 25, 40], 15, 100)).toEqual([10, 25, 40]);
  });

  it('moves a position that is too close', () => {
    expect(spread([10, 12, 40], 15, 50)).toEqual([10, 25, 40]);
  });

  it('pushes positions back from the limit without overlaps', () => {
    expect(spread([80, 90, 99], 15, 100)).toEqual([70, 85, 100]);
  });

  it('returns nothing for an empty list', () => {
    expect(spread([], 15, 100)).toEqual([]);
  });
});

describe('lineLabels', () => {
  it('names all seven lines of a chart without overlaps on a phone', () => {
    const { x: xRule, y: yRule } = CHART_RULES.height;
    const x = axisFor(xRule, []);
    const y = axisFor(yRule, []);
    const lines = referenceLines('height', 'Girl', { x, y, tables: null });
    const labels = lineLabels(lines, {
      x: scaleOf(x, 42, 270),
      y: scaleOf(y, 196, 40),
      top: 40,
      right: 270,
      bottom: 196,
    });
    expect(labels.map(({ z }) => z).sort((a, b) => a - b)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
    for (const [index, label] of labels.entries()) {
      for (const other of labels.slice(index + 1)) {
        const apart = Math.abs(label.x - other.x) >= 24 || Math.abs(label.y - other.y) >= 14;
        expect(apart, `${label.z} and ${other.z}`).toBe(true);
      }
    }
  });
});
