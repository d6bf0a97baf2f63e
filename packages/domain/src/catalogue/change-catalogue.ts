import type { Checked, Issue } from '../fields/entities.ts';
import { tidyText } from '../fields/text.ts';
import {
  type Catalogue,
  type Country,
  type Place,
  testUnitOf,
  type Unit,
  type Ward,
} from './catalogue.ts';
import { checkCountryFields, checkUnitFields, countNames, type FieldCode } from './check-place.ts';

/** Why a changed catalogue cannot replace the one in use. */
export type PlaceCode =
  | FieldCode
  | 'country-gone'
  | 'unit-gone'
  | 'unit-moved'
  | 'unit-pilot-changed';

type PlaceIssue = Issue<PlaceCode>;

/** A unit's entry in the document. */
interface Entry extends Place {
  /** Its path: `countries[3].stakes[0]`. */
  path: string;
  /** How many entries with the same database come before it in the document. */
  turn: number;
}

type Entries = ReadonlyMap<string, readonly Entry[]>;

function entriesOf({ countries }: Catalogue): Entries {
  const groups = new Map<string, Entry[]>();
  countries.forEach((country, place) => {
    country.stakes.forEach((unit, index) => {
      const group = groups.get(unit.stakeDB) ?? [];
      const path = `countries[${place}].stakes[${index}]`;
      groups.set(unit.stakeDB, [...group, { country, unit, path, turn: group.length }]);
    });
  });
  return groups;
}

const wardsText = (wards: readonly Ward[] = []) => JSON.stringify(wards);

function tidyUnit(wanted: Unit, stored: Entries): Unit {
  const { stakeName, stakeDB, wards, clinicPhone, note, pilot, retired } = wanted;
  const before = (stored.get(stakeDB.trim()) ?? []).map(({ unit }) => unit);
  // A form passes on the unchanged entry objects, hundreds of them at each keystroke: comparing
  // identity first is fast.
  if (before.includes(wanted)) return wanted;
  const isKept = (is: (unit: Unit) => boolean) => before.some(is);
  const tidyWards = (wards ?? [])
    .map(({ wardName }) => ({ wardName: tidyText(wardName) }))
    .filter(({ wardName }) => wardName !== '');
  const keptWards = isKept((unit) => wardsText(unit.wards) === wardsText(wards))
    ? (wards ?? [])
    : tidyWards;
  const remark = note?.trim() ?? '';
  // A page of a build before the clinics' numbers sends none, and means none to be taken away.
  const own = before.find((unit) => unit.stakeName === stakeName) ?? before[0];
  const phone = (clinicPhone ?? own?.clinicPhone)?.trim() ?? '';
  return {
    stakeName: isKept((unit) => unit.stakeName === stakeName) ? stakeName : tidyText(stakeName),
    stakeDB: stakeDB.trim(),
    ...(keptWards.length === 0 ? {} : { wards: keptWards }),
    ...(phone === '' ? {} : { clinicPhone: phone }),
    ...(remark === '' ? {} : { note: remark }),
    ...(pilot === true ? { pilot } : {}),
    ...(retired === true ? { retired } : {}),
  };
}

/**
 * Normalises new values as they are stored: trimmed, codes in capitals. Unchanged stored values
 * stay as written.
 */
export function tidyCatalogue(
  wanted: Catalogue,
  stored: Catalogue,
  entries: Entries = entriesOf(stored),
): Catalogue {
  return {
    countries: wanted.countries.map((country) => {
      const isKnown = stored.countries.some(({ code }) => code === country.code);
      const code = isKnown ? country.code : country.code.trim().toUpperCase();
      const before = stored.countries.find((each) => each.code === code);
      return {
        name: before?.name === country.name ? country.name : tidyText(country.name),
        code,
        image: country.image,
        flag: country.flag,
        stakes: country.stakes.map((unit) => tidyUnit(unit, entries)),
      };
    }),
  };
}

/** Signs that a wanted entry is a stored entry, the most certain sign first. */
const SIGNS: readonly ((stored: Entry, wanted: Entry) => boolean)[] = [
  (a, b) => isNear(a, b) && a.unit.stakeName === b.unit.stakeName && a.turn === b.turn,
  (a, b) => isNear(a, b) && a.unit.stakeName === b.unit.stakeName,
  (a, b) => isNear(a, b) && a.turn === b.turn,
  isNear,
  () => true,
];

function isNear(a: Entry, b: Entry): boolean {
  return a.country.code === b.country.code;
}

/**
 * Pairs the entries of one database: which are stored entries, which stored ones are gone, and
 * which are new.
 */
