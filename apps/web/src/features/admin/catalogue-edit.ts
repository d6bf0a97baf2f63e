import {
  type Catalogue,
  type Checked,
  type Country,
  checkCatalogueChange,
  type Issue,
  type PlaceCode,
  tidyText,
  type Unit,
  withoutUndefined,
} from '@crece/domain';

// Changes of the list of places from what an administrator types. The rules are in the domain
// package: a form checks with `checkCatalogueChange`, which the server also uses when it stores the
// list.

/**
 * Drafts of the forms of places. `was` is the place from which the form was filled (empty for a new
 * one). It is stored with the draft, so that an older draft does not overwrite a newer change
 * unseen.
 */
export type CountryDraft = { name: string; code: string; flag: string; was: string };

/** Wards are one per line, because a form stores texts. */
export type UnitDraft = {
  stakeName: string;
  stakeDB: string;
  wards: string;
  clinicPhone: string;
  was: string;
};

export const EMPTY_COUNTRY_DRAFT: CountryDraft = { name: '', code: '', flag: '', was: '' };
export const EMPTY_UNIT_DRAFT: UnitDraft = {
  stakeName: '',
  stakeDB: '',
  wards: '',
  clinicPhone: '',
  was: '',
};

/** The wards of a unit as its form shows them, one per line. */
export const wardText = (unit: Unit) =>
  (unit.wards ?? []).map(({ wardName }) => wardName).join('\n');

/** The parts of a country that its form can change, as one text. */
export const stateOfCountry = ({ name, flag }: Country) => JSON.stringify([name, flag ?? '']);

/** The parts of a unit that its form can change, as one text. */
export const stateOfUnit = (unit: Unit) =>
  JSON.stringify([unit.stakeName, wardText(unit), unit.clinicPhone ?? '']);

export const draftOfCountry = (country: Country): CountryDraft => ({
  name: country.name,
  code: country.code,
  flag: country.flag ?? '',
  was: stateOfCountry(country),
});

export const draftOfUnit = (unit: Unit): UnitDraft => ({
  stakeName: unit.stakeName,
  stakeDB: unit.stakeDB,
  wards: wardText(unit),
  clinicPhone: unit.clinicPhone ?? '',
  was: stateOfUnit(unit),
});

/** The wards of a text with one per line, without extra blanks and empty lines. */
export function wardsOf(text: string): string[] {
  return text
    .split('\n')
    .map(tidyText)
    .filter((ward) => ward !== '');
}

const wardEntries = (text: string) => text.split('\n').map((wardName) => ({ wardName }));

/** A typed new country; the server adds its practice unit. */
const typedCountry = ({ name, code, flag }: CountryDraft): Country => ({
  name,
  code,
  image: '',
  flag: flag === '' ? null : flag,
  stakes: [],
});

/** A typed new unit. */
const typedUnit = ({ stakeName, stakeDB, wards, clinicPhone }: UnitDraft): Unit => ({
  stakeName,
  stakeDB,
  wards: wardEntries(wards),
  clinicPhone,
});

/**
 * Checks an edit with the rules of the list. Returns the place at `path` as it would be stored, or
 * the errors by the names of the form's fields. A place that no longer exists is not an error here:
 * the save reports it.
 */
function checkEdit<Kept>(
  catalogue: Catalogue,
  edit: CatalogueEdit,
  path: string,
  keptOf: (kept: Catalogue) => Kept,
): Checked<Kept, PlaceCode> {
  const checked = checkCatalogueChange(catalogue, edit(catalogue) ?? catalogue);
  if (checked.ok) return { ...checked, value: keptOf(checked.value) };
  const atField = ({ field, ...issue }: Issue<PlaceCode>) => ({
    ...issue,
    ...(field === undefined ? {} : { field: field.replace(`${path}.`, '') }),
  });
  return { ok: false, issues: checked.issues.map(atField) };
}

/** Checks a typed new country. */
export function checkNewCountry(
  draft: CountryDraft,
  catalogue: Catalogue,
): Checked<Country, PlaceCode> {
  const at = catalogue.countries.length;
  const typed = typedCountry(draft);
  return checkEdit(catalogue, addCountry(typed), `countries[${at}]`, ({ countries }) => ({
    ...(countries[at] ?? typed),
    stakes: [],
  }));
}

