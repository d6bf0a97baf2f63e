import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { card } from './feature.ts';

export const PAGES = {
  card: async () => (await import('./growth-card-page.tsx')).GrowthCardPage,
} satisfies PagesOf<typeof card>;