function paired(stored: readonly Entry[], wanted: readonly Entry[]) {
  const kept = new Map<Entry, Entry>();
  let gone = [...stored];
  for (const isSame of SIGNS) {
    gone = gone.filter((before) => {
      const found = wanted.find((entry) => !kept.has(entry) && isSame(before, entry));
      if (found !== undefined) kept.set(found, before);
      return found === undefined;
    });
  }
  return { kept, gone, added: wanted.filter((entry) => !kept.has(entry)) };
}

/**
 * Checks that a unit with a stored database stays in its country, and stays in or out of the pilot.
 */
function checkKept(entry: Entry, before: Entry): PlaceIssue[] {
  const params = { stakeDB: before.unit.stakeDB, name: before.unit.stakeName };
  if (!isNear(entry, before)) {
    return [{ code: 'unit-moved', field: `${entry.path}.stakeDB`, params }];
  }
  return entry.unit.pilot === before.unit.pilot
    ? []
    : [{ code: 'unit-pilot-changed', field: `${entry.path}.pilot`, params }];
}

const under = (path: string, issues: readonly Issue<FieldCode>[]): PlaceIssue[] =>
  issues.map((issue) => ({ ...issue, field: `${path}.${issue.field}` }));

/** Checks that every stored unit is in the wanted list, and checks the fields of each unit. */
function checkUnits(entries: Entries, wanted: Catalogue): PlaceIssue[] {
  const issues: PlaceIssue[] = [];
  const wantedEntries = entriesOf(wanted);
  const names = new Map(
    wanted.countries.map((country) => [country, countNames(country.stakes)] as const),
  );
  for (const stakeDB of new Set([...entries.keys(), ...wantedEntries.keys()])) {
    const stored = entries.get(stakeDB) ?? [];
    const found = wantedEntries.get(stakeDB) ?? [];
    const { kept, gone, added } = paired(stored, found);
    for (const { unit } of gone) {
      const params = { stakeDB, name: unit.stakeName };
      issues.push({ code: 'unit-gone', params });
    }
    // When a database is new, its first entry is the unit and every further entry is an error.
    const owner = found.find((entry) => kept.has(entry)) ?? added[0];
    for (const entry of found) {
      const { country, unit, path } = entry;
      const before = kept.get(entry) ?? null;
      if (before !== null) issues.push(...checkKept(entry, before));
      if (before?.unit === unit) continue;
      const around = {
        country,
        bearers: names.get(country) ?? countNames(country.stakes),
        holder: before !== null || owner === undefined || entry === owner ? null : owner,
        isShared: before !== null && stored.length > 1,
      };
      issues.push(...under(path, checkUnitFields(unit, before?.unit ?? null, around)));
    }
  }
  return issues;
}

function checkCountries(stored: Catalogue, { countries }: Catalogue): PlaceIssue[] {
  const gone = stored.countries
    .filter(({ code }) => !countries.some((country) => country.code === code))
    .map(({ code, name }) => ({ code: 'country-gone' as const, params: { code, name } }));
  const wrong = countries.flatMap((country, index) => {
    // A second country with the same code counts as a new country.
    const isFirst = countries.findIndex(({ code }) => code === country.code) === index;
    const before = isFirst ? stored.countries.find(({ code }) => code === country.code) : undefined;
    const others = countries.filter((_other, place) => place !== index);
    return under(`countries[${index}]`, checkCountryFields(country, before ?? null, { others }));
  });
  return [...gone, ...wrong];
}

function withTestUnit(country: Country): Country {
  const stakeDB = testUnitOf(country.code);
  if (country.stakes.some((unit) => unit.stakeDB === stakeDB)) return country;
  const test = { stakeName: `${country.name} test Only`, stakeDB };
  return { ...country, stakes: [...country.stakes, test] };
}

/**
 * Checks a changed catalogue against the one in use: in a form on the device, and again on the
 * server before it is stored.
 * Codes of countries and databases of units identify stored records: they may be added, never
 * changed or removed. New or changed names, flags, wards and notes follow the rules of
 * `check-place.ts`; order is free. Returns the catalogue to store: normalised, and each country
 * with its test unit (`BLZ` gets `test_stake_blz`). The field of an issue is its path in the
 * document: `countries[3].stakes[0].wards`.
 */
export function checkCatalogueChange(
  stored: Catalogue,
  wanted: Catalogue,
): Checked<Catalogue, PlaceCode> {
  const entries = entriesOf(stored);
  const tidy = tidyCatalogue(wanted, stored, entries);
  const issues = [...checkCountries(stored, tidy), ...checkUnits(entries, tidy)];
  if (issues.length > 0) return { ok: false, issues };
  return { ok: true, value: { countries: tidy.countries.map(withTestUnit) }, notices: [] };
}
