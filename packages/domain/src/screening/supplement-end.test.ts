import { describe, expect, it } from 'vitest';
import { type SupplementSource, supplementOn } from './supplement.ts';
import { endsSoon, supplementEnd } from './supplement-end.ts';

/** Low HAZ, screened on 10 January 2024: the supplement lapses on 10 August. */
const aScreening = (different: Partial<SupplementSource>): SupplementSource => ({
  surveyDate: '2024-01-10',
  monthAge: 30,
  zScore: { ha: -2.5, wa: -1.5, wl: 0.2 },
  ...different,
});
const end = (different: Partial<SupplementSource>, born: string, today: string) =>
  supplementEnd(aScreening(different), { birthDate: born }, today);

describe('supplementEnd', () => {
  it('a supplement ends on the day before the lapse, asked on any day until then', () => {
    const expected = { lastDay: '2024-08-09', followedBy: 'none' };
    expect(end({}, '2022-07-10', '2024-01-10')).toEqual(expected);
    expect(end({}, '2022-07-10', '2024-08-08')).toEqual(expected);
    expect(end({}, '2022-07-10', '2024-08-09')).toEqual(expected);
    expect(end({}, '2022-07-10', '2024-08-10')).toBeNull();
  });

  it('a supplement ends on the day before 36 completed months where micronutrients follow', () => {
    const expected = { lastDay: '2024-07-09', followedBy: 'mic' };
    expect(end({}, '2021-07-10', '2024-01-10')).toEqual(expected);
    expect(end({}, '2021-07-10', '2024-07-09')).toEqual(expected);
    expect(end({}, '2021-07-10', '2024-07-10')).toEqual({
      lastDay: '2024-08-09',
      followedBy: 'none',
    });
  });

  it.each([
    ['2021-08-09', { lastDay: '2024-08-08', followedBy: 'mic' }],
    ['2021-08-10', { lastDay: '2024-08-09', followedBy: 'none' }],
  ])('born on %s, 36 months are complete around the lapse', (born, expected) => {
    expect(end({}, born, '2024-01-10')).toEqual(expected);
  });

  it('goes by an age override', () => {
    const overridden = { ageOverride: 34.5, monthAge: 34.5 };
    const found = end(overridden, '2023-01-01', '2024-01-10');
    expect(found?.followedBy).toBe('mic');
    const on = (day: string) =>
      supplementOn(aScreening(overridden), { birthDate: '2023-01-01' }, day).supType;
    expect(on(found?.lastDay ?? '')).toBe('sup');
  });

  it('keeps acute malnutrition until the lapse, past 36 months', () => {
    const acute = { zScore: { ha: -2.5, wa: -2.5, wl: -2.5 } };
    expect(end(acute, '2021-07-10', '2024-01-10')).toEqual({
      lastDay: '2024-08-09',
      followedBy: 'none',
    });
  });

  it('a supplement that is not called for has no end', () => {
    expect(end({ zScore: { ha: 0, wa: 0, wl: 0 } }, '2021-07-10', '2024-01-10')).toBeNull();
  });
});

describe('endsSoon', () => {
  const born = { birthDate: '2022-07-10' };
  const soon = (today: string, noFoodUnder6 = false) =>
    endsSoon({ ...supplementOn(aScreening({}), born, today), noFoodUnder6 }, today);

  it('a supplement ends soon from the day after which less than a month is left, until the lapse', () => {
    expect(
      ['2024-07-10', '2024-07-11', '2024-08-09', '2024-08-10'].map((day) => soon(day)),
    ).toEqual([false, true, true, false]);
  });

  it('a child under 6 months has no supplement that ends soon', () => {
    expect(soon('2024-07-11', true)).toBe(false);
  });
});
