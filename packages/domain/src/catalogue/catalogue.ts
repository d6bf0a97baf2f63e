import { STAKE_DB_PATTERN } from '../base/ids.ts';
import { flagOfCountry } from './flags.ts';

/** A ward inside a unit. */
export interface Ward {
  wardName: string;
}

/** A unit (stake, district or branch). `stakeDB` is its identity and never changes. */
export interface Unit {
  stakeName: string;
  stakeDB: string;
  wards?: readonly Ward[];
  /** The telephone number of the clinic to which the unit refers; absent: nobody texts it. */
  clinicPhone?: string;
  /** A remark for administrators, e.g. that two entries share one database. */
  note?: string;
  /**
   * Belongs to the pilot list only: left out of the master list, but present in scopes and reports.
   */
  pilot?: true;
  /**
   * The unit has ended: no list of units offers it, and nothing new is entered in it. Its records
   * stay, and what a phone has not sent yet still arrives.
   */
  retired?: true;
}

/** A country. `code` is its identity (three letters, not always ISO's) and never changes. */
export interface Country {
  name: string;
  code: string;
  /** File name of the picture in older systems; kept but not shown. */
  image: string;
  /** ISO 3166-1 alpha-2 code of the flag to show, `null` when none is known. */
  flag: string | null;
  stakes: readonly Unit[];
}

export interface Catalogue {
  countries: readonly Country[];
}

/** A unit together with its country. */
export interface Place {
  country: Country;
  unit: Unit;
}

/** A database with the name that reports and counts use for it. */
export interface UnitDatabase {
  stakeDB: string;
  stakeName: string;
  countryCode: string;
  countryName: string;
  pilot: boolean;
  retired?: true;
}

/** Finds a country by name or code, in any case: `gtm` and `Guatemala` find the same country. */
export function findCountry(catalogue: Catalogue, nameOrCode: string): Country | null {
  const wanted = nameOrCode.trim().toLowerCase();
  return (
    catalogue.countries.find(({ code }) => code.toLowerCase() === wanted) ??
    catalogue.countries.find(({ name }) => name.toLowerCase() === wanted) ??
    null
  );
}

/** The first entry with exactly this database, and its country; `null` when none has it. */
export function findUnit(catalogue: Catalogue, stakeDB: string): Place | null {
  for (const country of catalogue.countries) {
    const unit = country.stakes.find((each) => each.stakeDB === stakeDB);
    if (unit !== undefined) return { country, unit };
  }
  return null;
}

/** How many units a country has that have not ended: two entries of one database count once. */
export function databaseCount({ stakes }: Country): number {
  const open = stakes.filter(({ retired }) => retired !== true);
  return new Set(open.map(({ stakeDB }) => stakeDB)).size;
}

/** Every database once, under the name of its first entry, pilot units included. */
export function databasesOf(catalogue: Catalogue): UnitDatabase[] {
  const databases = new Map<string, UnitDatabase>();
  for (const country of catalogue.countries) {
    for (const { stakeDB, stakeName, pilot, retired } of country.stakes) {
      if (databases.has(stakeDB)) continue;
      databases.set(stakeDB, {
        stakeDB,
        stakeName,
        countryCode: country.code,
        countryName: country.name,
        pilot: pilot === true,
        ...(retired === true ? { retired } : {}),
      });
    }
  }
  return [...databases.values()];
}

function keepUnits(catalogue: Catalogue, keep: (unit: Unit) => boolean): Catalogue {
  return {
    countries: catalogue.countries
      .map((country) => ({ ...country, stakes: country.stakes.filter(keep) }))
      .filter((country) => country.stakes.length > 0),
  };
}

/** The catalogue without the pilot's units, for everybody who is not limited to the pilot. */
export function masterCatalogue(catalogue: Catalogue): Catalogue {
  return keepUnits(catalogue, ({ pilot }) => pilot !== true);
}

/** The catalogue for the role phl-pilot: only the pilot's units. */
export function pilotCatalogue(catalogue: Catalogue): Catalogue {
  return keepUnits(catalogue, ({ pilot }) => pilot === true);
}

