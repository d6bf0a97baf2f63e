import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { due } from './feature.ts';

export const PAGES = {
  due: async () => (await import('./due-page.tsx')).DuePage,
} satisfies PagesOf<typeof due>;
