import { describe, expect, it } from 'vitest';
import { highestGeneration, isPlausible, MAX_GENERATION, MAX_LEAP } from './bounds.ts';

describe('the generation of a revision', () => {
  it.each<[number, number | null, boolean]>([
    [MAX_GENERATION - 1, null, true],
    [MAX_GENERATION, null, true],
    [MAX_GENERATION + 1, null, false],
    [Number.MAX_SAFE_INTEGER, null, false],
    [7 + MAX_LEAP - 1, 7, true],
    [7 + MAX_LEAP, 7, true],
    [7 + MAX_LEAP + 1, 7, false],
    [MAX_GENERATION, MAX_GENERATION - 1, true],
    [MAX_GENERATION + 1, MAX_GENERATION, false],
  ])('%i with a highest known one of %s: plausible %s', (generation, highest, expected) => {
    expect(isPlausible(generation, highest)).toBe(expected);
  });
});

describe('highestGeneration', () => {
  it('ignores implausible revisions', () => {
    expect(highestGeneration([])).toBeNull();
    expect(highestGeneration(['3-a', '12-b', '2-c'])).toBe(12);
    expect(highestGeneration(['3-a', `${MAX_GENERATION + 1}-b`, '9007199254740991-c'])).toBe(3);
    expect(highestGeneration([`${MAX_GENERATION}-a`])).toBe(MAX_GENERATION);
    expect(highestGeneration(['9007199254740991-c'])).toBeNull();
  });
});
