import {
  type Catalogue,
  type Checked,
  type Country,
  findStake,
  foldText,
  type Issue,
  MAX_PLACE_NAME_LENGTH,
  STAKE_DB_PATTERN,
  type Stake,
} from '@crece/domain';

// Rules for what an administrator types into the list of places. Identities (a country's code, a
// unit's database) are made here once and never change; everything else may be put right. The server
// checks the whole list again (`checkCatalogueChange`): here are the answers beside the fields.

/** The longest name that `STAKE_DB_PATTERN` lets a database have. */
const MAX_DATABASE_LENGTH = 64;

export type PlaceCode =
  | 'place-name-required'
  | 'place-name-length'
  | 'country-name-taken'
  | 'country-code-shape'
  | 'country-code-taken'
  | 'country-flag-required'
  | 'unit-name-taken'
  | 'database-shape'
  | 'database-ending'
  | 'database-reserved'
  | 'database-taken'
  | 'ward-length'
  | 'ward-twice';

/**
 * What the forms of places type. `was` is the place as the form was filled from it (empty for a new
 * one): it is kept with the draft, so that a draft that comes back later overwrites nothing unseen.
 */
export type CountryDraft = { name: string; code: string; flag: string; was: string };

/** Wards are one to a line: a form keeps texts. */
export type UnitDraft = { stakeName: string; stakeDB: string; wards: string; was: string };

export const EMPTY_COUNTRY_DRAFT: CountryDraft = { name: '', code: '', flag: '', was: '' };
export const EMPTY_UNIT_DRAFT: UnitDraft = { stakeName: '', stakeDB: '', wards: '', was: '' };

/** The text of a unit's wards as its form types them, one to a line. */
export const wardText = (stake: Stake) =>
  (stake.wards ?? []).map(({ wardName }) => wardName).join('\n');

/** What of a country its form can change, as one text. */
export const stateOfCountry = ({ name, flag }: Country) => JSON.stringify([name, flag ?? '']);

/** What of a unit its form can change, as one text. */
export const stateOfUnit = (stake: Stake) => JSON.stringify([stake.stakeName, wardText(stake)]);

export const draftOfCountry = (country: Country): CountryDraft => ({
  name: country.name,
  code: country.code,
  flag: country.flag ?? '',
  was: stateOfCountry(country),
});

export const draftOfUnit = (stake: Stake): UnitDraft => ({
  stakeName: stake.stakeName,
  stakeDB: stake.stakeDB,
  wards: wardText(stake),
  was: stateOfUnit(stake),
});

type PlaceIssue = Issue<PlaceCode>;

const tidy = (text: string) => text.trim().replace(/\s+/g, ' ');

function accepted<T>(value: T): Checked<T, PlaceCode> {
  return { ok: true, value, notices: [] };
}

function nameIssues(name: string, field: string): PlaceIssue[] {
  if (name === '') return [{ code: 'place-name-required', field }];
  const to = MAX_PLACE_NAME_LENGTH;
  return [...name].length > to ? [{ code: 'place-name-length', field, params: { to } }] : [];
}

function countryNameIssues(name: string, others: readonly Country[]): PlaceIssue[] {
  const issues = nameIssues(name, 'name');
  if (issues.length > 0) return issues;
  // A route finds a country by its name or code: neither may lead to two.
  const isTaken = others.some((country) =>
    [country.name, country.code].some((text) => foldText(text) === foldText(name)),
  );
  return isTaken ? [{ code: 'country-name-taken', field: 'name' }] : [];
}

function flagIssues(flag: string): PlaceIssue[] {
  return /^[A-Z]{2}$/.test(flag) ? [] : [{ code: 'country-flag-required', field: 'flag' }];
}

