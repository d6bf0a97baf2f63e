import type { Feature, Keeping } from '../shared/navigation/feature.ts';

/** What is shown where a page cannot be. */
export const shell = {
  speaks: 'first',
  pages: {
    notFound: { at: '/not-found' },
    badRequest: { at: '/bad-request' },
    serverError: { at: '/server-error' },
    forbidden: { at: '/forbidden' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'first',
  'start-slow.tsx': 'later',
  'sync-with-desk.tsx': 'later',
  '../shared/navigation/not-opened.tsx': 'later',
  '../shared/records/vanished-notice.tsx': 'later',
} satisfies Keeping;
