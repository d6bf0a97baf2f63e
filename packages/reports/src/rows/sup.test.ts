import { DEFAULT_PROGRAMME_RULES } from '@crece/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aUnitOf,
  cellsOf,
  monthsAgo,
  rowAbout,
  type StatedChild,
  type StatedScreening,
  UNIT,
} from '../testing/records.ts';

const sup = (child: StatedChild, unit = UNIT) => rowAbout('sup', child, { unit })?.['Sup'];
const inCountry = (countryCode: string) => ({ ...UNIT, countryCode });

/** A child of a given age today, screened one month ago. */
const child = (
  age: number,
  entry: StatedScreening,
  ...earlier: StatedScreening[]
): StatedChild => ({
  age,
  entries: [entry, ...earlier],
});

describe('the supplement report', () => {
  it.each([
    ['SAM', { wl: -3.01 }],
    ['MAM', { wl: -3 }],
    ['MAM', { wl: -2.01 }],
    ['SAM', { muac: 11.4 }],
    ['MAM', { muac: 12.4 }],
    ['sup', { ha: -2.01, wl: 0 }],
    ['sup', { wa: -2.01, wl: 0 }],
  ])('lists a child with %s for %o', (expected, entry) => {
    expect(sup(child(20, entry))).toBe(expected);
  });

  it.each([{ ha: -2, wa: -2, wl: -2 }, { muac: 12.5 }, { ha: 0, wl: 0 }])(
    'a child with %o is not listed',
    (entry) => {
      expect(sup(child(20, entry), inCountry('ECU'))).toBeUndefined();
    },
  );

  it('gives micronutrients from 36 months today, for any age at the screening', () => {
    expect(sup(child(35, { ago: 1, ha: -2.5, wl: 0 }))).toBe('sup');
    expect(sup(child(36, { ago: 5, ha: -2.5, wl: 0 }))).toBe('mic');
  });

  it('ends after 59 months', () => {
    expect(sup(child(59, { wl: -2.5 }))).toBe('MAM');
    expect(sup(child(60, { wl: -2.5 }))).toBeUndefined();
  });

  it('marks a child screened 7 months ago as lapsed, and drops one screened 8 months ago', () => {
    const seen = (surveyDate: string) => sup(child(20, { surveyDate, wl: -2.5 }));
    expect(seen(monthsAgo(6))).toBe('MAM');
    expect(seen('2025-11-16')).toBe('MAM');
    expect(seen('2025-11-15')).toBe('MAM (lapsed)');
    expect(seen('2025-10-16')).toBe('MAM (lapsed)');
    expect(seen('2025-10-15')).toBeUndefined();
  });

  it('lists a child under 6 months today without naming a supplement', () => {
    expect(sup(child(5, { wl: -2.5 }))).toBeNull();
    expect(sup(child(6, { wl: -2.5 }))).toBe('MAM');
  });

  it('uses the newest screening, ignoring one dated after tomorrow', () => {
    const future = { surveyDate: '2026-06-17', wl: -3.5 };
    expect(sup(child(30, future, { wl: 0 }), inCountry('ECU'))).toBeUndefined();
    expect(sup(child(30, { ago: 1, wl: 0 }, { ago: 3, wl: -3.5 }))).toBeUndefined();
  });

  it('leaves out children who were never screened', () => {
    expect(rowAbout('sup', { entries: [] })).toBeUndefined();
  });
});

describe('the supplement report for a child that was ever low', () => {
  const well = { ago: 1, ha: 0, wa: 0, wl: 0 };
  it.each([
    [{ ha: -2.01, wl: 0 }],
    [{ wa: -2.01, wl: 0 }],
    [{ wl: -2.01 }],
    [{ muac: 12.4 }],
    [{ muac: 11.4 }],
  ])('lists it for %o until it is 24 months old', (entry) => {
    expect(sup(child(23, well, { ago: 8, ...entry }))).toBe('sup');
    expect(sup(child(24, well, { ago: 8, ...entry }))).toBeUndefined();
  });

  it.each([
    ['−2.00 is not low', { ha: -2, wa: -2, wl: -2 }],
    [
      'a red MUAC beside a good weight for height is no evidence',
      { height: 78, weight: 10, muac: 11 },
    ],
    ['MUAC in millimetres is no evidence', { muac: 108 }],
    ['MUAC under 6 months is no evidence', { muac: 11, ago: 18 }],
  ])('a child that was ever low is not listed: %s', (_why, entry) => {
    expect(sup(child(23, well, { ago: 8, ...entry }))).toBeUndefined();
  });
});

