import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { moving } from './feature.ts';

export const PAGES = {
  move: async () => (await import('./move-page.tsx')).MovePage,
  coming: async () => (await import('./coming-page.tsx')).ComingPage,
} satisfies PagesOf<typeof moving>;
