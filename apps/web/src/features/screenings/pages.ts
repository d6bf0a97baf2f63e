import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { screenings } from './feature.ts';

export const PAGES = {
  child: async () => (await import('./child-view-page.tsx')).ChildViewPage,
  new: async () => (await import('./screening-form-page.tsx')).NewScreeningPage,
  edit: async () => (await import('./screening-form-page.tsx')).EditScreeningPage,
  remove: async () => (await import('./remove-screening-page.tsx')).RemoveScreeningPage,
} satisfies PagesOf<typeof screenings>;
