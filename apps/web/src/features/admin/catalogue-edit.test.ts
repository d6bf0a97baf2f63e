import type { Catalogue, Country } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { describe, expect, it } from 'vitest';
import { catalogueChanges } from './catalogue-changes.ts';
import {
  addCountry,
  addUnit,
  type CountryDraft,
  checkCountry,
  checkNewCountry,
  checkNewUnit,
  checkUnit,
  EMPTY_COUNTRY_DRAFT,
  EMPTY_UNIT_DRAFT,
  editCountry,
  editUnit,
  entryKeys,
  type UnitDraft,
  unitByKey,
  wardsOf,
} from './catalogue-edit.ts';

const countryOf = (code: string, catalogue: Catalogue = BUILT_IN_CATALOGUE): Country => {
  const country = catalogue.countries.find((each) => each.code === code);
  if (country === undefined) throw new Error(`no country ${code}`);
  return country;
};

const guatemala = countryOf('GTM');

const codes = (checked: { ok: boolean; issues?: readonly { code: string; field?: string }[] }) =>
  (checked.issues ?? []).map(({ code, field }) => `${field}: ${code}`);

describe('checkNewUnit', () => {
  const check = (different: Partial<UnitDraft>) =>
    checkNewUnit(
      { ...EMPTY_UNIT_DRAFT, stakeName: 'Petén', stakeDB: 'peten_gtm', ...different },
      guatemala,
      BUILT_IN_CATALOGUE,
    );

  it('accepts a name, a database and wards', () => {
    const checked = check({ stakeName: '  Petén   Sur ', wards: 'Norte \n\n Sur' });
    expect(checked.ok && checked.value).toEqual({
      stakeName: 'Petén Sur',
      stakeDB: 'peten_gtm',
      wards: [{ wardName: 'Norte' }, { wardName: 'Sur' }],
    });
    const without = check({});
    expect(without.ok && Object.keys(without.value)).toEqual(['stakeName', 'stakeDB']);
  });

  it.each([
    [{ stakeName: ' ' }, 'stakeName: place-name-required'],
    [{ stakeName: 'x'.repeat(101) }, 'stakeName: place-name-length'],
    [{ stakeName: 'coban STAKE' }, 'stakeName: unit-name-taken'],
    [{ stakeDB: '' }, 'stakeDB: database-shape'],
    [{ stakeDB: 'Peten_gtm' }, 'stakeDB: database-shape'],
    [{ stakeDB: '1peten_gtm' }, 'stakeDB: database-shape'],
    [{ stakeDB: `${'p'.repeat(61)}_gtm` }, 'stakeDB: database-shape'],
    [{ stakeDB: 'peten_bol' }, 'stakeDB: database-ending'],
    [{ stakeDB: 'petengtm' }, 'stakeDB: database-ending'],
    [{ stakeDB: 'test_stake_x_gtm' }, 'stakeDB: database-reserved'],
    [{ stakeDB: 'sys_gtm' }, 'stakeDB: database-reserved'],
    [{ stakeDB: 'coban_stake_gtm' }, 'stakeDB: database-taken'],
    [{ wards: 'Norte\nSur\nNORTE' }, 'wards: ward-twice'],
    [{ wards: 'w'.repeat(101) }, 'wards: ward-length'],
  ])('rejects a new unit with %j', (different, code) => {
    expect(codes(check(different))).toEqual([code]);
  });

  it.each([
    [{ stakeName: 'x'.repeat(100) }],
    [{ stakeDB: `${'p'.repeat(60)}_gtm` }],
    [{ wards: 'w'.repeat(100) }],
  ])('accepts values of the maximum length', (different) => {
    expect(check(different).ok).toBe(true);
  });

  it('names the unit that has the database already', () => {
    const checked = check({ stakeDB: 'coban_stake_gtm' });
    expect(!checked.ok && checked.issues[0]?.params).toEqual({
      unit: 'Cobán Stake',
      country: 'Guatemala',
    });
  });
});

