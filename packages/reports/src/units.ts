import {
  type Catalogue,
  databasesOf,
  isTestUnit,
  type RetiredUnits,
  type UnitDatabase,
} from '@crece/domain';

/**
 * The place of a report: one unit by its database, a country by its code, or all countries; these
 * with the units that have ended unless they are not wanted.
 */
export type ReportPlace =
  | { readonly scope: 'stake'; readonly stakeDB: string }
  | { readonly scope: 'country'; readonly countryCode: string; readonly retired?: RetiredUnits }
  | { readonly scope: 'countries'; readonly retired?: RetiredUnits };

const names = new Intl.Collator('en', { sensitivity: 'base' });

function compareUnits(a: UnitDatabase, b: UnitDatabase): number {
  return (
    names.compare(a.countryName, b.countryName) ||
    names.compare(a.stakeName, b.stakeName) ||
    (a.stakeDB < b.stakeDB ? -1 : 1)
  );
}

function isIn(unit: UnitDatabase, place: ReportPlace): boolean {
  if (place.scope === 'stake') return unit.stakeDB === place.stakeDB;
  if (isTestUnit(unit.stakeDB) || (unit.retired === true && place.retired === 'without'))
    return false;
  return place.scope === 'countries' || unit.countryCode === place.countryCode;
}

/**
 * The units of a report in order: by the country's name, then the unit's. Each database once; test
 * units only when requested by name.
 */
export function reportUnits(catalogue: Catalogue, place: ReportPlace): readonly UnitDatabase[] {
  return databasesOf(catalogue)
    .filter((unit) => isIn(unit, place))
    .sort(compareUnits);
}
