import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { sync } from './feature.ts';

export const PAGES = {
  sync: async () => (await import('./sync-page.tsx')).SyncPage,
  info: async () => (await import('./sync-info-page.tsx')).SyncInfoPage,
  error: async () => (await import('./sync-error-page.tsx')).SyncErrorPage,
} satisfies PagesOf<typeof sync>;
