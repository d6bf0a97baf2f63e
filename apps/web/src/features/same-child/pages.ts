import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { sameChild } from './feature.ts';

export const PAGES = {
  pairs: async () => (await import('./pairs-page.tsx')).PairsPage,
  pair: async () => (await import('./pair-page.tsx')).PairPage,
} satisfies PagesOf<typeof sameChild>;