/** A typed new country; the server gives it its practice unit. */
export function checkNewCountry(
  draft: CountryDraft,
  catalogue: Catalogue,
): Checked<Country, PlaceCode> {
  const name = tidy(draft.name);
  const code = draft.code.trim().toUpperCase();
  const issues = [...flagIssues(draft.flag), ...countryNameIssues(name, catalogue.countries)];
  if (!/^[A-Z]{3}$/.test(code)) issues.push({ code: 'country-code-shape', field: 'code' });
  const holder = catalogue.countries.find((country) => country.code.toUpperCase() === code);
  if (holder !== undefined) {
    issues.push({ code: 'country-code-taken', field: 'code', params: { country: holder.name } });
  }
  if (issues.length > 0) return { ok: false, issues };
  return accepted({ name, code, image: '', flag: draft.flag, stakes: [] });
}

/** A country with its corrected name and flag; its code stays. */
export function checkCountry(
  draft: Pick<CountryDraft, 'name' | 'flag'>,
  country: Country,
  catalogue: Catalogue,
): Checked<Country, PlaceCode> {
  const name = tidy(draft.name);
  const others = catalogue.countries.filter(({ code }) => code !== country.code);
  const issues = [
    ...flagIssues(draft.flag),
    ...(name === country.name ? [] : countryNameIssues(name, others)),
  ];
  return issues.length > 0
    ? { ok: false, issues }
    : accepted({ ...country, name, flag: draft.flag });
}

/** The wards typed one to a line, blanks and empty lines gone. */
export function wardsOf(text: string): string[] {
  return text
    .split('\n')
    .map(tidy)
    .filter((ward) => ward !== '');
}

function wardIssues(wards: readonly string[]): PlaceIssue[] {
  const to = MAX_PLACE_NAME_LENGTH;
  const long = wards.find((ward) => [...ward].length > to);
  if (long !== undefined) {
    return [{ code: 'ward-length', field: 'wards', params: { ward: long, to } }];
  }
  const folded = wards.map(foldText);
  const twice = wards.find((_ward, index) => folded.indexOf(folded[index] ?? '') < index);
  return twice === undefined
    ? []
    : [{ code: 'ward-twice', field: 'wards', params: { ward: twice } }];
}

function unitNameIssues(stakeName: string, others: readonly Stake[]): PlaceIssue[] {
  const issues = nameIssues(stakeName, 'stakeName');
  if (issues.length > 0) return issues;
  const isTaken = others.some((stake) => foldText(stake.stakeName) === foldText(stakeName));
  return isTaken ? [{ code: 'unit-name-taken', field: 'stakeName' }] : [];
}

function databaseIssue(stakeDB: string, country: Country, catalogue: Catalogue): PlaceIssue[] {
  const ending = `_${country.code.toLowerCase()}`;
  if (!STAKE_DB_PATTERN.test(stakeDB)) return [{ code: 'database-shape', field: 'stakeDB' }];
  if (!stakeDB.endsWith(ending)) {
    return [{ code: 'database-ending', field: 'stakeDB', params: { ending } }];
  }
  // The server's own databases begin with sys_; a test_stake_ unit belongs to its country alone.
  if (/^(?:sys|test_stake)_/.test(stakeDB))
    return [{ code: 'database-reserved', field: 'stakeDB' }];
  const holder = findStake(catalogue, stakeDB);
  if (holder === null) return [];
  const params = { unit: holder.stake.stakeName, country: holder.country.name };
  return [{ code: 'database-taken', field: 'stakeDB', params }];
}

const wardEntries = (wards: readonly string[]) =>
  wards.length === 0 ? {} : { wards: wards.map((wardName) => ({ wardName })) };

/** A typed new unit of a country. */
export function checkNewUnit(
  draft: UnitDraft,
  country: Country,
  catalogue: Catalogue,
): Checked<Stake, PlaceCode> {
  const stakeName = tidy(draft.stakeName);
  const stakeDB = draft.stakeDB.trim();
  const wards = wardsOf(draft.wards);
  const issues = [
    ...unitNameIssues(stakeName, country.stakes),
    ...databaseIssue(stakeDB, country, catalogue),
    ...wardIssues(wards),
  ];
  return issues.length > 0
    ? { ok: false, issues }
    : accepted({ stakeName, stakeDB, ...wardEntries(wards) });
}

