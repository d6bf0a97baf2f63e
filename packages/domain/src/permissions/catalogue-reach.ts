import type { Catalogue, Country, Unit } from '../catalogue/catalogue.ts';
import { tidyCatalogue } from '../catalogue/change-catalogue.ts';
import { type ActionPlace, actionPlaceOf } from './permissions.ts';

// Which parts of the catalogue an administrator with a limited scope may change. The caller passes
// the scope as a predicate, usually `(place) => can(account, 'manage-catalogue', place)`.

/** Whether a place lies in somebody's scope; `{}` stands for all places. */
type IsWithin = (place: ActionPlace) => boolean;

const fieldsOf = ({ name, image, flag }: Country) => JSON.stringify([name, image, flag]);

const unitText = ({ stakeName, stakeDB, wards = [], clinicPhone, note, pilot, retired }: Unit) =>
  JSON.stringify([
    stakeName,
    stakeDB,
    wards.map(({ wardName }) => wardName),
    clinicPhone,
    note,
    pilot === true,
    retired === true,
  ]);

function isCountryWithin(before: Country, after: Country, isWithin: IsWithin): boolean {
  if (isWithin({ countryCode: before.code })) return true;
  const isSameUnit = (unit: Unit, index: number): boolean => {
    const wanted = after.stakes[index];
    if (wanted === undefined) return false;
    return isWithin(actionPlaceOf({ country: before, unit }))
      ? wanted.stakeDB === unit.stakeDB
      : unitText(wanted) === unitText(unit);
  };
  return (
    fieldsOf(before) === fieldsOf(after) &&
    before.stakes.length === after.stakes.length &&
    before.stakes.every(isSameUnit)
  );
}

/**
 * Whether a changed catalogue differs from the stored one only inside somebody's scope. In a
 * country in scope everything may change; in other countries only the units in scope, each at its
 * position. Adding, removing or reordering countries requires an unlimited scope.
 */
export function isCatalogueChangeWithin(
  stored: Catalogue,
  wanted: Catalogue,
  isWithin: IsWithin,
): boolean {
  if (isWithin({})) return true;
  const { countries } = tidyCatalogue(wanted, stored);
  return (
    countries.length === stored.countries.length &&
    stored.countries.every((before, index) => {
      const after = countries[index];
      return after?.code === before.code && isCountryWithin(before, after, isWithin);
    })
  );
}

/**
 * The part of a catalogue inside somebody's scope: whole countries, and single units of other
 * countries.
 */
export function placesWithin(catalogue: Catalogue, isWithin: IsWithin): Catalogue {
  if (isWithin({})) return catalogue;
  const countries = catalogue.countries.flatMap((country) => {
    if (isWithin({ countryCode: country.code })) return [country];
    const stakes = country.stakes.filter((unit) => isWithin(actionPlaceOf({ country, unit })));
    return stakes.length === 0 ? [] : [{ ...country, stakes }];
  });
  return { countries };
}
