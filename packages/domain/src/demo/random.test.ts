import { describe, expect, it } from 'vitest';
import { randomFrom } from './random.ts';

describe('randomFrom', () => {
  it('repeats its numbers for the same seed only', () => {
    const figures = (seed: number) => {
      const random = randomFrom(seed);
      return Array.from({ length: 20 }, () => random.next());
    };
    expect(figures(1)).toEqual(figures(1));
    expect(figures(1)).not.toEqual(figures(2));
  });

  it('random figures are evenly distributed from 0 up to 1', () => {
    const random = randomFrom(42);
    const tenths = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i += 1) {
      const figure = random.next();
      expect(figure).toBeGreaterThanOrEqual(0);
      expect(figure).toBeLessThan(1);
      const tenth = Math.floor(figure * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('gives whole numbers including both ends, and normal numbers around 0', () => {
    const random = randomFrom(3);
    const wholes = new Set(Array.from({ length: 300 }, () => random.whole(2, 4)));
    expect([...wholes].sort()).toEqual([2, 3, 4]);
    const normals = Array.from({ length: 5_000 }, () => random.normal());
    const mean = normals.reduce((sum, each) => sum + each, 0) / normals.length;
    const variance = normals.reduce((sum, each) => sum + (each - mean) ** 2, 0) / normals.length;
    expect(Math.abs(mean)).toBeLessThan(0.06);
    expect(Math.abs(Math.sqrt(variance) - 1)).toBeLessThan(0.05);
  });

  it('picks every item of a list', () => {
    const random = randomFrom(9);
    const picked = new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c'])));
    expect(picked.size).toBe(3);
  });
});
