import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** Synchronisation of a unit. */
export const sync = {
  speaks: 'later',
  pages: {
    sync: { at: '/children/sync/:stakeDB/:stakeName/:screenType', needs: 'sync' },
    info: { at: '/children/syncinfo', needs: 'sync', speaks: 'on-demand' },
    error: { at: '/sync-error' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'later',
  'sync-info-page.tsx': 'on-demand',
  'access.en.json': 'on-demand',
  '../../data/keep-synced.ts': 'later',
  '../../../../../packages/storage/src/engine/open-engine.ts': 'later',
  // Run only while the server answers, and hardly ever.
  '../../../../../packages/storage/src/engine/erasing/erase-here.ts': 'on-demand',
  '../../../../../packages/storage/src/unit/records/erasing.ts': 'on-demand',
} satisfies Keeping;
