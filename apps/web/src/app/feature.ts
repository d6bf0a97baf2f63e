import type { Feature, Keeping } from '../shared/navigation/feature.ts';

/** What is shown where a page cannot be. */
export const shell = {
  speaks: 'start',
  pages: {
    notFound: { at: '/not-found', speaks: 'first' },
    badRequest: { at: '/bad-request', speaks: 'first' },
    serverError: { at: '/server-error', speaks: 'first' },
    forbidden: { at: '/forbidden', speaks: 'first' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'first',
  // What every start needs to fill the list: stored ready to run.
  '../../../../packages/storage/src/unit/projection/read-changes.ts': 'visit',
  'error-pages.tsx': 'later',
  'start-slow.tsx': 'later',
  'sync-with-desk.tsx': 'later',
  // It starts the keeping of these files, which needs a connection as well.
  '../offline/update-bar.tsx': 'later',
  '../offline/former-records.tsx': 'later',
  '../offline/little-room.tsx': 'later',
  '../offline/not-kept.tsx': 'later',
  '../offline/offline.en.json': 'later',
  '../shared/navigation/due-count.tsx': 'later',
  '../shared/navigation/not-opened.tsx': 'later',
  '../shared/navigation/vanished-notice.tsx': 'later',
} satisfies Keeping;
