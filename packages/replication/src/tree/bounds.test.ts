import { describe, expect, it } from 'vitest';
import {
  type Bound,
  boundOf,
  type Giver,
  highestGeneration,
  MAX_FIRST_GENERATION,
  MAX_GENERATION,
  MAX_LEAP,
} from './bounds.ts';

describe('revisions of a record', () => {
  it.each<[string, number | null, number, number | null, Giver, Bound]>([
    ['that join a stored one', 7, 8, null, 'writer', 'in-order'],
    ['that join one of a million', 1_000_000, 1_000_001, null, 'writer', 'in-order'],
    ['that join the highest first one', 2 ** 52, 2 ** 52 + 1, null, 'writer', 'in-order'],
    ['that leap one generation', 7, 8, 8, 'writer', 'leap'],
    ['that leap below the highest', 7, 5, 5, 'writer', 'leap'],
    ['that leap as far as may be', 7, 7 + MAX_LEAP, 7 + MAX_LEAP, 'writer', 'leap'],
    ['that leap farther', 7, 8 + MAX_LEAP, 8 + MAX_LEAP, 'writer', 'too-far'],
    ['that join, beside a leap too far', 7, 8 + MAX_LEAP, 8 + MAX_LEAP, 'writer', 'too-far'],
    ['that is not stored', null, 2 ** 52, MAX_FIRST_GENERATION, 'writer', 'in-order'],
    ['that is not stored, too high', null, 2 ** 52 + 1, 2 ** 52 + 1, 'writer', 'too-far'],
    ['that a server gives, however far', 7, 2 ** 52, 2 ** 52, 'server', 'in-order'],
    ['that a server gives, the highest', null, MAX_GENERATION, 1, 'server', 'in-order'],
    ['that nobody takes', null, MAX_GENERATION + 1, null, 'server', 'too-far'],
    ['that nobody takes, joined', 7, MAX_GENERATION + 1, null, 'writer', 'too-far'],
  ])('%s', (_, highest, newest, unjoined, giver, expected) => {
    expect(boundOf({ highest, newest, unjoined }, giver)).toBe(expected);
  });
});

describe('highestGeneration', () => {
  it('ignores what nobody takes', () => {
    expect(highestGeneration([])).toBeNull();
    expect(highestGeneration(['3-a', '12-b', '2-c'])).toBe(12);
    expect(highestGeneration(['3-a', `${MAX_GENERATION + 1}-b`, '9007199254740991-c'])).toBe(3);
    expect(highestGeneration([`${MAX_GENERATION}-a`])).toBe(MAX_GENERATION);
    expect(highestGeneration(['9007199254740991-c'])).toBeNull();
  });
});
