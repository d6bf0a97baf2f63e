import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { guide } from './feature.ts';

export const PAGES = {
  guide: async () => (await import('./guide-page.tsx')).GuidePage,
  part: async () => (await import('./guide-page.tsx')).GuidePartPage,
} satisfies PagesOf<typeof guide>;
