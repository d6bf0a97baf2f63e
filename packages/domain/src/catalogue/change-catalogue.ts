import type { Checked, Issue } from '../entities.ts';
import { type Catalogue, type Country, type Stake, testStakeOf } from './catalogue.ts';

/** What keeps a changed catalogue from taking the place of the one in use. */
export type CatalogueChangeCode =
  | 'country-gone'
  | 'unit-gone'
  | 'unit-moved'
  | 'unit-pilot-changed'
  | 'country-code-form'
  | 'country-code-taken'
  | 'country-name-taken'
  | 'database-taken'
  | 'database-suffix'
  | 'name-too-long';

/** Longest name of a country, unit or ward, in characters: lists and file names stay readable. */
export const MAX_PLACE_NAME_LENGTH = 100;
/** Longest remark on a unit: every phone loads it. */
export const MAX_PLACE_NOTE_LENGTH = 500;

const NEW_COUNTRY_CODE = /^[A-Z]{3}$/;

type Issues = Issue<CatalogueChangeCode>[];

interface Entry {
  country: Country;
  stake: Stake;
  /** Where it stands in the document. */
  path: string;
}

function entriesOf({ countries }: Catalogue): Entry[] {
  return countries.flatMap((country, at) =>
    country.stakes.map((stake, index) => ({
      country,
      stake,
      path: `countries[${at}].stakes[${index}]`,
    })),
  );
}

/** Entries by database; the same text in any case is the same database. */
function byDatabase(entries: readonly Entry[]): Map<string, [Entry, ...Entry[]]> {
  const groups = new Map<string, [Entry, ...Entry[]]>();
  for (const entry of entries) {
    const key = entry.stake.stakeDB.toLowerCase();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups;
}

/** Nothing that names a stored database goes, moves to another country, or changes its readers. */
function checkKept(stored: Catalogue, wanted: Catalogue): Issues {
  const issues: Issues = [];
  for (const { code, name } of stored.countries) {
    if (!wanted.countries.some((country) => country.code === code)) {
      issues.push({ code: 'country-gone', params: { code, name } });
    }
  }
  const kept = byDatabase(entriesOf(wanted));
  for (const [key, [entry]] of byDatabase(entriesOf(stored))) {
    const { stakeDB } = entry.stake;
    const found = kept.get(key) ?? [];
    const stranger = found.find(({ country }) => country.code !== entry.country.code);
    const other = found.find(({ stake }) => stake.pilot !== entry.stake.pilot);
    const names = { stakeDB, name: entry.stake.stakeName };
    if (!found.some(({ stake }) => stake.stakeDB === stakeDB)) {
      issues.push({ code: 'unit-gone', params: names });
    } else if (stranger !== undefined) {
      issues.push({ code: 'unit-moved', field: `${stranger.path}.stakeDB`, params: names });
    } else if (other !== undefined) {
      issues.push({ code: 'unit-pilot-changed', field: `${other.path}.pilot`, params: names });
    }
  }
  return issues;
}

function checkCountries(stored: Catalogue, { countries }: Catalogue): Issues {
  const known = new Set(stored.countries.map(({ code }) => code));
  return countries.flatMap(({ code, name }, at): Issues => {
    const others = countries.filter((_country, index) => index !== at);
    const isTaken = (text: string, of: (country: Country) => string) =>
      others.some((country) => of(country).toLowerCase() === text.toLowerCase());
    const issues: Issues = [];
    if (!known.has(code)) {
      const field = `countries[${at}].code`;
      if (!NEW_COUNTRY_CODE.test(code)) {
        issues.push({ code: 'country-code-form', field, params: { code } });
      } else if (isTaken(code, (country) => country.code)) {
        issues.push({ code: 'country-code-taken', field, params: { code } });
      }
    }
    // A route finds a country by its name or code: neither may lead to two.
    if (isTaken(name, (country) => country.name) || isTaken(name, (country) => country.code)) {
      issues.push({ code: 'country-name-taken', field: `countries[${at}].name`, params: { name } });
    }
    return issues;
  });
}

/** A database may stand under as many entries as before, a new one under one; case does not tell apart. */
function checkNewDatabases(stored: Catalogue, wanted: Catalogue): Issues {
  const before = byDatabase(entriesOf(stored));
  const seen = new Map<string, number>();
  return entriesOf(wanted).flatMap(({ country, stake: { stakeDB }, path }): Issues => {
    const key = stakeDB.toLowerCase();
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    const field = `${path}.stakeDB`;
    const known = before.get(key)?.length ?? 0;
    if (count > Math.max(known, 1)) {
      return [{ code: 'database-taken', field, params: { stakeDB } }];
    }
    const suffix = `_${country.code.toLowerCase()}`;
    if (known === 0 && !stakeDB.endsWith(suffix)) {
      return [{ code: 'database-suffix', field, params: { stakeDB, suffix } }];
    }
    return [];
  });
}

function checkNames({ countries }: Catalogue): Issues {
  const check = (name: string, field: string, to = MAX_PLACE_NAME_LENGTH): Issues =>
    [...name].length > to ? [{ code: 'name-too-long', field, params: { to } }] : [];
  return countries.flatMap((country, at) => [
    ...check(country.name, `countries[${at}].name`),
    ...country.stakes.flatMap(({ stakeName, note = '', wards = [] }, index) => {
      const path = `countries[${at}].stakes[${index}]`;
      return [
        ...check(stakeName, `${path}.stakeName`),
        ...check(note, `${path}.note`, MAX_PLACE_NOTE_LENGTH),
        ...wards.flatMap(({ wardName }, place) =>
          check(wardName, `${path}.wards[${place}].wardName`),
        ),
      ];
    }),
  ]);
}

function withTestUnit(country: Country): Country {
  const stakeDB = testStakeOf(country.code);
  if (country.stakes.some((stake) => stake.stakeDB === stakeDB)) return country;
  const test = { stakeName: `${country.name} test Only`, stakeDB };
  return { ...country, stakes: [...country.stakes, test] };
}

/**
 * Checks a changed catalogue against the one in use. Codes of countries and databases of units are
 * identities of stored records: they may be added, never changed or taken away; names, wards, notes
 * and order are free. A country that is new gets its test unit: `BLZ` gets `test_stake_blz`.
 */
export function checkCatalogueChange(
  stored: Catalogue,
  wanted: Catalogue,
): Checked<Catalogue, CatalogueChangeCode> {
  const issues = [
    ...checkKept(stored, wanted),
    ...checkCountries(stored, wanted),
    ...checkNewDatabases(stored, wanted),
    ...checkNames(wanted),
  ];
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, value: { countries: wanted.countries.map(withTestUnit) }, notices: [] };
}
