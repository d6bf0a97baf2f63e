import { describe, expect, it } from 'vitest';
import { BUILT_IN_CATALOGUE } from './built-in.ts';
import { type Catalogue, type Country, findStake, type Stake } from './catalogue.ts';
import {
  checkCatalogueChange,
  MAX_PLACE_NAME_LENGTH,
  MAX_PLACE_NOTE_LENGTH,
} from './change-catalogue.ts';

const stake = (stakeDB: string, different: Partial<Stake> = {}): Stake => ({
  stakeName: `Unit ${stakeDB}`,
  stakeDB,
  ...different,
});
const country = (code: string, name: string, stakes: readonly Stake[]): Country => ({
  name,
  code,
  image: '',
  flag: null,
  stakes,
});

const STORED: Catalogue = {
  countries: [
    country('GTM', 'Guatemala', [stake('zacapa_gtm'), stake('test_stake_gtm')]),
    country('HND', 'Honduras', [
      stake('la_ceiba_hnd'),
      stake('la_ceiba_hnd', { stakeName: 'La Ceiba again' }),
      stake('calapan_hnd', { pilot: true }),
      stake('test_stake_hnd'),
    ]),
  ],
};

/** The stored catalogue with one country's fields replaced. */
function changed(code: string, change: (found: Country) => Partial<Country>): Catalogue {
  return {
    countries: STORED.countries.map((found) =>
      found.code === code ? { ...found, ...change(found) } : found,
    ),
  };
}

const addedTo = (code: string, ...more: Stake[]) =>
  changed(code, ({ stakes }) => ({ stakes: [...stakes, ...more] }));
const without = (code: string, stakeDB: string) =>
  changed(code, ({ stakes }) => ({ stakes: stakes.filter((each) => each.stakeDB !== stakeDB) }));
const withCountry = (...more: Country[]): Catalogue => ({
  countries: [...STORED.countries, ...more],
});

function codesOf(wanted: Catalogue): string[] {
  const checked = checkCatalogueChange(STORED, wanted);
  return checked.ok
    ? []
    : checked.issues.map(({ code, field = '' }) => (field === '' ? code : `${code} ${field}`));
}

