import type { Country } from '@crece/domain';
import { useCallback } from 'react';
import { useMessages } from '../../data/messages.tsx';

/** Countries in the order of their names, as the person reads them. */
export function byLabel(
  countries: readonly Country[],
  label: (country: Country) => string,
): readonly Country[] {
  return [...countries].sort((a, b) => label(a).localeCompare(label(b)));
}

/**
 * A country's name in the person's language: from the catalogue in English, the usual name in
 * Spanish.
 */
export function useCountryLabel(): (country: Country) => string {
  const { language, region } = useMessages();
  return useCallback(
    (country) =>
      language === 'en' || country.flag === null
        ? country.name
        : region(country.flag, country.name),
    [language, region],
  );
}
