import { describe, expect, it } from 'vitest';
import { timePast } from './row-words.ts';

const TODAY = '2025-06-10';

describe('timePast', () => {
  it.each([
    ['2025-06-11', { unit: 'ahead' }],
    ['2025-06-10', { unit: 'today' }],
    ['2025-06-09', { unit: 'days', count: 1 }],
    ['2025-05-28', { unit: 'days', count: 13 }],
    ['2025-05-27', { unit: 'weeks', count: 2 }],
    ['2025-04-11', { unit: 'weeks', count: 8 }],
    ['2025-04-10', { unit: 'months', count: 2 }],
    ['2024-11-10', { unit: 'months', count: 7 }],
    ['2024-11-11', { unit: 'months', count: 6 }],
  ] as const)('expresses the time since %s', (day, past) => {
    expect(timePast(day, TODAY)).toEqual(past);
  });
});
