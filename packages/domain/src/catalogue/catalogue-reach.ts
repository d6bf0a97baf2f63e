import { type ActionPlace, actionPlaceOf } from '../permissions/permissions.ts';
import type { Catalogue, Country, Unit } from './catalogue.ts';
import { tidyCatalogue } from './change-catalogue.ts';

// What of the catalogue an administrator who is limited to places may change. Whoever asks hands in
// which places those are, usually `(place) => can(account, 'manage-catalogue', place)`.

/** Whether a place is one of somebody's; `{}` stands for everywhere. */
type IsWithin = (place: ActionPlace) => boolean;

const fieldsOf = ({ name, image, flag }: Country) => JSON.stringify([name, image, flag]);

const unitText = ({ stakeName, stakeDB, wards = [], note, pilot }: Unit) =>
  JSON.stringify([stakeName, stakeDB, wards.map(({ wardName }) => wardName), note, pilot === true]);

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
 * Whether a changed catalogue differs from the stored one within somebody's places only. A country of
 * theirs may change in everything; of another country only units of theirs may, each where it stands.
 * Countries, their order included, change for whoever is limited to no place.
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

/** The part of a catalogue that lies in somebody's places: whole countries, and units of others. */
export function placesWithin(catalogue: Catalogue, isWithin: IsWithin): Catalogue {
  if (isWithin({})) return catalogue;
  const countries = catalogue.countries.flatMap((country) => {
    if (isWithin({ countryCode: country.code })) return [country];
    const stakes = country.stakes.filter((unit) => isWithin(actionPlaceOf({ country, unit })));
    return stakes.length === 0 ? [] : [{ ...country, stakes }];
  });
  return { countries };
}
