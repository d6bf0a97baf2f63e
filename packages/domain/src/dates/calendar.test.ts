import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  compareDates,
  completedMonthsBetween,
  dayAfter,
  daysBetween,
  isIsoDate,
} from './calendar.ts';

/**
 * Any date in the years that records may use, ending a century early so that additions stay in
 * range.
 */
const anyDate = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('isIsoDate', () => {
  it.each(['2024-02-29', '2000-02-29', '2023-12-31', '1900-01-01', '2199-12-31'])(
    'accepts %s',
    (date) => {
      expect(isIsoDate(date)).toBe(true);
    },
  );

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '2024-1-5',
    '0206-05-01',
    '1899-12-31',
    '2200-01-01',
    '2024-05-01T00:00:00Z',
    '',
    ' 2024-05-01',
    20240501,
    null,
    undefined,
  ])('refuses %s', (date) => {
    expect(isIsoDate(date)).toBe(false);
  });
});

describe('compareDates', () => {
  it('orders dates', () => {
    expect(compareDates('2024-01-31', '2024-02-01')).toBe(-1);
    expect(compareDates('2024-02-01', '2024-02-01')).toBe(0);
    expect(compareDates('2025-01-01', '2024-12-31')).toBe(1);
  });
});

describe('daysBetween', () => {
  it.each([
    ['2024-02-28', '2024-03-01', 2],
    ['2023-02-28', '2023-03-01', 1],
    ['2024-03-15', '2024-03-15', 0],
    ['2024-03-15', '2024-03-14', -1],
    ['1999-12-31', '2000-01-01', 1],
    ['2000-02-28', '2000-03-01', 2],
    ['2024-01-01', '2025-01-01', 366],
  ])('from %s to %s is %i days', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
  });

  it('agrees with a calculation in UTC milliseconds', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (a, b) => {
        expect(daysBetween(a, b)).toBe((Date.parse(b) - Date.parse(a)) / 86_400_000);
      }),
    );
  });
});

describe('addMonths', () => {
  it.each([
    ['2024-01-31', 1, '2024-02-29'],
    ['2023-01-31', 1, '2023-02-28'],
    ['2023-08-31', 3, '2023-11-30'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-12-31', 2, '2025-02-28'],
    ['2024-03-31', -1, '2024-02-29'],
    ['2024-01-15', -1, '2023-12-15'],
    ['2024-05-30', -60, '2019-05-30'],
    ['2024-05-30', 0, '2024-05-30'],
  ])('%s plus %i months is %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });

  it('always returns a valid calendar date', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 0, max: 1200 }), (date, months) => {
        expect(isIsoDate(addMonths(date, months))).toBe(true);
      }),
    );
  });
});

describe('dayAfter', () => {
  it.each([
    ['2024-02-28', '2024-02-29'],
    ['2023-02-28', '2023-03-01'],
    ['2024-12-31', '2025-01-01'],
    ['2024-04-30', '2024-05-01'],
    ['2024-04-29', '2024-04-30'],
  ])('after %s comes %s', (date, expected) => {
    expect(dayAfter(date)).toBe(expected);
  });
});

describe('completedMonthsBetween', () => {
  it.each([
    ['2024-01-10', '2024-08-09', 6],
    ['2024-01-10', '2024-08-10', 7],
    ['2023-08-31', '2023-11-29', 2],
    ['2023-08-31', '2023-11-30', 3],
    ['2024-02-29', '2025-02-28', 12],
    ['2024-05-20', '2024-05-19', -1],
    ['2024-05-20', '2024-04-20', -1],
    ['2024-05-20', '2024-04-19', -2],
  ])('from %s to %s is %i months', (from, to, months) => {
    expect(completedMonthsBetween(from, to)).toBe(months);
  });

  it('completed months are the largest k whose anniversary is not after the day', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (from, to) => {
        const months = completedMonthsBetween(from, to);
        expect(addMonths(from, months) <= to).toBe(true);
        expect(addMonths(from, months + 1) > to).toBe(true);
      }),
    );
  });
});
