import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageAt, ageOfMonths, ageOn, birthDateFromMonths } from './age.ts';
import { dayAfter, isIsoDate } from './calendar.ts';

const anyDate = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('ageAt', () => {
  it('there is no age before birth, nor from text that is not a date', () => {
    expect(ageAt('2024-03-15', '2024-03-14')).toBeNull();
    expect(ageAt('2024-02-30', '2024-03-14')).toBeNull();
    expect(ageAt('2024-02-01', 'yesterday')).toBeNull();
  });

  it('rounds half of a hundredth up', () => {
    // A true half of a hundredth would need a month of 8 days; 7 of 28 days is exactly 0.25.
    expect(ageAt('2023-02-01', '2023-02-08')?.ageMonths).toBe(0.25);
    // 5 of 31 days: 0.16129; 16 of 31: 0.51613.
    expect(ageAt('2024-01-01', '2024-01-06')?.ageMonths).toBe(0.16);
    expect(ageAt('2024-01-01', '2024-01-17')?.ageMonths).toBe(0.52);
  });

  it('never decreases from one day to the next, and its floor equals the completed months', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (a, b) => {
        const [birth, day] = a <= b ? [a, b] : [b, a];
        const age = ageAt(birth, day);
        const next = ageAt(birth, dayAfter(day));
        if (age === null || next === null) throw new Error('dates after birth have an age');
        expect(next.ageMonths).toBeGreaterThan(age.ageMonths);
        expect(Math.floor(age.ageMonths)).toBe(age.completedMonths);
        expect(Math.round(age.ageMonths * 100) / 100).toBe(age.ageMonths);
      }),
    );
  });
});

describe('a birth date calculated from typed months', () => {
  it('a birth date is that many months before the day, moved back to the last day of a shorter month', () => {
    expect(birthDateFromMonths(14, '2025-05-10')).toBe('2024-03-10');
    expect(birthDateFromMonths(1, '2024-03-31')).toBe('2024-02-29');
    expect(birthDateFromMonths(60, '2024-02-29')).toBe('2019-02-28');
  });

  it('gives the typed number exactly on the day of registration', () => {
    const child = { birthDate: '2024-02-29', birthDateEstimated: true as const };
    expect(ageOn(child, '2024-03-31')).toEqual({ ageMonths: 1, completedMonths: 1 });
    expect(ageOn({ birthDate: '2024-02-29' }, '2024-03-31')?.ageMonths).toBe(1.06);
  });

  it('lets a child typed as 60 months on a leap day be screened that day', () => {
    const child = { birthDate: '2019-02-28', birthDateEstimated: true as const };
    expect(ageOn(child, '2024-02-29')).toEqual({ ageMonths: 60, completedMonths: 60 });
    expect(ageOn(child, '2024-03-01')?.ageMonths).toBe(60.07);
  });

  it('gives every typed number exactly on every day', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 1, max: 60 }), (today, months) => {
        const birthDate = birthDateFromMonths(months, today);
        expect(isIsoDate(birthDate)).toBe(true);
        expect(ageOn({ birthDate, birthDateEstimated: true }, today)).toEqual(ageOfMonths(months));
      }),
    );
  });
});
