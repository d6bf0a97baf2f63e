import { describe, expect, it } from 'vitest';
import { BUILT_IN_CATALOGUE } from './built-in.ts';
import { COORDINATING_COUNCILS } from './built-in-councils.ts';
import {
  databaseCount,
  databasesOf,
  findCountry,
  findUnit,
  isTestUnit,
  masterCatalogue,
  pilotCatalogue,
  readCatalogue,
  testUnitOf,
} from './catalogue.ts';
import { resolveCouncils } from './councils.ts';
import { flagOfCountry } from './flags.ts';

const master = masterCatalogue(BUILT_IN_CATALOGUE);
const entries = master.countries.flatMap(({ stakes }) => stakes);
const ADDED_TEST_STAKES = ['hti', 'lib', 'nga', 'phl', 'wal', 'ven'].map((c) => `test_stake_${c}`);
const PILOT_DATABASES = ['calapan_phl', 'mindoro_phl', 'northern_sumar_phl'];

describe('databaseCount', () => {
  it('counts a unit that has two names once', () => {
    const honduras = master.countries.find(({ code }) => code === 'HND');
    expect(honduras?.stakes.filter(({ stakeDB }) => stakeDB === 'la_ceiba_stake_hnd')).toHaveLength(
      2,
    );
    expect(honduras && databaseCount(honduras)).toBe((honduras?.stakes.length ?? 0) - 1);
  });
});

describe('the built-in catalogue', () => {
  it('keeps 22 countries, 285 entries and 284 databases, and adds six test units', () => {
    expect(master.countries).toHaveLength(22);
    const original = entries.filter(({ stakeDB }) => !ADDED_TEST_STAKES.includes(stakeDB));
    expect(original).toHaveLength(285);
    expect(new Set(original.map(({ stakeDB }) => stakeDB)).size).toBe(284);
    expect(entries).toHaveLength(291);
    expect(databasesOf(master)).toHaveLength(290);
  });

  it('every country has a test unit', () => {
    for (const { code, stakes } of master.countries) {
      const tests = stakes.filter(({ stakeDB }) => stakeDB === testUnitOf(code));
      expect(tests, code).toHaveLength(1);
    }
    expect(findUnit(master, 'test_stake_ven')?.unit.stakeName).toBe('Venezuela test Only');
  });

  it('shows corrected names', () => {
    const shown = JSON.stringify(BUILT_IN_CATALOGUE);
    for (const wrong of ['Guatamala', 'Phillippines', 'Madagacar', 'Sumar"', 'columbia.png']) {
      expect(shown).not.toContain(wrong);
    }
    expect(findCountry(master, 'GTM')?.name).toBe('Guatemala');
    expect(findCountry(master, 'PHL')?.name).toBe('Philippines');
    expect(findCountry(master, 'COL')?.image).toBe('colombia.png');
    expect(findUnit(master, 'test_stake_gtm')?.unit.stakeName).toBe('Guatemala test Only');
    expect(findUnit(master, 'test_stake_mdg')?.unit.stakeName).toBe('Madagascar test Only');
    expect(findUnit(BUILT_IN_CATALOGUE, 'northern_sumar_phl')?.unit.stakeName).toBe(
      'Northern Samar',
    );
    expect(findUnit(master, 'esteli_district_nic')?.unit.stakeName).toBe('Esteli District');
    expect(findUnit(master, 'santa_marta_district_col')?.unit.stakeName).toBe(
      'Santa Marta District',
    );
  });

  it('no name has a blank at either end', () => {
    const names = BUILT_IN_CATALOGUE.countries.flatMap(({ name, stakes }) => [
      name,
      ...stakes.flatMap(({ stakeName, wards = [] }) => [
        stakeName,
        ...wards.map(({ wardName }) => wardName),
      ]),
    ]);
    expect(names.filter((name) => name !== name.trim())).toEqual([]);
  });

  it('uses each code once, and each database once except la_ceiba_stake_hnd, which has a note', () => {
    const codes = master.countries.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    const twice = entries.filter(
      ({ stakeDB }, index) => entries.findIndex((other) => other.stakeDB === stakeDB) < index,
    );
    expect(twice.map(({ stakeDB }) => stakeDB)).toEqual(['la_ceiba_stake_hnd']);
    const shared = entries.filter(({ stakeDB }) => stakeDB === 'la_ceiba_stake_hnd');
    expect(shared.map(({ stakeName }) => stakeName)).toEqual(['Miramar', 'La Ceiba Stake']);
    expect(shared.every(({ note }) => note?.includes('share this database'))).toBe(true);
  });

  it('keeps old databases that break the rule for new names, and their wards', () => {
    expect(findUnit(master, 'les_palmes_ht')?.country.code).toBe('HTI');
    expect(findUnit(master, 'makeni_district_wal')?.unit.wards).toEqual([
      { wardName: 'Makama' },
      { wardName: 'Teko' },
      { wardName: 'Rogbeneh' },
    ]);
    expect(findUnit(master, 'gweru_stake_zwe')?.unit.wards).toHaveLength(8);
  });

  it('leaves the three pilot units out of the master list but finds them elsewhere', () => {
    for (const stakeDB of PILOT_DATABASES) {
      expect(findUnit(master, stakeDB)).toBeNull();
      expect(findUnit(BUILT_IN_CATALOGUE, stakeDB)?.country.code).toBe('PHL');
    }
    const pilot = pilotCatalogue(BUILT_IN_CATALOGUE);
    expect(pilot.countries.map(({ code }) => code)).toEqual(['PHL']);
    expect(pilot.countries[0]?.stakes.map(({ stakeDB }) => stakeDB)).toEqual(PILOT_DATABASES);
    const known = databasesOf(BUILT_IN_CATALOGUE);
    expect(known).toHaveLength(293);
    expect(known.filter(({ pilot: isPilot }) => isPilot)).toHaveLength(3);
  });

  it("every country has an ISO flag, also where its code is not ISO's", () => {
    const isoNames = new Intl.DisplayNames(['en'], { type: 'region' });
    for (const { name, flag } of master.countries) {
      expect(isoNames.of(flag ?? ''), name).toBe(name);
    }
    expect(flagOfCountry('LIB')).toBe('LR');
    expect(flagOfCountry('WAL')).toBe('SL');
    expect(flagOfCountry('QQQ')).toBeNull();
    expect(flagOfCountry('constructor')).toBeNull();
  });
});

