import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { imports } from './feature.ts';

export const PAGES = {
  import: async () => (await import('./import-page.tsx')).ImportPage,
} satisfies PagesOf<typeof imports>;
