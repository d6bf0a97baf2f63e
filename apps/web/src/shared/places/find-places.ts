import { type Catalogue, type Country, foldText, isTestUnit, type Unit } from '@crece/domain';

interface FoundPlaces {
  countries: readonly Country[];
  units: readonly { country: Country; unit: Unit }[];
}

/** Maximum number of units in search results, because nobody reads more. */
const MOST_UNITS = 20;

/** Whether each typed word starts a word of the text, ignoring case and accents. */
export function matches(text: string, typed: string): boolean {
  const words = foldText(text).split(/[\s,()&-]+/);
  return foldText(typed)
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** The order in which people look for a unit: by name, one for practice last. */
export function byUnitName(a: Unit, b: Unit): number {
  const isPractice = Number(isTestUnit(a.stakeDB)) - Number(isTestUnit(b.stakeDB));
  return isPractice || a.stakeName.localeCompare(b.stakeName);
}

/**
 * Countries and units whose names match the typed text; `label` is the country's displayed name.
 * Units that have ended are found only where they are administered.
 */
export function findPlaces(
  catalogue: Catalogue,
  typed: string,
  label: (country: Country) => string,
  isAdministered = false,
): FoundPlaces {
  return {
    countries: catalogue.countries.filter(
      (country) => matches(label(country), typed) || matches(country.name, typed),
    ),
    units: catalogue.countries
      .flatMap((country) => country.stakes.map((unit) => ({ country, unit })))
      .filter(
        ({ unit }) => (isAdministered || unit.retired !== true) && matches(unit.stakeName, typed),
      )
      .slice(0, MOST_UNITS),
  };
}
