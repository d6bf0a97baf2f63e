import { describe, expect, it } from 'vitest';
import { BUILT_IN_CATALOGUE } from './built-in.ts';
import { type Catalogue, type Country, findUnit, readCatalogue, type Unit } from './catalogue.ts';
import { checkCatalogueChange } from './change-catalogue.ts';
import { MAX_PLACE_NOTE_LENGTH } from './check-place.ts';

const unit = (stakeDB: string, different: Partial<Unit> = {}): Unit => ({
  stakeName: `Unit ${stakeDB}`,
  stakeDB,
  ...different,
});
const country = (code: string, name: string, stakes: readonly Unit[] = []): Country => ({
  name,
  code,
  image: '',
  flag: 'XX',
  stakes,
});

const STORED: Catalogue = {
  countries: [
    country('GTM', 'Guatemala', [unit('zacapa_gtm'), unit('test_stake_gtm')]),
    country('HND', 'Honduras', [
      unit('la_ceiba_hnd', { note: 'Two names' }),
      unit('la_ceiba_hnd', { stakeName: 'La Ceiba again', note: 'Two names' }),
      unit('calapan_hnd', { pilot: true }),
      unit('test_stake_hnd'),
    ]),
  ],
};

/** The stored catalogue with some fields of one country replaced. */
function changed(code: string, change: (found: Country) => Partial<Country>): Catalogue {
  return {
    countries: STORED.countries.map((found) =>
      found.code === code ? { ...found, ...change(found) } : found,
    ),
  };
}