describe('checkCatalogueChange', () => {
  it('takes the same catalogue, also the built-in one whose old names break rules for new ones', () => {
    expect(checkCatalogueChange(STORED, STORED)).toEqual({ ok: true, value: STORED, notices: [] });
    expect(checkCatalogueChange(BUILT_IN_CATALOGUE, BUILT_IN_CATALOGUE)).toEqual({
      ok: true,
      value: BUILT_IN_CATALOGUE,
      notices: [],
    });
    expect(findStake(BUILT_IN_CATALOGUE, 'les_palmes_ht')?.country.code).toBe('HTI');
  });

  it('takes new names, notes, wards, units and another order', () => {
    const wanted = changed('GTM', ({ stakes }) => ({
      name: 'República de Guatemala',
      stakes: [
        stake('barrios_gtm', { wards: [{ wardName: 'Norte' }] }),
        ...stakes.map((each) => ({ ...each, stakeName: 'Renamed', note: 'a note' })).reverse(),
      ],
    }));
    expect(checkCatalogueChange(STORED, { countries: wanted.countries.toReversed() })).toEqual({
      ok: true,
      value: { countries: wanted.countries.toReversed() },
      notices: [],
    });
  });

  it('gives a new country its test unit, once', () => {
    const wanted = withCountry(
      country('BLZ', 'Belize', [stake('belmopan_blz')]),
      country('CRI', 'Costa Rica', [stake('test_stake_cri')]),
    );
    const checked = checkCatalogueChange(STORED, wanted);
    const stakesOf = (code: string) =>
      checked.ok
        ? checked.value.countries.find((each) => each.code === code)?.stakes.map((s) => s.stakeDB)
        : [];
    expect(stakesOf('BLZ')).toEqual(['belmopan_blz', 'test_stake_blz']);
    expect(stakesOf('CRI')).toEqual(['test_stake_cri']);
    expect(checked.ok && findStake(checked.value, 'test_stake_blz')?.stake.stakeName).toBe(
      'Belize test Only',
    );
  });

  it('says which country and which unit went', () => {
    const checked = checkCatalogueChange(STORED, { countries: STORED.countries.slice(1) });
    expect(checked).toEqual({
      ok: false,
      issues: [
        { code: 'country-gone', params: { code: 'GTM', name: 'Guatemala' } },
        { code: 'unit-gone', params: { stakeDB: 'zacapa_gtm', name: 'Unit zacapa_gtm' } },
        { code: 'unit-gone', params: { stakeDB: 'test_stake_gtm', name: 'Unit test_stake_gtm' } },
      ],
    });
  });

  it('refuses another database for a unit, and another code for a country', () => {
    expect(
      codesOf(
        changed('GTM', ({ stakes }) => ({ stakes: [stake('zacapa2_gtm'), ...stakes.slice(1)] })),
      ),
    ).toEqual(['unit-gone']);
    expect(codesOf(changed('GTM', () => ({ code: 'GTX' })))[0]).toBe('country-gone');
  });

  it('refuses a unit that moves to another country', () => {
    const moved = without('GTM', 'zacapa_gtm').countries.map((each) =>
      each.code === 'HND' ? { ...each, stakes: [...each.stakes, stake('zacapa_gtm')] } : each,
    );
    expect(codesOf({ countries: moved })).toEqual(['unit-moved countries[1].stakes[4].stakeDB']);
  });

  it('keeps a unit in or out of the pilot as it is; a new one may be in it', () => {
    const toggled = (code: string, stakeDB: string, pilot: boolean) =>
      changed(code, ({ stakes }) => ({
        stakes: stakes.map((each) => {
          const { pilot: _was, ...rest } = each;
          return each.stakeDB === stakeDB ? { ...rest, ...(pilot ? { pilot } : {}) } : each;
        }),
      }));
    expect(codesOf(toggled('HND', 'calapan_hnd', false))).toEqual([
      'unit-pilot-changed countries[1].stakes[2].pilot',
    ]);
    expect(codesOf(toggled('GTM', 'zacapa_gtm', true))).toEqual([
      'unit-pilot-changed countries[0].stakes[0].pilot',
    ]);
    expect(codesOf(addedTo('GTM', stake('jalapa_gtm', { pilot: true })))).toEqual([]);
  });

  it('lets two entries of one database stay or become one, and makes no further ones', () => {
    const one = changed('HND', ({ stakes }) => ({ stakes: stakes.toSpliced(1, 1) }));
    expect(codesOf(one)).toEqual([]);
    expect(codesOf(addedTo('HND', stake('la_ceiba_hnd')))).toEqual([
      'database-taken countries[1].stakes[4].stakeDB',
    ]);
    expect(codesOf(addedTo('GTM', stake('zacapa_gtm')))).toEqual([
      'database-taken countries[0].stakes[2].stakeDB',
    ]);
    expect(codesOf(addedTo('GTM', stake('new_gtm'), stake('NEW_GTM')))).toEqual([
      'database-taken countries[0].stakes[3].stakeDB',
    ]);
  });

  it('asks of a new database that it ends in its country code', () => {
    expect(codesOf(addedTo('GTM', stake('jalapa_hnd')))).toEqual([
      'database-suffix countries[0].stakes[2].stakeDB',
    ]);
    expect(codesOf(addedTo('GTM', stake('jalapagtm')))).toEqual([
      'database-suffix countries[0].stakes[2].stakeDB',
    ]);
    expect(codesOf(addedTo('GTM', stake('jalapa_gtm')))).toEqual([]);
  });

  it.each([
    ['BLZ', []],
    ['BL', ['country-code-form countries[2].code']],
    ['BELI', ['country-code-form countries[2].code']],
    ['blz', ['country-code-form countries[2].code']],
    ['B1Z', ['country-code-form countries[2].code']],
  ])('reads the new country code %s', (code, codes) => {
    expect(codesOf(withCountry(country(code, 'Belize', [])))).toEqual(codes);
  });

  it('refuses a code that differs from another by its case only', () => {
    const stored = { countries: [country('Gtm', 'Old', [])] };
    const wanted = { countries: [...stored.countries, country('GTM', 'New', [])] };
    expect(checkCatalogueChange(stored, wanted)).toEqual({
      ok: false,
      issues: [{ code: 'country-code-taken', field: 'countries[1].code', params: { code: 'GTM' } }],
    });
  });

  it('refuses a country name that is another country’s name or code', () => {
    expect(codesOf(withCountry(country('BLZ', 'guatemala', [])))).toEqual([
      'country-name-taken countries[0].name',
      'country-name-taken countries[2].name',
    ]);
    expect(codesOf(changed('GTM', () => ({ name: 'hnd' })))).toEqual([
      'country-name-taken countries[0].name',
    ]);
    expect(codesOf(changed('GTM', () => ({ name: 'GTM' })))).toEqual([]);
  });

  it('takes names of a hundred characters and no more', () => {
    const of = (length: number) => 'ñ'.repeat(length);
    const named = (name: string) =>
      changed('GTM', ({ stakes }) => ({
        name,
        stakes: stakes.map((each) => ({ ...each, stakeName: name, wards: [{ wardName: name }] })),
      }));
    expect(codesOf(named(of(MAX_PLACE_NAME_LENGTH)))).toEqual([]);
    expect(codesOf(named(of(MAX_PLACE_NAME_LENGTH + 1)))).toEqual([
      'name-too-long countries[0].name',
      'name-too-long countries[0].stakes[0].stakeName',
      'name-too-long countries[0].stakes[0].wards[0].wardName',
      'name-too-long countries[0].stakes[1].stakeName',
      'name-too-long countries[0].stakes[1].wards[0].wardName',
    ]);
  });

  it('takes notes of five hundred characters and no more', () => {
    const noted = (length: number) =>
      addedTo('GTM', stake('new_gtm', { note: 'n'.repeat(length) }));
    expect(codesOf(noted(MAX_PLACE_NOTE_LENGTH))).toEqual([]);
    expect(codesOf(noted(MAX_PLACE_NOTE_LENGTH + 1))).toEqual([
      'name-too-long countries[0].stakes[2].note',
    ]);
  });
});