describe('checkUnit', () => {
  const honduras = countryOf('HND');
  const key = 'la_ceiba_stake_hnd';
  const miramar = unitByKey(honduras, key);
  if (miramar === null) throw new Error('Miramar is gone');
  const check = (
    draft: Pick<UnitDraft, 'stakeName' | 'wards'> & Partial<UnitDraft>,
    catalogue: Catalogue = BUILT_IN_CATALOGUE,
  ) => checkUnit({ clinicPhone: '', ...draft }, { code: 'HND', key, unit: miramar }, catalogue);

  it('keeps database and note, and accepts an unchanged name that another unit also has', () => {
    const twin = { ...miramar, stakeDB: 'x_hnd' };
    const catalogue = {
      countries: BUILT_IN_CATALOGUE.countries.map((country) =>
        country.code === 'HND' ? { ...country, stakes: [...country.stakes, twin] } : country,
      ),
    };
    const checked = check({ stakeName: 'Miramar', wards: 'Sur' }, catalogue);
    expect(checked.ok && checked.value).toEqual({ ...miramar, wards: [{ wardName: 'Sur' }] });
  });

  it('rejects the name of another unit of the country, even one with the same database', () => {
    for (const stakeName of ['La Ceiba Stake', 'LA CEIBA STAKE']) {
      expect(codes(check({ stakeName, wards: '' }))).toEqual(['stakeName: unit-name-taken']);
    }
    expect(codes(check({ stakeName: '', wards: 'Sur\nSur' }))).toEqual([
      'stakeName: place-name-required',
      'wards: ward-twice',
    ]);
  });

  it("takes the clinic's number, and takes it away when its field is empty", () => {
    const clinicPhone = ' +504 2440-0000 ';
    const checked = check({ stakeName: 'Miramar', wards: '', clinicPhone });
    expect(checked.ok && checked.value.clinicPhone).toBe('+504 2440-0000');
    const without = check({ stakeName: 'Miramar', wards: '', clinicPhone: ' ' });
    expect(without.ok && without.value).not.toHaveProperty('clinicPhone');
    const unit = { ...miramar, clinicPhone: '12345' };
    const first = editUnit('HND', key, unit)(BUILT_IN_CATALOGUE) ?? BUILT_IN_CATALOGUE;
    const of = (list: Catalogue) =>
      list.countries.find(({ code }) => code === 'HND')?.stakes.find((each) => each.clinicPhone);
    expect(of(first)).toEqual(unit);
    expect(of(editUnit('HND', key, miramar)(first) ?? first)).toBeUndefined();
    // An empty one is said: the server keeps a number about which nothing is said.
    expect(JSON.stringify(editUnit('HND', key, miramar)(first))).toContain('"clinicPhone":""');
  });

  it('accepts a unit that was removed meanwhile: the save reports that', () => {
    const checked = check({ stakeName: 'Miramar Sur', wards: '' }, { countries: [] });
    expect(checked.ok && checked.value.stakeName).toBe('Miramar Sur');
  });
});

describe('checkNewCountry', () => {
  const check = (different: Partial<CountryDraft>) =>
    checkNewCountry(
      { ...EMPTY_COUNTRY_DRAFT, name: 'Kenya', code: 'ken', flag: 'KE', ...different },
      BUILT_IN_CATALOGUE,
    );

  it('accepts a country without units: the server adds the practice unit', () => {
    const checked = check({});
    expect(checked.ok && checked.value).toEqual({
      name: 'Kenya',
      code: 'KEN',
      image: '',
      flag: 'KE',
      stakes: [],
    });
  });

  it.each([
    [{ flag: '' }, 'flag: country-flag-required'],
    [{ name: '' }, 'name: place-name-required'],
    [{ name: 'guatemala' }, 'name: country-name-taken'],
    [{ name: 'GTM' }, 'name: country-name-taken'],
    [{ name: 'Guatémala' }, 'name: country-name-taken'],
    [{ code: 'KE' }, 'code: country-code-shape'],
    [{ code: 'KENY' }, 'code: country-code-shape'],
    [{ code: 'K1N' }, 'code: country-code-shape'],
    [{ code: 'gtm' }, 'code: country-code-taken'],
  ])('rejects a new country with %j', (different, code) => {
    expect(codes(check(different))).toEqual([code]);
  });

  it("accepts a country's own name, but not another country’s", () => {
    const draft = { name: 'Guatemala', flag: 'GT' };
    expect(checkCountry(draft, guatemala, BUILT_IN_CATALOGUE).ok).toBe(true);
    const taken = checkCountry({ ...draft, name: 'Peru' }, guatemala, BUILT_IN_CATALOGUE);
    expect(codes(taken)).toEqual(['name: country-name-taken']);
    const noFlag = checkCountry({ ...draft, flag: '' }, guatemala, BUILT_IN_CATALOGUE);
    expect(codes(noFlag)).toEqual(['flag: country-flag-required']);
  });

  it('accepts a new name for a country that never had a flag', () => {
    const catalogue = {
      countries: [
        ...BUILT_IN_CATALOGUE.countries,
        { ...guatemala, code: 'OLD', flag: null, name: 'Old', stakes: [] },
      ],
    };
    const old = countryOf('OLD', catalogue);
    const checked = checkCountry({ name: ' Older ', flag: '' }, old, catalogue);
    expect(checked.ok && [checked.value.name, checked.value.flag]).toEqual(['Older', null]);
  });
});

