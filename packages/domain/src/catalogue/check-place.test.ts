import { describe, expect, it } from 'vitest';
import { BUILT_IN_CATALOGUE } from './built-in.ts';
import type { Country, Unit } from './catalogue.ts';
import { checkCatalogueChange } from './change-catalogue.ts';
import { MAX_PLACE_NAME_LENGTH, MAX_PLACE_NOTE_LENGTH } from './check-place.ts';

const COUNTRY = { name: 'México', code: 'MEX', image: '', flag: 'MX', stakes: [] };
const UNIT = { stakeName: 'Petén', stakeDB: 'peten_gtm' };
const GTM = BUILT_IN_CATALOGUE.countries.findIndex(({ code }) => code === 'GTM');

function saidOf(countries: readonly Country[]) {
  const checked = checkCatalogueChange(BUILT_IN_CATALOGUE, { countries });
  return checked.ok ? [] : checked.issues;
}

/** The issues of a country that is added to the built-in list. */
function ofCountry(different: Partial<Country>): string[] {
  const { countries } = BUILT_IN_CATALOGUE;
  const path = `countries[${countries.length}].`;
  return saidOf([...countries, { ...COUNTRY, ...different }]).map(
    ({ code, field = '' }) => `${field.replace(path, '')}: ${code}`,
  );
}

function withUnit(different: Partial<Unit>): Country[] {
  return BUILT_IN_CATALOGUE.countries.map((country, at) =>
    at === GTM ? { ...country, stakes: [...country.stakes, { ...UNIT, ...different }] } : country,
  );
}

/** The issues of a unit that is added to Guatemala. */
function ofUnit(different: Partial<Unit>): string[] {
  const path = `countries[${GTM}].stakes[${BUILT_IN_CATALOGUE.countries[GTM]?.stakes.length}].`;
  return saidOf(withUnit(different)).map(
    ({ code, field = '' }) => `${field.replace(path, '')}: ${code}`,
  );
}

const wards = (...names: string[]) => ({ wards: names.map((wardName) => ({ wardName })) });
const name = (length: number) => 'ñ'.repeat(length);

describe('a new country', () => {
  it.each<[Partial<Country>, string[]]>([
    [{}, []],
    [{ name: ' ' }, ['name: place-name-required']],
    [{ name: name(MAX_PLACE_NAME_LENGTH) }, []],
    [{ name: name(MAX_PLACE_NAME_LENGTH + 1) }, ['name: place-name-length']],
    [{ name: 'guatemala' }, ['name: country-name-taken']],
    [{ name: 'Guatémala' }, ['name: country-name-taken']],
    [{ name: ' GUATEMALA ' }, ['name: country-name-taken']],
    [{ name: 'gtm' }, ['name: country-name-taken']],
    [{ name: 'Guatemala 2' }, []],
    [{ code: 'ME' }, ['code: country-code-shape']],
    [{ code: 'MEXI' }, ['code: country-code-shape']],
    [{ code: 'M1X' }, ['code: country-code-shape']],
    [{ code: 'MÉX' }, ['code: country-code-shape']],
    [{ code: ' mex ' }, []],
    [{ code: 'gtm' }, ['code: country-code-taken']],
    [{ flag: null }, ['flag: country-flag-required']],
    [{ flag: 'mx' }, ['flag: country-flag-required']],
    [{ flag: 'MXX' }, ['flag: country-flag-required']],
    [{ flag: '"><img src=x>' }, ['flag: country-flag-required']],
    [{ image: 'mexico.png' }, []],
    [{ image: 'x'.repeat(100) }, []],
    [{ image: 'x'.repeat(101) }, ['image: country-image-shape']],
    [{ image: 'javascript:alert(1)' }, ['image: country-image-shape']],
    [{ image: '../x.png' }, ['image: country-image-shape']],
  ])('%j: %j', (different, codes) => {
    expect(ofCountry(different)).toEqual(codes);
  });

  it('reports the first broken rule of each field, and which country has the code', () => {
    expect(ofCountry({ name: '', code: '', flag: null, image: '/' })).toEqual([
      'flag: country-flag-required',
      'name: place-name-required',
      'code: country-code-shape',
      'image: country-image-shape',
    ]);
    const twin = saidOf([...BUILT_IN_CATALOGUE.countries, { ...COUNTRY, code: 'PER' }]);
    expect(twin[0]?.params).toEqual({ country: 'Peru' });
  });
});

describe('“Mexico” beside “México”', () => {
  const withMexico = [...BUILT_IN_CATALOGUE.countries, COUNTRY];
  const beside = (other: string) => {
    const checked = checkCatalogueChange(
      { countries: withMexico },
      { countries: [...withMexico, { ...COUNTRY, name: other, code: 'MXC' }] },
    );
    return checked.ok ? [] : checked.issues.map(({ code }) => code);
  };

  it.each(['Mexico', 'mexico', 'MÉXICO', ' Mexico '])(
    '“Mexico” is refused as a country name when typed as %j',
    (other) => {
      expect(beside(other)).toEqual(['country-name-taken']);
    },
  );

  it.each(['New Mexico', 'Mexic'])(
    '“Mexico” is refused, but the different name %j is accepted',
    (other) => {
      expect(beside(other)).toEqual([]);
    },
  );
});

