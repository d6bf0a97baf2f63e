import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { day } from './feature.ts';

export const PAGES = {
  day: async () => (await import('./day-page.tsx')).DayPage,
} satisfies PagesOf<typeof day>;
