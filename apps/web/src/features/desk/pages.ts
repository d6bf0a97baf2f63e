import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { desk } from './feature.ts';

export const PAGES = {
  all: async () => (await import('./desk-page.tsx')).DeskPage,
  country: async () => (await import('./desk-page.tsx')).CountryDeskPage,
  unit: async () => (await import('./desk-page.tsx')).UnitDeskPage,
} satisfies PagesOf<typeof desk>;