/** A unit with its corrected name and wards; its database, note and place in the pilot stay. */
export function checkUnit(
  draft: Pick<UnitDraft, 'stakeName' | 'wards'>,
  stake: Stake,
  country: Country,
): Checked<Stake, PlaceCode> {
  const stakeName = tidy(draft.stakeName);
  const wards = wardsOf(draft.wards);
  const others = country.stakes.filter((other) => other !== stake);
  const issues = [
    ...(stakeName === stake.stakeName ? [] : unitNameIssues(stakeName, others)),
    ...wardIssues(wards),
  ];
  if (issues.length > 0) return { ok: false, issues };
  const { wards: _before, ...kept } = stake;
  return accepted({ ...kept, stakeName, ...wardEntries(wards) });
}

/**
 * The database proposed for a new unit: `Cobán Norte` in Guatemala gives `coban_norte_gtm`, the
 * next of that name `coban_norte_2_gtm`; a name without Latin letters gives `unit_khm`.
 */
export function proposeDatabase(
  stakeName: string,
  countryCode: string,
  isTaken: (stakeDb: string) => boolean,
): string {
  const words = foldText(stakeName)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .replace(/^(?=(?:sys|test_stake)(?:_|$))/, 'unit_');
  const start = words === '' ? 'unit' : words;
  for (let count = 1; ; count += 1) {
    const ending = `${count === 1 ? '' : `_${count}`}_${countryCode.toLowerCase()}`;
    const room = MAX_DATABASE_LENGTH - ending.length;
    const proposed = `${start.slice(0, room).replace(/_+$/, '')}${ending}`;
    if (!isTaken(proposed)) return proposed;
  }
}

/**
 * What tells the entries of a country apart: the database, with a number after it where a second
 * entry shares it (`la_ceiba_stake_hnd.2`).
 */
export function entryKeys(stakes: readonly Stake[]): string[] {
  const seen = new Map<string, number>();
  return stakes.map(({ stakeDB }) => {
    const count = (seen.get(stakeDB) ?? 0) + 1;
    seen.set(stakeDB, count);
    return count === 1 ? stakeDB : `${stakeDB}.${count}`;
  });
}

/** The entry of that key, or `null`. */
export function entryOf(country: Country, key: string): Stake | null {
  return country.stakes[entryKeys(country.stakes).indexOf(key)] ?? null;
}

/** A change to the list of places; `null` when what it changes is no longer in it. */
export type CatalogueEdit = (catalogue: Catalogue) => Catalogue | null;

export const addCountry =
  (country: Country): CatalogueEdit =>
  (catalogue) => ({ countries: [...catalogue.countries, country] });

function changeCountry(code: string, change: (country: Country) => Country | null): CatalogueEdit {
  return (catalogue) => {
    const country = catalogue.countries.find((each) => each.code === code);
    const changed = country === undefined ? null : change(country);
    if (changed === null) return null;
    return {
      countries: catalogue.countries.map((each) => (each === country ? changed : each)),
    };
  };
}

export const editCountry = ({ code, name, flag }: Country): CatalogueEdit =>
  changeCountry(code, (country) => ({ ...country, name, flag }));

export const addUnit = (code: string, stake: Stake): CatalogueEdit =>
  changeCountry(code, (country) => ({ ...country, stakes: [...country.stakes, stake] }));

/** The entry's name and wards as those of `changed`; what else it has by now stays. */
export const editUnit = (code: string, key: string, changed: Stake): CatalogueEdit =>
  changeCountry(code, (country) => {
    const stake = entryOf(country, key);
    if (stake === null) return null;
    const { wards: _before, ...kept } = stake;
    const { stakeName, wards } = changed;
    const next = { ...kept, stakeName, ...(wards === undefined ? {} : { wards }) };
    return { ...country, stakes: country.stakes.map((each) => (each === stake ? next : each)) };
  });
