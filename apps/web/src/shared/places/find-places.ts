import { type Catalogue, type Country, foldText, type Unit } from '@crece/domain';

interface FoundPlaces {
  countries: readonly Country[];
  units: readonly { country: Country; unit: Unit }[];
}

/** More than this many units under a search is a list nobody reads. */
const MOST_UNITS = 20;

/** Whether every word typed begins a word of the text, case and accents ignored. */
export function matches(text: string, typed: string): boolean {
  const words = foldText(text).split(/[\s,()&-]+/);
  return foldText(typed)
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** Countries and units whose names hold what was typed; `label` is the country's name as shown. */
export function findPlaces(
  catalogue: Catalogue,
  typed: string,
  label: (country: Country) => string,
): FoundPlaces {
  return {
    countries: catalogue.countries.filter(
      (country) => matches(label(country), typed) || matches(country.name, typed),
    ),
    units: catalogue.countries
      .flatMap((country) => country.stakes.map((unit) => ({ country, unit })))
      .filter(({ unit }) => matches(unit.stakeName, typed))
      .slice(0, MOST_UNITS),
  };
}
