import { describe, expect, it } from 'vitest';
import { crossedLines } from './crossed-lines.ts';

const figures = (
  ha: number | null,
  wa: number | null = null,
  wl: number | null = null,
  includesSwelling = false,
) => ({ zScore: { ha, wa, wl }, includesSwelling });
const height = (before: number | null, now: number | null) =>
  crossedLines(figures(before), figures(now)).map(({ way, line }) => `${way} ${line}`);

describe('crossedLines', () => {
  it.each([
    [-1.85, -2, []],
    [-1.85, -2.01, ['fell -2']],
    [-2, -2.01, ['fell -2']],
    [-2.01, -2.9, []],
    [-0.5, -3.01, ['fell -3']],
    [-2.01, -2, ['rose -2']],
    [-2.02, -2.01, []],
    [-3.4, -0.2, ['rose -1']],
    [0.4, -0.9, []],
    [1.2, 2.4, []],
    [null, -2.5, []],
    [-2.5, null, []],
  ])('from %s to %s: %j', (before, now, expected) => {
    expect(height(before, now)).toEqual(expected);
  });

  it('names each index that crossed a line, with both figures', () => {
    expect(crossedLines(figures(-1.5, -2.4, -0.8), figures(-2.1, -1.9, -0.9))).toEqual([
      { index: 'ha', line: -2, way: 'fell', before: -1.5, now: -2.1 },
      { index: 'wa', line: -2, way: 'rose', before: -2.4, now: -1.9 },
    ]);
  });

  it('compares height alone where both feet were swollen at either screening', () => {
    const [swollen, well] = [figures(-0.5, -0.5, -0.5, true), figures(-1.5, -1.5, -1.5)];
    const indices = (lines: ReturnType<typeof crossedLines>) => lines.map(({ index }) => index);
    expect(indices(crossedLines(swollen, well))).toEqual(['ha']);
    expect(indices(crossedLines(well, swollen))).toEqual(['ha']);
    expect(indices(crossedLines(well, figures(-0.5, -0.5, -0.5)))).toEqual(
      ['wl', 'ha', 'wa'].sort(),
    );
  });
});