/** Checks a country with its corrected name and flag; its code does not change. */
export function checkCountry(
  { name, flag }: Pick<CountryDraft, 'name' | 'flag'>,
  country: Country,
  catalogue: Catalogue,
): Checked<Country, PlaceCode> {
  const typed = { ...country, name, flag: flag === '' ? null : flag };
  const at = catalogue.countries.findIndex(({ code }) => code === country.code);
  return checkEdit(
    catalogue,
    editCountry(typed),
    `countries[${at}]`,
    ({ countries }) => countries[at] ?? typed,
  );
}

/** Checks a typed new unit of a country. */
export function checkNewUnit(
  draft: UnitDraft,
  { code }: Pick<Country, 'code'>,
  catalogue: Catalogue,
): Checked<Unit, PlaceCode> {
  const typed = typedUnit(draft);
  const at = catalogue.countries.findIndex((country) => country.code === code);
  const index = catalogue.countries[at]?.stakes.length ?? 0;
  return checkEdit(
    catalogue,
    addUnit(code, typed),
    `countries[${at}].stakes[${index}]`,
    ({ countries }) => countries[at]?.stakes[index] ?? typed,
  );
}

/**
 * Checks the entry of that key with its corrected name, wards and clinic's number; its database, note
 * and pilot flag do not change.
 */
export function checkUnit(
  { stakeName, wards, clinicPhone }: Pick<UnitDraft, 'stakeName' | 'wards' | 'clinicPhone'>,
  { code, key, unit }: { code: string; key: string; unit: Unit },
  catalogue: Catalogue,
): Checked<Unit, PlaceCode> {
  const typed = { ...unit, stakeName, wards: wardEntries(wards), clinicPhone };
  const at = catalogue.countries.findIndex((country) => country.code === code);
  const index = entryKeys(catalogue.countries[at]?.stakes ?? []).indexOf(key);
  return checkEdit(
    catalogue,
    editUnit(code, key, typed),
    `countries[${at}].stakes[${index}]`,
    ({ countries }) => countries[at]?.stakes[index] ?? typed,
  );
}
/**
 * Keys that distinguish the entries of a country: the database name, with a number for a second
 * entry with the same database (`la_ceiba_stake_hnd.2`).
 */
export function entryKeys(stakes: readonly Unit[]): string[] {
  const seen = new Map<string, number>();
  return stakes.map(({ stakeDB }) => {
    const count = (seen.get(stakeDB) ?? 0) + 1;
    seen.set(stakeDB, count);
    return count === 1 ? stakeDB : `${stakeDB}.${count}`;
  });
}

/** The entry with that key, or `null`. */
export function unitByKey(country: Country, key: string): Unit | null {
  return country.stakes[entryKeys(country.stakes).indexOf(key)] ?? null;
}

/**
 * A change to the list of places; returns `null` when the changed place is no longer in the list.
 */
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

export const addUnit = (code: string, unit: Unit): CatalogueEdit =>
  changeCountry(code, (country) => ({ ...country, stakes: [...country.stakes, unit] }));

/**
 * Replaces the entry's name, wards and clinic's number with those of `changed`; its other current values
 * stay.
 */
export const editUnit = (code: string, key: string, changed: Unit): CatalogueEdit =>
  changeCountry(code, (country) => {
    const unit = unitByKey(country, key);
    if (unit === null) return null;
    const { wards: _wards, clinicPhone: _phone, ...kept } = unit;
    const { stakeName, wards, clinicPhone = '' } = changed;
    // Said even when it is empty: the server keeps a number about which nothing is said.
    const next = { ...kept, stakeName, clinicPhone, ...withoutUndefined({ wards }) };
    return { ...country, stakes: country.stakes.map((each) => (each === unit ? next : each)) };
  });

/** Ends a unit, or opens it again: every entry of its database. */
export const retireUnit =
  (stakeDB: string, isEnd: boolean): CatalogueEdit =>
  ({ countries }) => {
    const isIt = (unit: Unit) => unit.stakeDB === stakeDB;
    if (!countries.some(({ stakes }) => stakes.some(isIt))) return null;
    const changed = ({ retired: _before, ...unit }: Unit): Unit =>
      isEnd ? { ...unit, retired: true } : unit;
    return {
      countries: countries.map((country) => ({
        ...country,
        stakes: country.stakes.map((unit) => (isIt(unit) ? changed(unit) : unit)),
      })),
    };
  };