/** The database of a country's test unit: `GTM` gives `test_stake_gtm`. */
export function testUnitOf(countryCode: string): string {
  return `test_stake_${countryCode.toLowerCase()}`;
}

/** Whether a database belongs to a test unit; its records describe no real people. */
export function isTestUnit(stakeDB: string): boolean {
  return /^test_stake_[a-z]{3}$/.test(stakeDB);
}

/** An invalid place in a catalogue document. */
export interface CatalogueProblem {
  /** Its path, e.g. `countries[3].stakes[0].stakeDB`. */
  path: string;
  code: 'not-a-list' | 'not-an-object' | 'not-text' | 'not-a-database-name' | 'code-used-twice';
}

export type ReadCatalogue =
  | { ok: true; catalogue: Catalogue }
  | { ok: false; problems: readonly CatalogueProblem[] };

type Problems = CatalogueProblem[];

function isObject(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

function readText(raw: unknown, path: string, problems: Problems): string {
  if (typeof raw === 'string' && raw.trim() !== '') return raw.trim();
  problems.push({ path, code: 'not-text' });
  return '';
}

function readList<T>(
  raw: unknown,
  path: string,
  problems: Problems,
  readItem: (item: Record<string, unknown>, path: string) => T,
): T[] {
  if (!Array.isArray(raw)) {
    problems.push({ path, code: 'not-a-list' });
    return [];
  }
  const items: T[] = [];
  raw.forEach((item: unknown, index) => {
    const itemPath = `${path}[${index}]`;
    if (isObject(item)) items.push(readItem(item, itemPath));
    else problems.push({ path: itemPath, code: 'not-an-object' });
  });
  return items;
}

function readUnit(raw: Record<string, unknown>, path: string, problems: Problems): Unit {
  const stakeDB = readText(raw['stakeDB'], `${path}.stakeDB`, problems);
  if (stakeDB !== '' && !STAKE_DB_PATTERN.test(stakeDB)) {
    problems.push({ path: `${path}.stakeDB`, code: 'not-a-database-name' });
  }
  return {
    stakeName: readText(raw['stakeName'], `${path}.stakeName`, problems),
    stakeDB,
    ...(raw['wards'] === undefined
      ? {}
      : {
          wards: readList(raw['wards'], `${path}.wards`, problems, (ward, wardPath) => ({
            wardName: readText(ward['wardName'], `${wardPath}.wardName`, problems),
          })),
        }),
    ...(raw['clinicPhone'] === undefined
      ? {}
      : { clinicPhone: readText(raw['clinicPhone'], `${path}.clinicPhone`, problems) }),
    ...(raw['note'] === undefined ? {} : { note: readText(raw['note'], `${path}.note`, problems) }),
    ...(raw['pilot'] === true ? { pilot: true as const } : {}),
    ...(raw['retired'] === true ? { retired: true as const } : {}),
  };
}

function readCountry(raw: Record<string, unknown>, path: string, problems: Problems): Country {
  const code = readText(raw['code'], `${path}.code`, problems);
  const { flag, image } = raw;
  return {
    name: readText(raw['name'], `${path}.name`, problems),
    code,
    image: typeof image === 'string' ? image : '',
    flag: typeof flag === 'string' && /^[A-Z]{2}$/.test(flag) ? flag : flagOfCountry(code),
    stakes: readList(raw['stakes'], `${path}.stakes`, problems, (unit, unitPath) =>
      readUnit(unit, unitPath, problems),
    ),
  };
}

/**
 * Reads a catalogue from outside (a file, the server's answer, a local copy). Returns either the
 * catalogue, with names trimmed and flags filled in, or a list of all problems.
 */
export function readCatalogue(raw: unknown): ReadCatalogue {
  const problems: Problems = [];
  if (!isObject(raw)) return { ok: false, problems: [{ path: '', code: 'not-an-object' }] };
  const countries = readList(raw['countries'], 'countries', problems, (country, path) =>
    readCountry(country, path, problems),
  );
  countries.forEach(({ code }, index) => {
    if (code !== '' && countries.findIndex((other) => other.code === code) < index) {
      problems.push({ path: `countries[${index}].code`, code: 'code-used-twice' });
    }
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, catalogue: { countries } };
}
