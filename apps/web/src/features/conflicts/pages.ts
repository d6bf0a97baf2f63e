import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { conflicts } from './feature.ts';

export const PAGES = {
  waiting: async () => (await import('./waiting-page.tsx')).WaitingPage,
  choose: async () => (await import('./choose-page.tsx')).ChoosePage,
} satisfies PagesOf<typeof conflicts>;
