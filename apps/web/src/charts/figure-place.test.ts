import { describe, expect, it } from 'vitest';
import { figurePlace } from './figure-place.ts';

const FRAME = { left: 40, right: 340, top: 20, bottom: 240 };
/** Seven letters: 68.6 px wide, 23 px high. */
const TEXT = '77.9 cm';

function side(points: readonly { left: number; top: number }[]): string {
  const newest = points.at(-1);
  if (newest === undefined) throw new Error('a figure belongs to a point');
  const { left, top, width } = figurePlace(points, FRAME, TEXT);
  const across = left > newest.left ? 'right' : left + width < newest.left ? 'left' : 'middle';
  return `${across} ${top > newest.top ? 'below' : 'above'}`;
}

describe('figurePlace', () => {
  it('writes right below a point with room around it', () => {
    expect(side([{ left: 150, top: 100 }])).toBe('right below');
  });

  it('stays inside at the right edge, the bottom and the corner', () => {
    expect(side([{ left: 150, top: 235 }])).toBe('right above');
    expect(side([{ left: 335, top: 100 }])).toBe('left above');
    expect(side([{ left: 335, top: 25 }])).toBe('left below');
  });

  it('does not hide an earlier point while another place is free', () => {
    const earlier = { left: 290, top: 80 };
    expect(side([earlier, { left: 335, top: 100 }])).toBe('left below');
    expect(
      side([
        { left: 265, top: 50 },
        { left: 335, top: 25 },
      ]),
    ).toBe('middle below');
  });
});
