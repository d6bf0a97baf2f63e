import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { children } from './feature.ts';

export const PAGES = {
  list: async () => (await import('./child-list-page.tsx')).ChildListPage,
  new: async () => (await import('./child-form-page.tsx')).NewChildPage,
  edit: async () => (await import('./child-form-page.tsx')).EditChildPage,
  remove: async () => (await import('./remove-child-page.tsx')).RemoveChildPage,
  removed: async () => (await import('./removed/removed-page.tsx')).RemovedPage,
} satisfies PagesOf<typeof children>;
