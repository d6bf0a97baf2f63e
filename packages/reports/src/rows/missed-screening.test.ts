import { describe, expect, it } from 'vitest';
import { aUnitOf, cellsOf, rowAbout, type StatedScreening } from '../testing/records.ts';

const isMissed = (age: number, entry: StatedScreening) =>
  rowAbout('missedScreening', { age, entries: [entry] }) !== undefined;

const SAM = { wl: -3.5 };
const MAM = { wl: -2.5 };
const CHRONIC = { ha: -2.5, wl: 0 };
const WELL = { ha: 0, wl: 0 };

describe('the missed-screening report', () => {
  it('lists children last screened more than 6 whole months ago', () => {
    const seen = (surveyDate: string) => isMissed(30, { ...MAM, surveyDate });
    expect([seen('2025-11-16'), seen('2025-11-15')]).toEqual([false, true]);
  });

  it('lists acutely malnourished children, and chronically malnourished ones under 24 months', () => {
    const listed = (age: number) =>
      [SAM, MAM, CHRONIC, WELL].map((entry) => isMissed(age, { ago: 7, ...entry }));
    expect(listed(23)).toEqual([true, true, true, false]);
    expect(listed(24)).toEqual([true, true, false, false]);
    expect(listed(59)).toEqual([true, true, false, false]);
    expect(listed(60)).toEqual([false, false, false, false]);
  });

  it('drops children after 12 months only when they merely have low HAZ or WAZ', () => {
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
  ])('answers %s for a child with %o and otherwise normal figures', (expected, sign) => {
    // 15 months at a screening 8 months ago.
    expect(isMissed(23, { ago: 8, ...('height' in sign ? {} : WELL), ...sign })).toBe(expected);
  });

  it('uses only the newest screening, open referrals apart', () => {
    const after = (before: StatedScreening, newest: StatedScreening = WELL) => {
      const entries = [
        { ago: 8, ...newest },
        { ago: 14, ...before },
      ];
      return rowAbout('missedScreening', { age: 40, entries })?.['openReferral'];
    };
    expect(after(MAM)).toBeUndefined();
    // Nobody looked at the feet again; figures that only an older record states clear nothing.
    const open = 'swelling 2025-04-15; weight for height 2025-04-15';
    expect(after({ ...SAM, oedema: true })).toBe(open);
    const measured = { height: 95, weight: 14, oedema: false };
    expect(after({ ...SAM, oedema: true }, measured)).toBeUndefined();
  });
});

describe('the rows of the missed-screening report', () => {
  it('contain the months since the screening, and the danger signs', () => {
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
        openReferral: 'swelling 2025-04-15; weight for height 2025-04-15',
      },
    ]);
  });
});
