import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { slip } from './feature.ts';

export const PAGES = {
  slip: async () => (await import('./slip-page.tsx')).SlipPage,
  answer: async () => (await import('./answer-page.tsx')).AnswerPage,
} satisfies PagesOf<typeof slip>;
