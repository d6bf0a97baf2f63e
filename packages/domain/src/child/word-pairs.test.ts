import { describe, expect, it } from 'vitest';
import { Pairs } from './word-pairs.ts';

const BASE = 100_000;

function placesUnder(pairs: Pairs, one: number, two: number): readonly number[] {
  const found: number[] = [];
  pairs.forEachAmong(one, two, (place) => found.push(place));
  return found;
}

describe('places under pairs of numbers', () => {
  // The table grows once it is more than half full; its first size is 1,024.
  it.each([1, 511, 512, 513, 1_025, 20_000])('are all found again, of %i pairs', (count) => {
    const pairs = new Pairs(BASE);
    for (let at = 0; at < count; at += 1) pairs.addAmong([at, BASE - 1 - at], at);
    for (let at = 0; at < count; at += 1) {
      expect(placesUnder(pairs, BASE - 1 - at, at)).toEqual([at]);
    }
    expect(placesUnder(pairs, count, count + 1)).toEqual([]);
  });

  it('come newest first where several stand under one pair, in either order', () => {
    const pairs = new Pairs(4);
    pairs.addAmong([0, 3, 1], 7);
    pairs.addAmong([3, 0], 9);
    expect(placesUnder(pairs, 0, 3)).toEqual([9, 7]);
    expect(placesUnder(pairs, 3, 0)).toEqual([9, 7]);
    expect(placesUnder(pairs, 1, 3)).toEqual([7]);
  });

  it('are told apart by their order where one is of a first name and one of a last name', () => {
    const pairs = new Pairs(4);
    pairs.addBetween([1], [2, 3], 5);
    const found: number[] = [];
    pairs.forEachBetween(2, 1, (place) => found.push(place));
    expect(found).toEqual([]);
    pairs.forEachBetween(1, 2, (place) => found.push(place));
    expect(found).toEqual([5]);
  });
});
