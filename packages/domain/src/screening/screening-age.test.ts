import { describe, expect, it } from 'vitest';
import { ageAtScreening, overrideOf, storedOverride } from './screening-age.ts';

const surveyDate = '2025-05-10';
const child = { birthDate: '2024-03-10' };

describe('overrideOf', () => {
  it.each([
    [-0.01, undefined],
    [0, 0],
    [0.01, 0.01],
    [59.99, 59.99],
    [60, 60],
    [60.01, undefined],
    [Number.NaN, undefined],
  ] as const)('reads a field of %d as %s', (ageOverride, ageMonths) => {
    expect(storedOverride({ surveyDate, ageOverride })).toBe(ageMonths);
  });

  it('reads a stored −0 as 0', () => {
    expect(Object.is(storedOverride({ surveyDate, ageOverride: -0 }), 0)).toBe(true);
  });

  it('prefers the field to the comment', () => {
    const both = { surveyDate, ageOverride: 20, comments: 'age=30' };
    expect(overrideOf(both)).toEqual({ ageMonths: 20, from: 'field' });
  });

  it('uses the comment when the field is missing or out of range', () => {
    const read = { ageMonths: 30, from: 'comment' };
    expect(overrideOf({ surveyDate, comments: 'age=30' })).toEqual(read);
    expect(overrideOf({ surveyDate, comments: 'edad=30' })).toEqual(read);
    expect(overrideOf({ surveyDate, ageOverride: 61, comments: 'age=30' })).toEqual(read);
  });

  it.each(['age=61', 'age=2 years', 'tall for 30', ''])('finds no override in "%s"', (comments) => {
    expect(overrideOf({ surveyDate, comments })).toBeUndefined();
  });

  it('a declined override is absent, whatever the comment says', () => {
    expect(overrideOf({ surveyDate, ageOverride: false, comments: 'age=30' })).toBeUndefined();
  });
});

describe('ageAtScreening', () => {
  it('the age at a screening is the calendar age, or the override instead', () => {
    expect(ageAtScreening({ surveyDate }, child)?.ageMonths).toBe(14);
    expect(ageAtScreening({ surveyDate, ageOverride: 20 }, child)?.ageMonths).toBe(20);
    expect(ageAtScreening({ surveyDate, ageOverride: false }, child)?.ageMonths).toBe(14);
  });

  it('the age at a screening is 0 on the birth date and absent on the day before', () => {
    expect(ageAtScreening({ surveyDate: '2024-03-09' }, child)).toBeNull();
    expect(ageAtScreening({ surveyDate: '2024-03-10' }, child)?.ageMonths).toBe(0);
    expect(ageAtScreening({ surveyDate: '2024-03-11' }, child)?.ageMonths).toBe(0.03);
  });

  it('the age at a screening is the override also before the birth date', () => {
    const early = { surveyDate: '2024-03-09', ageOverride: 12 };
    expect(ageAtScreening(early, child)?.ageMonths).toBe(12);
  });
});
