import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { due } from './feature.ts';

export const PAGES = {
  call: async () => (await import('./calling/call-page.tsx')).CallPage,
  due: async () => (await import('./due-page.tsx')).DuePage,
} satisfies PagesOf<typeof due>;
