import { describe, expect, it } from 'vitest';
import { ageToday, completedMonthsToday, isGraduated } from './age-today.ts';

const child = { birthDate: '2020-05-10' };

describe('ageToday', () => {
  it('the age is by the birth date without an override', () => {
    expect(ageToday(child, null, '2024-05-25')).toEqual({ ageMonths: 48.48, completedMonths: 48 });
    const newest = { surveyDate: '2024-01-10' };
    expect(ageToday(child, newest, '2024-05-10')?.ageMonths).toBe(48);
    expect(ageToday(child, undefined, '2020-05-09')).toBeNull();
  });

  it('the age is the override of the newest screening plus the months since', () => {
    const newest = { surveyDate: '2024-01-10', ageOverride: 30 };
    expect(ageToday(child, newest, '2024-01-10')?.ageMonths).toBe(30);
    expect(ageToday(child, newest, '2024-04-09')).toEqual({ ageMonths: 32, completedMonths: 32 });
    expect(ageToday(child, newest, '2024-04-10')).toEqual({ ageMonths: 33, completedMonths: 33 });
    // Completed months are added: 34.5 and 2 months 22 days are 36.5.
    const decimal = { ...newest, ageOverride: 34.5 };
    expect(ageToday(child, decimal, '2024-04-01')).toEqual({
      ageMonths: 36.5,
      completedMonths: 36,
    });
  });

  it('the age is the override itself while the screening is dated tomorrow', () => {
    const newest = { surveyDate: '2024-01-11', ageOverride: 30 };
    expect(ageToday(child, newest, '2024-01-10')?.ageMonths).toBe(30);
  });
});

describe('completedMonthsToday', () => {
  it('completed months are the floor of the age today', () => {
    const days = ['2020-05-09', '2020-05-10', '2020-06-09', '2020-06-10', '2024-05-25'];
    expect(days.map((day) => completedMonthsToday(child, null, day))).toEqual([null, 0, 0, 1, 48]);
    const newest = { surveyDate: '2024-01-10', ageOverride: 30.5 };
    expect(completedMonthsToday(child, newest, '2024-02-09')).toBe(30);
    expect(completedMonthsToday(child, newest, '2024-02-10')).toBe(31);
    expect(completedMonthsToday({ birthDate: 'x' }, null, '2024-01-26')).toBeNull();
  });
});

describe('isGraduated', () => {
  it('begins on the fifth birthday', () => {
    expect(isGraduated(child, null, '2025-05-09')).toBe(false);
    expect(isGraduated(child, null, '2025-05-10')).toBe(true);
  });

  it('uses an age override while the screening that has it is the newest', () => {
    const newest = { surveyDate: '2025-05-10', ageOverride: 58 };
    expect(isGraduated(child, newest, '2025-07-09')).toBe(false);
    expect(isGraduated(child, newest, '2025-07-10')).toBe(true);
  });

  it.each(['2025-01-01', '2025-12-31', '2024-02-29'])(
    'agrees with the completed months on %s, however the years fall',
    (today) => {
      const births = ['2019-12-31', '2020-01-01', '2020-02-28', '2020-02-29', '2020-12-31'];
      for (const birthDate of [...births, '2021-01-01', '2026-01-01', '2021', '', 'x']) {
        const months = completedMonthsToday({ birthDate }, null, today) ?? 0;
        expect(isGraduated({ birthDate }, null, today), birthDate).toBe(months >= 60);
      }
    },
  );

  it('nobody is graduated before birth', () => {
    expect(isGraduated(child, null, '2020-05-09')).toBe(false);
  });
});
