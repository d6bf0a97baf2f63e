import { describe, expect, it } from 'vitest';
import { BUILT_IN_CATALOGUE } from '../catalogue/built-in.ts';
import type { Catalogue, Country, Unit } from '../catalogue/catalogue.ts';
import { isCatalogueChangeWithin, placesWithin } from './catalogue-reach.ts';
import { can } from './permissions.ts';

const [COUNTRY, OTHER] = ['GTM', 'VEN'];
const UNIT = 'coro_ven';

/** The places of an administrator who is limited to Guatemala and one unit of Venezuela. */
const limited: Parameters<typeof placesWithin>[1] = (place) =>
  can(
    {
      id: 'a',
      username: 'a',
      displayName: 'A',
      roles: ['admin'],
      scope: { countries: [COUNTRY], stakes: [UNIT] },
    },
    'manage-catalogue',
    place,
  );
const everywhere = () => true;

function changed(code: string, change: (country: Country) => Partial<Country>): Catalogue {
  return {
    countries: BUILT_IN_CATALOGUE.countries.map((country) =>
      country.code === code ? { ...country, ...change(country) } : country,
    ),
  };
}

const unitChanged = (code: string, stakeDB: string, different: Partial<Unit>) =>
  changed(code, ({ stakes }) => ({
    stakes: stakes.map((unit) => (unit.stakeDB === stakeDB ? { ...unit, ...different } : unit)),
  }));

const { countries } = BUILT_IN_CATALOGUE;
const mexico: Country = { name: 'México', code: 'MEX', image: '', flag: 'MX', stakes: [] };

describe('a catalogue change by an administrator limited to one country and one unit', () => {
  it.each<[string, Catalogue, boolean]>([
    ['nothing', BUILT_IN_CATALOGUE, true],
    ['the own country’s name', changed(COUNTRY, () => ({ name: 'X' })), true],
    ['the own country’s flag', changed(COUNTRY, () => ({ flag: 'MX' })), true],
    [
      'a unit of the own country',
      unitChanged(COUNTRY, 'coban_stake_gtm', { stakeName: 'X' }),
      true,
    ],
    [
      'a new unit in the own country',
      changed(COUNTRY, ({ stakes }) => ({
        stakes: [...stakes, { stakeName: 'N', stakeDB: 'n_gtm' }],
      })),
      true,
    ],
    ['the own unit’s name', unitChanged(OTHER, UNIT, { stakeName: 'X' }), true],
    ['the own unit’s wards', unitChanged(OTHER, UNIT, { wards: [{ wardName: 'X' }] }), true],
    [
      'the clinic’s number of the own unit',
      unitChanged(OTHER, UNIT, { clinicPhone: '1234' }),
      true,
    ],
    [
      'the clinic’s number of another unit',
      unitChanged(OTHER, 'merida_ven', { clinicPhone: '1234' }),
      false,
    ],
    ['the end of the own unit', unitChanged(OTHER, UNIT, { retired: true }), true],
    ['the end of another unit', unitChanged(OTHER, 'merida_ven', { retired: true }), false],
    ['the own unit’s database', unitChanged(OTHER, UNIT, { stakeDB: 'x_ven' }), false],
    ['another country’s name', changed(OTHER, () => ({ name: 'X' })), false],
    ['another country’s picture', changed(OTHER, () => ({ image: 'x.png' })), false],
    ['another country’s flag', changed(OTHER, () => ({ flag: 'MX' })), false],
    ['another unit’s name', unitChanged(OTHER, 'merida_ven', { stakeName: 'X' }), false],
    ['another unit’s wards', unitChanged(OTHER, 'merida_ven', { wards: [], note: 'X' }), false],
    [
      'the order of another country’s units',
      changed(OTHER, ({ stakes }) => ({ stakes: [...stakes].reverse() })),
      false,
    ],
    [
      'a new unit in another country',
      changed(OTHER, ({ stakes }) => ({
        stakes: [...stakes, { stakeName: 'N', stakeDB: 'n_ven' }],
      })),
      false,
    ],
    ['a new country', { countries: [...countries, mexico] }, false],
    ['a country gone', { countries: countries.slice(1) }, false],
    ['the order of the countries', { countries: [...countries].reverse() }, false],
    ['the code of the own country', changed(COUNTRY, () => ({ code: 'GTX' })), false],
  ])(
    "a limited administrator's change of %s is allowed or refused by scope",
    (_what, wanted, isWithin) => {
      expect(isCatalogueChangeWithin(BUILT_IN_CATALOGUE, wanted, limited)).toBe(isWithin);
      expect(isCatalogueChangeWithin(BUILT_IN_CATALOGUE, wanted, everywhere)).toBe(true);
    },
  );
});

it('a limited administrator whose page knows no clinics’ numbers may save beside those of others', () => {
  const numbered = unitChanged(OTHER, 'merida_ven', { clinicPhone: '+58 274 1234567' });
  const wanted = unitChanged(OTHER, UNIT, { stakeName: 'X' });
  expect(isCatalogueChangeWithin(numbered, wanted, limited)).toBe(true);
  const taken = {
    countries: wanted.countries.map((country) => ({
      ...country,
      stakes: country.stakes.map((unit) => ({ ...unit, clinicPhone: unit.clinicPhone ?? '' })),
    })),
  };
  expect(isCatalogueChangeWithin(numbered, taken, limited)).toBe(false);
});

describe('placesWithin', () => {
  it('keeps whole countries in scope, and in other countries only the units in scope', () => {
    const found = placesWithin(BUILT_IN_CATALOGUE, limited).countries;
    expect(found.map(({ code }) => code).sort()).toEqual([COUNTRY, OTHER]);
    expect(found.find(({ code }) => code === OTHER)?.stakes.map((s) => s.stakeDB)).toEqual([UNIT]);
    expect(found.find(({ code }) => code === COUNTRY)).toBe(
      countries.find(({ code }) => code === COUNTRY),
    );
  });

  it('keeps the whole catalogue for an administrator without a scope', () => {
    expect(placesWithin(BUILT_IN_CATALOGUE, everywhere)).toBe(BUILT_IN_CATALOGUE);
  });
});