describe('edits of the list of places', () => {
  it('distinguish two entries with the same database', () => {
    const honduras = countryOf('HND');
    const keys = entryKeys(honduras.stakes).filter((key) => key.startsWith('la_ceiba_stake_hnd'));
    expect(keys).toEqual(['la_ceiba_stake_hnd', 'la_ceiba_stake_hnd.2']);
    expect(unitByKey(honduras, 'la_ceiba_stake_hnd.2')?.stakeName).toBe('La Ceiba Stake');
    const second = unitByKey(honduras, 'la_ceiba_stake_hnd.2');
    if (second === null) throw new Error('the second entry is gone');
    const renamed = editUnit('HND', 'la_ceiba_stake_hnd.2', { ...second, stakeName: 'La Ceiba' })(
      BUILT_IN_CATALOGUE,
    );
    const names = countryOf('HND', renamed ?? undefined)
      .stakes.filter(({ stakeDB }) => stakeDB === 'la_ceiba_stake_hnd')
      .map(({ stakeName }) => stakeName);
    expect(names).toEqual(['Miramar', 'La Ceiba']);
  });

  it('return null when the place no longer exists', () => {
    const unit = { stakeName: 'x', stakeDB: 'x_gtm' };
    expect(editUnit('GTM', 'x_gtm', unit)(BUILT_IN_CATALOGUE)).toBeNull();
    expect(addUnit('QQQ', unit)(BUILT_IN_CATALOGUE)).toBeNull();
    expect(editCountry({ ...guatemala, code: 'QQQ' })(BUILT_IN_CATALOGUE)).toBeNull();
  });

  it('changes of the list of places are reported one by one', () => {
    const kenya = { name: 'Kenya', code: 'KEN', image: '', flag: 'KE', stakes: [] };
    const [first] = guatemala.stakes;
    if (first === undefined) throw new Error('Guatemala has no units');
    const edits = [
      addCountry(kenya),
      editCountry({ ...countryOf('PER'), name: 'Perú' }),
      addUnit('BOL', { stakeName: 'Oruro', stakeDB: 'oruro_bol' }),
      editUnit('GTM', first.stakeDB, { ...first, wards: [{ wardName: 'Sur' }] }),
    ];
    const after = edits.reduce<Catalogue>(
      (catalogue, edit) => edit(catalogue) ?? catalogue,
      BUILT_IN_CATALOGUE,
    );
    expect(catalogueChanges(BUILT_IN_CATALOGUE, after)).toEqual(
      expect.arrayContaining([
        { what: 'country-added', country: 'Kenya' },
        { what: 'country-changed', country: 'Perú' },
        { what: 'unit-added', country: 'Bolivia', unit: 'Oruro' },
        { what: 'unit-changed', country: 'Guatemala', unit: first.stakeName },
      ]),
    );
    expect(catalogueChanges(BUILT_IN_CATALOGUE, after)).toHaveLength(4);
    expect(catalogueChanges(after, BUILT_IN_CATALOGUE)).toEqual(
      expect.arrayContaining([
        { what: 'country-removed', country: 'Kenya' },
        { what: 'unit-removed', country: 'Bolivia', unit: 'Oruro' },
      ]),
    );
    expect(catalogueChanges(after, after)).toEqual([]);
  });

  it('read one ward per line', () => {
    expect(wardsOf(' \nNorte\n\n  Sur  Este \n')).toEqual(['Norte', 'Sur Este']);
  });
});
