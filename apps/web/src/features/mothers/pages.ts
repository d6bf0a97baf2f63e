import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { mothers } from './feature.ts';

export const PAGES = {
  list: async () => (await import('./mothers-list-page.tsx')).MothersListPage,
  new: async () => (await import('./mother-form-page.tsx')).NewMotherPage,
  edit: async () => (await import('./mother-form-page.tsx')).EditMotherPage,
} satisfies PagesOf<typeof mothers>;
