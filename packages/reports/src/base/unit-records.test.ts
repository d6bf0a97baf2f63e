import { describe, expect, it } from 'vitest';
import { collectUnit } from './unit-records.ts';

const UNIT = {
  stakeDB: 'coban_stake_gtm',
  stakeName: 'Coban',
  countryCode: 'GTM',
  countryName: 'Guatemala',
  pilot: false,
};

const child = (id: string) => ({
  _id: `chld_${id}`,
  firstName: 'Ana',
  lastName: 'Xol',
  gender: 'Girl',
  birthDate: '2024-05-03',
  memberStatus: 'Yes',
});
const screening = (id: string, owner: string, more: object = {}) => ({
  _id: `scr_${id}`,
  owner: `chld_${owner}`,
  surveyDate: '2025-06-01',
  gender: 'Girl',
  ...more,
});

describe('collectUnit', () => {
  it('assigns screenings to their child, the newest first, for any order of documents', () => {
    const { children } = collectUnit(UNIT, [
      screening('old', 'a'),
      screening('new', 'a', { surveyDate: '2025-09-01' }),
      child('a'),
      child('b'),
    ]);
    expect(children.map((one) => one.screenings.map(({ _id }) => _id))).toEqual([
      ['scr_new', 'scr_old'],
      [],
    ]);
  });

  it('takes the sex of a screening without one from a child that comes later', () => {
    const { children, unreadable } = collectUnit(UNIT, [
      screening('a', 'a', { gender: undefined }),
      child('a'),
    ]);
    expect(unreadable).toEqual([]);
    expect(children[0]?.screenings[0]?.gender).toBe('Girl');
  });

  it('lists unreadable records, and keeps screenings whose child is missing', () => {
    const { unreadable, withoutChild, children } = collectUnit(UNIT, [
      { ...child('a'), birthDate: 'ayer' },
      screening('a', 'a'),
      screening('b', 'nobody', { gender: undefined }),
    ]);
    expect(children).toEqual([]);
    expect(unreadable.map(({ id, codes }) => [id, codes])).toEqual([
      ['chld_a', ['birth-date-invalid']],
      ['scr_b', ['gender-invalid']],
    ]);
    expect(withoutChild.map(({ _id }) => _id)).toEqual(['scr_a']);
  });

  it("converts an instant to the date in the time zone of the unit's country", () => {
    const { children } = collectUnit(UNIT, [
      child('a'),
      screening('a', 'a', { surveyDate: '2025-06-02T03:00:00.000Z' }),
    ]);
    expect(children[0]?.screenings[0]?.surveyDate).toBe('2025-06-01');
  });
});
