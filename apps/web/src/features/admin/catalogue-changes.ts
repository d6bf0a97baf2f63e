import type { Catalogue, Country, Unit } from '@crece/domain';
import { entryKeys, stateOfCountry, stateOfUnit } from './catalogue-edit.ts';

/** One difference between two states of the list of places. */
export interface CatalogueChange {
  what:
    | 'country-added'
    | 'country-removed'
    | 'country-changed'
    | 'unit-added'
    | 'unit-removed'
    | 'unit-changed';
  country: string;
  /** The unit's current name, or its last one. */
  unit?: string;
}

function byKey(country: Country): Map<string, Unit> {
  const keys = entryKeys(country.stakes);
  return new Map(country.stakes.map((unit, index) => [keys[index] ?? '', unit]));
}

const differs = (a: Unit, b: Unit) =>
  stateOfUnit(a) !== stateOfUnit(b) || a.note !== b.note || a.retired !== b.retired;

function unitChanges(before: Country, after: Country): CatalogueChange[] {
  const old = byKey(before);
  const now = byKey(after);
  const country = after.name;
  const changes: CatalogueChange[] = [];
  for (const [key, unit] of now) {
    const earlier = old.get(key);
    if (earlier === undefined) changes.push({ what: 'unit-added', country, unit: unit.stakeName });
    else if (differs(earlier, unit))
      changes.push({ what: 'unit-changed', country, unit: unit.stakeName });
  }
  for (const [key, unit] of old) {
    if (!now.has(key)) changes.push({ what: 'unit-removed', country, unit: unit.stakeName });
  }
  return changes;
}

/** The differences between two readings of the list: what other people changed meanwhile. */
export function catalogueChanges(before: Catalogue, after: Catalogue): CatalogueChange[] {
  const old = new Map(before.countries.map((country) => [country.code, country]));
  const now = new Set(after.countries.map(({ code }) => code));
  const changes: CatalogueChange[] = [];
  for (const country of after.countries) {
    const earlier = old.get(country.code);
    if (earlier === undefined) {
      changes.push({ what: 'country-added', country: country.name });
      continue;
    }
    if (stateOfCountry(earlier) !== stateOfCountry(country)) {
      changes.push({ what: 'country-changed', country: country.name });
    }
    changes.push(...unitChanges(earlier, country));
  }
  for (const { code, name } of before.countries) {
    if (!now.has(code)) changes.push({ what: 'country-removed', country: name });
  }
  return changes;
}