describe('findCountry and findUnit', () => {
  it('find a country by name or code in any case', () => {
    for (const key of ['GTM', 'gtm', 'Guatemala', ' guatemala ']) {
      expect(findCountry(master, key)?.code).toBe('GTM');
    }
    expect(findCountry(master, 'Guate')).toBeNull();
    expect(findCountry(master, '')).toBeNull();
  });

  it('find a unit only by its complete database name in exact case', () => {
    expect(findUnit(master, 'kasoa_stake_2_gha')?.unit.stakeName).toBe('Kasoa Stake 2');
    expect(findUnit(master, 'kasoa_stake')).toBeNull();
    expect(findUnit(master, 'KASOA_STAKE_2_GHA')).toBeNull();
  });
});

describe('databasesOf', () => {
  it('lists a shared database once, under its first name', () => {
    const shared = databasesOf(master).filter(({ stakeDB }) => stakeDB === 'la_ceiba_stake_hnd');
    expect(shared).toEqual([
      {
        stakeDB: 'la_ceiba_stake_hnd',
        stakeName: 'Miramar',
        countryCode: 'HND',
        countryName: 'Honduras',
        pilot: false,
      },
    ]);
  });
});

describe('isTestUnit', () => {
  it('recognises test units by their complete database name', () => {
    expect(isTestUnit('test_stake_gtm')).toBe(true);
    expect(isTestUnit('test_stake_gtm_2')).toBe(false);
    expect(isTestUnit('my_test_stake_gtm')).toBe(false);
  });
});

