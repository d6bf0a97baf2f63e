import { describe, expect, it } from 'vitest';
import { aUnitOf, cellsOf, rowAbout, type StatedScreening } from '../testing/records.ts';

const isMissed = (age: number, entry: StatedScreening) =>
  rowAbout('missedScreening', { age, entries: [entry] }) !== undefined;

const SAM = { wl: -3.5 };
const MAM = { wl: -2.5 };
const CHRONIC = { ha: -2.5, wl: 0 };
const WELL = { ha: 0, wl: 0 };

describe('who missed a screening', () => {
  it('was seen more than 6 whole months ago', () => {
    const seen = (surveyDate: string) => isMissed(30, { ...MAM, surveyDate });
    expect([seen('2025-11-16'), seen('2025-11-15')]).toEqual([false, true]);
  });

  it('is acutely malnourished, or under 24 months and chronically so', () => {
    const listed = (age: number) =>
      [SAM, MAM, CHRONIC, WELL].map((entry) => isMissed(age, { ago: 7, ...entry }));
    expect(listed(23)).toEqual([true, true, true, false]);
    expect(listed(24)).toEqual([true, true, false, false]);
    expect(listed(59)).toEqual([true, true, false, false]);
    expect(listed(60)).toEqual([false, false, false, false]);
  });

  it('leaves the list after 12 months only when merely low for age', () => {
    const listed = (entry: StatedScreening) =>
      [12, 13, 30].map((ago) => isMissed(ago === 30 ? 40 : 23, { ago, ...entry }));
    expect(listed(CHRONIC)).toEqual([true, false, false]);
    expect(listed(SAM)).toEqual([true, true, true]);
    expect(listed(MAM)).toEqual([true, true, true]);
    expect(listed({ ...WELL, oedema: true })).toEqual([true, true, true]);
  });

  it.each([
    [true, { oedema: true }],
    [true, { height: 78, weight: 10, muac: 12.4 }],
    [false, { height: 78, weight: 10, muac: 12.5 }],
    [true, { height: 78, weight: 10, muac: 114 }],
    [true, { muac: 121 }],
    [false, { muac: 125 }],
    [false, { oedema: false }],
  ])('%s with %o beside good figures', (expected, sign) => {
    // 15 months at a screening 8 months ago.
    expect(isMissed(23, { ago: 8, ...('height' in sign ? {} : WELL), ...sign })).toBe(expected);
  });

  it('is judged by the newest screening alone', () => {
    const entries = [
      { ago: 8, ...WELL },
      { ago: 14, ...SAM, oedema: true },
    ];
    expect(rowAbout('missedScreening', { age: 40, entries })).toBeUndefined();
  });
});

describe('the rows', () => {
  it('tell how long ago, and the danger signs', () => {
    const entries = [{ ago: 14, ...SAM, oedema: true }];
    expect(cellsOf('missedScreening', aUnitOf([{ age: 30, entries }]))).toEqual([
      {
        age: 30,
        firstName: 'Marisol',
        lastName: 'Xicay',
        ward: 'El Centro',
        mother: 'Elena Xicay',
        'months since last screening': 14,
        country: 'Guatemala',
        stake: 'Cobán Stake',
        alert: 'refer: swelling',
      },
    ]);
  });
});