const addedTo = (code: string, ...more: Unit[]) =>
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
  it('accepts an unchanged catalogue, also the built-in one whose old names break the rules for new ones', () => {
    expect(checkCatalogueChange(STORED, STORED)).toEqual({ ok: true, value: STORED, notices: [] });
    expect(checkCatalogueChange(BUILT_IN_CATALOGUE, BUILT_IN_CATALOGUE)).toEqual({
      ok: true,
      value: BUILT_IN_CATALOGUE,
      notices: [],
    });
    expect(findUnit(BUILT_IN_CATALOGUE, 'les_palmes_ht')?.country.code).toBe('HTI');
  });

  it('accepts new names, notes, wards, units and a new order', () => {
    const wanted = changed('GTM', ({ stakes }) => ({
      name: 'República de Guatemala',
      stakes: [
        unit('barrios_gtm', { wards: [{ wardName: 'Norte' }] }),
        ...stakes
          .map((each, index) => ({ ...each, stakeName: `Renamed ${index}`, note: 'a note' }))
          .reverse(),
      ],
    }));
    expect(checkCatalogueChange(STORED, { countries: wanted.countries.toReversed() })).toEqual({
      ok: true,
      value: { countries: wanted.countries.toReversed() },
      notices: [],
    });
  });

  it('adds the test unit to a new country, once', () => {
    const wanted = withCountry(
      country('BLZ', 'Belize', [unit('belmopan_blz')]),
      country('CRI', 'Costa Rica', [unit('test_stake_cri')]),
    );
    const checked = checkCatalogueChange(STORED, wanted);
    const unitsOf = (code: string) =>
      checked.ok
        ? checked.value.countries.find((each) => each.code === code)?.stakes.map((s) => s.stakeDB)
        : [];
    expect(unitsOf('BLZ')).toEqual(['belmopan_blz', 'test_stake_blz']);
    expect(unitsOf('CRI')).toEqual(['test_stake_cri']);
    expect(checked.ok && findUnit(checked.value, 'test_stake_blz')?.unit.stakeName).toBe(
      'Belize test Only',
    );
  });

  it('reports which country and which unit were removed', () => {
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

  it('refuses a changed database of a unit and a changed code of a country', () => {
    expect(
      codesOf(
        changed('GTM', ({ stakes }) => ({ stakes: [unit('zacapa2_gtm'), ...stakes.slice(1)] })),
      ),
    ).toEqual(['unit-gone']);
    expect(codesOf(changed('GTM', () => ({ code: 'GTX' })))[0]).toBe('country-gone');
  });

  it('refuses to move a unit to another country', () => {
    const moved = without('GTM', 'zacapa_gtm').countries.map((each) =>
      each.code === 'HND' ? { ...each, stakes: [...each.stakes, unit('zacapa_gtm')] } : each,
    );
    expect(codesOf({ countries: moved })).toEqual(['unit-moved countries[1].stakes[4].stakeDB']);
  });

  it('refuses to move a unit into or out of the pilot; a new unit may be in it', () => {
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
    expect(codesOf(addedTo('GTM', unit('jalapa_gtm', { pilot: true })))).toEqual([]);
  });

  it('keeps two entries of one database, each with a note, and refuses a third', () => {
    expect(
      checkCatalogueChange(
        STORED,
        changed('HND', ({ stakes }) => ({ stakes: stakes.toSpliced(1, 1) })),
      ),
    ).toEqual({
      ok: false,
      issues: [{ code: 'unit-gone', params: { stakeDB: 'la_ceiba_hnd', name: 'La Ceiba again' } }],
    });
    const second = (change: (entry: Unit) => Unit) =>
      changed('HND', ({ stakes }) => ({
        stakes: stakes.map((each, index) => (index === 1 ? change(each) : each)),
      }));
    expect(codesOf(second((entry) => ({ ...entry, stakeName: 'Ceiba' })))).toEqual([]);
    // The name of the other entry of the same database is also taken; the issue stands at the entry
    // that changed.
    expect(codesOf(second((entry) => ({ ...entry, stakeName: 'Unit la_ceiba_hnd' })))).toEqual([
      'unit-name-taken countries[1].stakes[1].stakeName',
    ]);
    const turned = changed('HND', ({ stakes }) => ({ stakes: stakes.toReversed() }));
    expect(codesOf(turned)).toEqual([]);
    expect(codesOf(second((entry) => ({ ...entry, note: 'Another note' })))).toEqual([]);
    expect(codesOf(second(({ note: _note, ...entry }) => entry))).toEqual([
      'note-required countries[1].stakes[1].note',
    ]);
    expect(codesOf(second((entry) => ({ ...entry, note: '  ' })))).toEqual([
      'note-required countries[1].stakes[1].note',
    ]);
    expect(codesOf(addedTo('HND', unit('la_ceiba_hnd', { stakeName: 'Third' })))).toEqual([
      'database-taken countries[1].stakes[4].stakeDB',
    ]);
    const inFront = changed('HND', ({ stakes }) => ({
      stakes: [unit('la_ceiba_hnd', { stakeName: 'Third' }), ...stakes],
    }));
    expect(codesOf(inFront)).toEqual(['database-taken countries[1].stakes[0].stakeDB']);
  });

  it('refuses a database that another unit has', () => {
    const again = (stakeDB: string) => unit(stakeDB, { stakeName: 'Another' });
    expect(codesOf(addedTo('GTM', again('zacapa_gtm')))).toEqual([
      'database-taken countries[0].stakes[2].stakeDB',
    ]);
    expect(codesOf(addedTo('GTM', unit('new_gtm'), again('new_gtm')))).toEqual([
      'database-taken countries[0].stakes[3].stakeDB',
    ]);
    expect(codesOf(addedTo('GTM', unit('new_gtm'), unit('new_2_gtm')))).toEqual([]);
  });

  it('finds the new unit of two with one database also in another country', () => {
    expect(codesOf(addedTo('HND', unit('zacapa_gtm', { stakeName: 'Zacapa' })))).toEqual([
      'database-ending countries[1].stakes[4].stakeDB',
    ]);
    expect(codesOf(addedTo('GTM', unit('calapan_hnd', { stakeName: 'Calapán' })))).toEqual([
      'database-ending countries[0].stakes[2].stakeDB',
    ]);
  });

  it('reports all issues of several new places with their paths', () => {
    const wanted = withCountry(
      country('BLZ', 'Belize', [unit('belmopan_blz', { stakeName: '' })]),
      country('CRI', 'Belice', [unit('sys_cri'), unit('Limon_cri')]),
      country('BLZ', 'belize', []),
    );
    expect(codesOf(wanted)).toEqual([
      // Of two new places with the same code, both are reported because neither was first.
      'country-name-taken countries[2].name',
      'country-code-taken countries[2].code',
      'country-name-taken countries[4].name',
      'country-code-taken countries[4].code',
      'place-name-required countries[2].stakes[0].stakeName',
      'database-reserved countries[3].stakes[0].stakeDB',
      'database-shape countries[3].stakes[1].stakeDB',
    ]);
  });

  it('refuses a code that differs from another only in its case', () => {
    const stored = { countries: [country('Gtm', 'Old', [])] };
    const wanted = { countries: [...stored.countries, country('GTM', 'New', [])] };
    expect(checkCatalogueChange(stored, wanted)).toEqual({
      ok: false,
      issues: [
        { code: 'country-code-taken', field: 'countries[1].code', params: { country: 'Old' } },
      ],
    });
  });

  it("refuses a country name that is another country's name or code, and reports it at the new country", () => {
    const named = (name: string) => codesOf(withCountry(country('BLZ', name)));
    expect(named('guatemala')).toEqual(['country-name-taken countries[2].name']);
    expect(named('Guatémala')).toEqual(['country-name-taken countries[2].name']);
    expect(named('gtm')).toEqual(['country-name-taken countries[2].name']);
    expect(codesOf(changed('GTM', () => ({ name: 'hnd' })))).toEqual([
      'country-name-taken countries[0].name',
    ]);
    expect(codesOf(changed('GTM', () => ({ name: 'GTM' })))).toEqual([]);
  });

  it("refuses a new code that is another country's name, because a route would match two countries", () => {
    const stored = { countries: [...STORED.countries, country('KHM', 'Cam')] };
    const wanted = { countries: [...stored.countries, country('CAM', 'Cameroon')] };
    expect(checkCatalogueChange(stored, wanted)).toMatchObject({
      issues: [{ code: 'country-code-taken', field: 'countries[3].code' }],
    });
  });

  it('accepts unchanged stored places that break the rules for new places', () => {
    const stored: Catalogue = {
      countries: [
        { ...country('Mx', 'México'), flag: null, image: 'a b' },
        { ...country('MEX', 'Mexico'), flag: null },
        country('HTI', 'Haiti', [
          unit('les_palmes_ht', {
            stakeName: 'Les  Palmes',
            wards: [{ wardName: 'Sud' }, { wardName: 'SUD' }],
            note: 'n'.repeat(MAX_PLACE_NOTE_LENGTH + 1),
          }),
          unit('sys_hti', { stakeName: 'les palmes' }),
        ]),
      ],
    };
    const checked = checkCatalogueChange(stored, stored);
    expect(checked.ok && checked.value.countries.map(({ stakes }) => stakes.slice(0, 2))).toEqual(
      stored.countries.map(({ code, name, stakes }) =>
        stakes.length > 0
          ? stakes
          : [{ stakeName: `${name} test Only`, stakeDB: `test_stake_${code.toLowerCase()}` }],
      ),
    );
  });

  it('checks a stored field again only when that field changes', () => {
    const stored: Catalogue = {
      countries: [
        {
          ...country('GTM', 'Guatemala', [
            unit('zacapa_gtm', {
              stakeName: 'Zacapa',
              wards: [{ wardName: 'Sur' }, { wardName: 'SUR' }],
            }),
            unit('coban_gtm', { stakeName: 'ZACAPA' }),
          ]),
          flag: null,
        },
      ],
    };
    const [gtm] = stored.countries;
    if (gtm === undefined) throw new Error('no country');
    const [zacapa, coban] = gtm.stakes;
    if (zacapa === undefined || coban === undefined) throw new Error('no units');
    const codes = (change: Partial<Country>) => {
      const checked = checkCatalogueChange(stored, { countries: [{ ...gtm, ...change }] });
      return checked.ok ? [] : checked.issues.map(({ code, field }) => `${code} ${field}`);
    };
    expect(codes({ name: 'República de Guatemala' })).toEqual([]);
    expect(codes({ flag: 'G' })).toEqual(['country-flag-required countries[0].flag']);
    expect(codes({ stakes: [{ ...zacapa, stakeName: 'Zacapa Norte' }, coban] })).toEqual([]);
    expect(codes({ stakes: [{ ...zacapa, stakeName: 'Zácapa' }, coban] })).toEqual([
      'unit-name-taken countries[0].stakes[0].stakeName',
    ]);
    const wards = [...(zacapa.wards ?? []), { wardName: 'Norte' }];
    expect(codes({ stakes: [{ ...zacapa, wards }, coban] })).toEqual([
      'ward-twice countries[0].stakes[0].wards',
    ]);
  });

  it('stores new places with trimmed names and codes in capitals', () => {
    const wanted = withCountry({
      ...country(' blz ', '  British\n Honduras '),
      stakes: [
        unit(' belmopan_blz ', {
          stakeName: ' Belmopan   Stake ',
          wards: [{ wardName: ' ' }, { wardName: ' Sur  Este ' }, { wardName: '' }],
          note: '  ',
        }),
        unit('corozal_blz', { stakeName: 'Corozal', wards: [{ wardName: ' ' }] }),
      ],
    });
    const checked = checkCatalogueChange(STORED, wanted);
    expect(checked.ok && checked.value.countries.at(-1)).toEqual({
      ...country('BLZ', 'British Honduras'),
      stakes: [
        {
          stakeName: 'Belmopan Stake',
          stakeDB: 'belmopan_blz',
          wards: [{ wardName: 'Sur Este' }],
        },
        { stakeName: 'Corozal', stakeDB: 'corozal_blz' },
        { stakeName: 'British Honduras test Only', stakeDB: 'test_stake_blz' },
      ],
    });
    expect(checked.ok && readCatalogue(checked.value)).toEqual({
      ok: true,
      catalogue: checked.ok && checked.value,
    });
  });

  it('checks one country with four thousand renamed units within the time limit', () => {
    const many = (name: string) => ({
      countries: [
        country(
          'GTM',
          'Guatemala',
          Array.from({ length: 4_000 }, (_, i) => unit(`u${i}_gtm`, { stakeName: `${name} ${i}` })),
        ),
      ],
    });
    const start = performance.now();
    expect(checkCatalogueChange(many('Unit'), many('Unidad')).ok).toBe(true);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe('the number of a unit’s clinic', () => {
  const withNumber: Catalogue = {
    countries: [country('GTM', 'Guatemala', [unit('zacapa_gtm', { clinicPhone: '7951 1000' })])],
  };
  const sent = (different: Partial<Unit>) =>
    checkCatalogueChange(withNumber, {
      countries: [country('GTM', 'Guatemala', [unit('zacapa_gtm', different)])],
    });

  it.each([
    ['a page of a build before the numbers sends none: it stays', {}, '7951 1000'],
    ['an empty one takes it away', { clinicPhone: ' ' }, undefined],
    ['another one takes its place', { clinicPhone: ' 7951 2000' }, '7951 2000'],
  ])('%s', (_, different, number) => {
    const change = sent(different);
    if (!change.ok) throw new Error(JSON.stringify(change));
    expect(findUnit(change.value, 'zacapa_gtm')?.unit.clinicPhone).toBe(number);
  });
});