describe('readCatalogue', () => {
  it('reads back a catalogue that was written as JSON', () => {
    const read = readCatalogue(JSON.parse(JSON.stringify(BUILT_IN_CATALOGUE)));
    expect(read).toEqual({ ok: true, catalogue: BUILT_IN_CATALOGUE });
  });

  it('trims names, fills in the flag and drops unknown fields', () => {
    const read = readCatalogue({
      countries: [
        {
          name: ' Liberia ',
          code: 'LIB',
          stakes: [{ stakeName: ' A ', stakeDB: 'a_lib', pilot: false }],
          script: 'x',
        },
      ],
    });
    expect(read).toEqual({
      ok: true,
      catalogue: {
        countries: [
          {
            name: 'Liberia',
            code: 'LIB',
            image: '',
            flag: 'LR',
            stakes: [{ stakeName: 'A', stakeDB: 'a_lib' }],
          },
        ],
      },
    });
  });

  it('reports the path of every invalid place', () => {
    const read = readCatalogue({
      countries: [
        { name: 'A', code: 'AAA', stakes: [{ stakeName: '', stakeDB: '../x' }, 7] },
        { name: 5, code: 'AAA', stakes: {} },
        { name: 'B', code: 'BBB', stakes: [{ stakeName: 'b', stakeDB: 'b_bbb', wards: ['w'] }] },
        null,
      ],
    });
    const problems = read.ok ? [] : read.problems;
    expect(problems).toHaveLength(8);
    expect(problems).toEqual(
      expect.arrayContaining([
        { path: 'countries[0].stakes[0].stakeDB', code: 'not-a-database-name' },
        { path: 'countries[0].stakes[0].stakeName', code: 'not-text' },
        { path: 'countries[0].stakes[1]', code: 'not-an-object' },
        { path: 'countries[1].name', code: 'not-text' },
        { path: 'countries[1].stakes', code: 'not-a-list' },
        { path: 'countries[1].code', code: 'code-used-twice' },
        { path: 'countries[2].stakes[0].wards[0]', code: 'not-an-object' },
        { path: 'countries[3]', code: 'not-an-object' },
      ]),
    );
  });

  it.each([[null], [undefined], ['x'], [7], [[]], [{}]])('refuses %j as a catalogue', (raw) => {
    expect(readCatalogue(raw).ok).toBe(false);
  });
});

describe('the coordinating councils', () => {
  it('list databases, each in one council only', () => {
    expect(COORDINATING_COUNCILS).toHaveLength(11);
    const eastOfSanPedroSula = COORDINATING_COUNCILS.find(({ name }) =>
      name.startsWith('Honduras San Pedro Sula East'),
    );
    expect(eastOfSanPedroSula?.stakeDBs).toEqual(['el_progreso_stake_hnd', 'la_ceiba_stake_hnd']);
    const known = new Set(databasesOf(master).map(({ stakeDB }) => stakeDB));
    const all = COORDINATING_COUNCILS.flatMap(({ stakeDBs }) => stakeDBs);
    expect(all.filter((stakeDB) => !known.has(stakeDB))).toEqual([]);
    expect(all).toHaveLength(43);
  });

  it('refuses a unit name that is unknown or that two databases share', () => {
    const catalogue = {
      countries: [
        {
          name: 'A',
          code: 'AAA',
          image: '',
          flag: null,
          stakes: [
            { stakeName: 'North', stakeDB: 'north_1_aaa' },
            { stakeName: 'North', stakeDB: 'north_2_aaa' },
          ],
        },
      ],
    };
    expect(() => resolveCouncils([{ name: 'C', stakes: ['South'] }], catalogue)).toThrow('South');
    expect(() => resolveCouncils([{ name: 'C', stakes: ['North'] }], catalogue)).toThrow('North');
  });
});

describe('a country read from outside', () => {
  const read = (country: object) => {
    const answer = readCatalogue({
      countries: [{ name: ' Kenya ', code: 'KEN', image: '', stakes: [], ...country }],
    });
    return answer.ok ? answer.catalogue.countries[0] : answer.problems;
  };

  it.each([
    ['KE', 'KE'],
    ['KEN', null],
    ['K', null],
    ['ke', null],
    ['xKE', null],
    ['KEx', null],
    [7, null],
    [undefined, null],
  ])('with the flag %s gets the flag %s', (flag, expected) => {
    expect(read({ flag })).toMatchObject({ name: 'Kenya', flag: expected });
  });

  it('without a flag gets the flag of its code', () => {
    expect(read({ code: 'GTM', flag: 'Guatemala' })).toMatchObject({ flag: 'GT' });
  });

  it('reports the path of every invalid place', () => {
    const stakes = [{ stakeName: 'A', stakeDB: ' ', note: 7, wards: [{ wardName: '' }] }];
    expect(read({ code: '', stakes })).toEqual([
      { path: 'countries[0].code', code: 'not-text' },
      { path: 'countries[0].stakes[0].stakeDB', code: 'not-text' },
      { path: 'countries[0].stakes[0].wards[0].wardName', code: 'not-text' },
      { path: 'countries[0].stakes[0].note', code: 'not-text' },
    ]);
  });

  it.each([null, 'text', 7, []])('no country is read from %s', (raw) => {
    expect(readCatalogue(raw)).toEqual({
      ok: false,
      problems: [{ path: '', code: 'not-an-object' }],
    });
  });
});
