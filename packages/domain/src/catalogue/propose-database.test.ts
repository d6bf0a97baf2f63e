import { describe, expect, it } from 'vitest';
import { BUILT_IN_CATALOGUE } from './built-in.ts';
import { checkCatalogueChange } from './change-catalogue.ts';
import { proposeDatabase } from './propose-database.ts';

const none = () => false;

describe('proposeDatabase', () => {
  it.each([
    ['Cobán Norte', 'GTM', 'coban_norte_gtm'],
    ['  Kasoa (Stake) 2 ', 'GHA', 'kasoa_stake_2_gha'],
    ['Île-à-Vache', 'HTI', 'ile_a_vache_hti'],
    ['ភ្នំពេញ', 'KHM', 'unit_khm'],
    ['2nd Stake', 'KHM', 'nd_stake_khm'],
    ['sys', 'GTM', 'unit_sys_gtm'],
    ['Test Stake North', 'GTM', 'unit_test_stake_north_gtm'],
    ['Testing', 'GTM', 'testing_gtm'],
  ])('proposes for %s in %s the database %s', (name, code, database) => {
    expect(proposeDatabase(name, code, none)).toBe(database);
  });

  it('increases the number while a database name is taken', () => {
    const taken = new Set(['coban_gtm', 'coban_2_gtm']);
    expect(proposeDatabase('Cobán', 'GTM', (name) => taken.has(name))).toBe('coban_3_gtm');
  });

  it('never proposes more than 64 characters, and keeps the country ending', () => {
    const long = proposeDatabase('a'.repeat(100), 'GTM', none);
    expect(long).toBe(`${'a'.repeat(60)}_gtm`);
    expect(proposeDatabase('a'.repeat(100), 'GTM', (name) => name === long)).toBe(
      `${'a'.repeat(58)}_2_gtm`,
    );
  });

  it('proposes a database name that the rules accept, for every unit of the catalogue', () => {
    for (const country of BUILT_IN_CATALOGUE.countries) {
      const empty = { countries: [{ ...country, stakes: [] }] };
      for (const { stakeName } of country.stakes) {
        const stakeDB = proposeDatabase(stakeName, country.code, none);
        const stakes = [{ stakeName, stakeDB }];
        const checked = checkCatalogueChange(empty, { countries: [{ ...country, stakes }] });
        expect(checked.ok, stakeDB).toBe(true);
      }
    }
  });
});