describe('the supplement report for a child at risk', () => {
  it.each(['GTM', 'SLV', 'HND', 'NIC'])('lists it in %s from 24 months', (code) => {
    expect(sup(child(24, { wl: -1.01 }), inCountry(code))).toBe('at risk');
    expect(sup(child(23, { wl: -1.01 }), inCountry(code))).toBeUndefined();
  });

  it('a child at risk is not listed in other countries', () => {
    expect(sup(child(24, { wl: -1.01 }), inCountry('ECU'))).toBeUndefined();
  });

  it('is listed where the settings of the programme say so, and nowhere else', () => {
    const rules = { ...DEFAULT_PROGRAMME_RULES, atRiskCountries: ['ECU'] };
    const listed = (code: string) =>
      rowAbout('sup', child(24, { wl: -1.01 }), { unit: inCountry(code), rules })?.['Sup'];
    expect([listed('ECU'), listed('GTM')]).toEqual(['at risk', undefined]);
  });

  it.each([
    ['at risk', { wl: -1.01 }],
    ['at risk', { wl: -2 }],
    ['at risk', { ha: -1.01, wl: 0 }],
    ['at risk', { ha: -2, wl: 0 }],
    [undefined, { ha: -1, wl: -1 }],
    [undefined, { wa: -1.5, wl: 0 }],
    ['MAM', { wl: -2.01 }],
    ['sup', { ha: -2.01, wl: 0 }],
  ])('the cell is %s for %o', (expected, entry) => {
    expect(sup(child(30, entry))).toBe(expected);
  });
});

describe('the column Prior Sup', () => {
  const prior = (...earlier: StatedScreening[]) =>
    rowAbout('sup', child(30, { ago: 1, wl: -2.5 }, ...earlier))?.['Prior Sup'];

  it('Prior Sup is yes when any earlier screening gave a supplement', () => {
    expect(prior({ ago: 4, wl: 0 }, { ago: 8, ha: -2.5, wl: 0 })).toBe(true);
  });

  it('Prior Sup is no when none did, at risk or not', () => {
    expect(prior()).toBe(false);
    expect(prior({ ago: 4, ha: -1.5, wl: -1.5 })).toBe(false);
  });
});

describe('the rows of the supplement report', () => {
  const named = (firstName: string, ago: number) => ({
    ...child(20, { ago, wl: -2.5, oedema: true }),
    firstName,
  });

  it('start with supplements that have not lapsed, each part sorted by the sort field', () => {
    const rows = cellsOf(
      'sup',
      aUnitOf([named('C', 7), named('D', 1), named('A', 7), named('B', 6)]),
    );
    expect(rows.map(({ firstName }) => firstName)).toEqual(['B', 'D', 'A', 'C']);
  });

  it('a row has six blank columns for ticks, and the danger signs of the newest screening', () => {
    const [row] = cellsOf('sup', aUnitOf([named('A', 1)]));
    expect(Object.values(row ?? {}).slice(0, 6)).toEqual([null, null, null, null, null, null]);
    expect(row?.['alert']).toBe('refer: swelling');
  });

  it('contain each child at most once', () => {
    const figure = fc.option(fc.integer({ min: -400, max: 200 }).map((z) => z / 100));
    const entry = fc.record({ ago: fc.integer({ min: -2, max: 20 }), ha: figure, wl: figure });
    const stated = fc.record({
      age: fc.integer({ min: 0, max: 70 }),
      entries: fc.array(entry, { maxLength: 4 }),
    });
    const given = ({ ago, ha, wl }: { ago: number; ha: number | null; wl: number | null }) => ({
      ago,
      ...(ha === null ? {} : { ha }),
      ...(wl === null ? {} : { wl }),
    });
    fc.assert(
      fc.property(fc.array(stated, { maxLength: 8 }), (children) => {
        const unit = aUnitOf(
          children.map(({ age, entries }, index) => ({
            age,
            entries: entries.map(given),
            firstName: `N${index}`,
          })),
        );
        const names = cellsOf('sup', unit).map(({ firstName }) => firstName);
        return new Set(names).size === names.length;
      }),
      { numRuns: 60 },
    );
  });
});
