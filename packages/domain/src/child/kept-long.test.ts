import { describe, expect, it } from 'vitest';
import { aScreening } from '../testing/index.ts';
import { isKeptLong } from './kept-long.ts';

const TODAY = '2026-06-10';
const born = (birthDate: string) => ({ birthDate });

describe('isKeptLong', () => {
  it('holds from the day on which so many years since 60 months are complete', () => {
    expect(isKeptLong([born('2018-06-11')], null, TODAY, 3)).toBe(false);
    expect(isKeptLong([born('2018-06-10')], null, TODAY, 3)).toBe(true);
    expect(isKeptLong([born('2018-06-10')], null, TODAY, 4)).toBe(false);
    expect(isKeptLong([born('2020-06-10')], null, TODAY, 1)).toBe(true);
  });

  it('one record or version that is not old enough keeps the child', () => {
    const [old, young] = [born('2015-01-01'), born('2022-01-01')];
    expect(isKeptLong([old, old], null, TODAY, 3)).toBe(true);
    expect(isKeptLong([old, young], null, TODAY, 3)).toBe(false);
  });

  it('a birth date that is none, or in the future, keeps the child', () => {
    expect(isKeptLong([born('unknown')], null, TODAY, 1)).toBe(false);
    expect(isKeptLong([born('2030-01-01')], null, TODAY, 1)).toBe(false);
    expect(isKeptLong([], null, TODAY, 1)).toBe(false);
  });

  it('the age typed at the newest screening counts instead of the birth date', () => {
    const newest = aScreening({ surveyDate: '2026-05-10', ageOverride: 40 });
    expect(isKeptLong([born('2010-01-01')], newest, TODAY, 1)).toBe(false);
  });
});
