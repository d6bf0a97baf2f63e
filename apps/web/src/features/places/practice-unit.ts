import { type Catalogue, isTestUnit, timeZoneOfUnit } from '@crece/domain';

export interface PracticePlace {
  stakeDB: string;
  stakeName: string;
  countryName: string;
  countryCode: string;
}

/**
 * The practice unit of a person's country: that of the unit opened last, else that of the country in
 * whose time zone the device is, else the first. Null where the catalogue has none.
 */
export function practiceUnit(
  catalogue: Catalogue,
  lastOpened: string | undefined,
  zone: string,
): PracticePlace | null {
  const places = catalogue.countries.flatMap((country) =>
    country.stakes
      .filter(({ stakeDB }) => isTestUnit(stakeDB))
      .map(({ stakeDB, stakeName }) => ({
        stakeDB,
        stakeName,
        countryName: country.name,
        countryCode: country.code,
        isOwn: country.stakes.some((unit) => unit.stakeDB === lastOpened),
      })),
  );
  const found =
    places.find(({ isOwn }) => isOwn) ??
    places.find(({ stakeDB }) => timeZoneOfUnit(stakeDB) === zone) ??
    places[0];
  if (found === undefined) return null;
  const { isOwn: _, ...place } = found;
  return place;
}