describe('a new unit', () => {
  it.each<[Partial<Unit>, string[]]>([
    [{}, []],
    [{ stakeName: ' ' }, ['stakeName: place-name-required']],
    [{ stakeName: name(MAX_PLACE_NAME_LENGTH) }, []],
    [{ stakeName: name(MAX_PLACE_NAME_LENGTH + 1) }, ['stakeName: place-name-length']],
    [{ stakeName: 'coban STAKE' }, ['stakeName: unit-name-taken']],
    // Belém is a unit of Brazil: a unit name must be unique only inside its country.
    [{ stakeName: 'Belém' }, []],
    [{ stakeDB: '' }, ['stakeDB: database-shape']],
    [{ stakeDB: 'Peten_gtm' }, ['stakeDB: database-shape']],
    [{ stakeDB: '1peten_gtm' }, ['stakeDB: database-shape']],
    [{ stakeDB: '../peten_gtm' }, ['stakeDB: database-shape']],
    [{ stakeDB: `${'p'.repeat(60)}_gtm` }, []],
    [{ stakeDB: `${'p'.repeat(61)}_gtm` }, ['stakeDB: database-shape']],
    [{ stakeDB: 'peten_bol' }, ['stakeDB: database-ending']],
    [{ stakeDB: 'petengtm' }, ['stakeDB: database-ending']],
    [{ stakeDB: 'p_gtm' }, []],
    [{ stakeDB: 'sys_gtm' }, ['stakeDB: database-reserved']],
    [{ stakeDB: 'system_gtm' }, []],
    [{ stakeDB: 'test_stake_x_gtm' }, ['stakeDB: database-reserved']],
    [{ stakeDB: 'test_stakes_gtm' }, []],
    [{ stakeDB: 'test_stake_gtm' }, ['stakeDB: database-taken']],
    [{ stakeDB: 'coban_stake_gtm' }, ['stakeDB: database-taken']],
    [wards('Norte', 'Sur'), []],
    [wards('Norte', 'Sur', ' NÓRTE '), ['wards: ward-twice']],
    [wards(name(MAX_PLACE_NAME_LENGTH)), []],
    [wards('Sur', name(MAX_PLACE_NAME_LENGTH + 1)), ['wards: ward-length']],
    [wards('', ' ', ''), []],
    [{ note: 'n'.repeat(MAX_PLACE_NOTE_LENGTH) }, []],
    [{ note: 'n'.repeat(MAX_PLACE_NOTE_LENGTH + 1) }, ['note: note-length']],
    [{ clinicPhone: '' }, []],
    [{ clinicPhone: ' 12345 ' }, []],
    [{ clinicPhone: '+502 (7951) 10-00.00' }, []],
    [{ clinicPhone: '123456789012345' }, []],
    [{ clinicPhone: '1234' }, ['clinicPhone: clinic-phone-shape']],
    [{ clinicPhone: '1234567890123456' }, ['clinicPhone: clinic-phone-shape']],
    [{ clinicPhone: '5550 1111 / 5550 2222' }, ['clinicPhone: clinic-phone-shape']],
    [{ clinicPhone: '5550 1111?body=x' }, ['clinicPhone: clinic-phone-shape']],
    [{ pilot: true }, []],
  ])('%j: %j', (different, codes) => {
    expect(ofUnit(different)).toEqual(codes);
  });

  it('reports the figures of the broken limits', () => {
    const paramsOf = (different: Partial<Unit>) => saidOf(withUnit(different))[0]?.params;
    expect(paramsOf({ stakeDB: 'coban_stake_gtm' })).toEqual({
      unit: 'Cobán Stake',
      country: 'Guatemala',
    });
    expect(paramsOf({ stakeDB: 'peten_bol' })).toEqual({ ending: '_gtm' });
    expect(paramsOf({ stakeName: name(101) })).toEqual({ to: 100 });
    expect(paramsOf(wards('Sur', ' sur '))).toEqual({ ward: 'sur' });
    expect(paramsOf(wards(name(101)))).toEqual({ ward: name(101), to: 100 });
  });
});

describe('the test unit of a country that lacks it', () => {
  const bare = { countries: [{ ...COUNTRY, code: 'GTM', name: 'Guatemala' }] };
  const add = (stakeDB: string) =>
    checkCatalogueChange(bare, {
      countries: bare.countries.map((country) => ({
        ...country,
        stakes: [{ stakeName: 'Practice', stakeDB }],
      })),
    }).ok;

  it('a test unit is accepted under its own name; other reserved database names are refused', () => {
    expect(add('test_stake_gtm')).toBe(true);
    expect(add('test_stake_2_gtm')).toBe(false);
  });
});
