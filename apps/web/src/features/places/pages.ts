import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { places } from './feature.ts';

export const PAGES = {
  home: async () => (await import('./countries-page.tsx')).CountriesPage,
  countries: async () => (await import('./countries-page.tsx')).CountriesPage,
  units: async () => (await import('./units-page.tsx')).UnitsPage,
} satisfies PagesOf<typeof places>;
