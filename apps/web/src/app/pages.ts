import type { PagesOf } from '../shared/navigation/feature.ts';
import type { shell } from './feature.ts';

export const PAGES = {
  notFound: async () => (await import('./error-pages.tsx')).NotFoundPage,
  badRequest: async () => (await import('./error-pages.tsx')).BadRequestPage,
  serverError: async () => (await import('./error-pages.tsx')).ServerErrorPage,
  forbidden: async () => (await import('./error-pages.tsx')).ForbiddenPage,
} satisfies PagesOf<typeof shell>;
