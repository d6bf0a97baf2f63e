import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** Children that were registered twice: which may be one, and the merging of two records. */
export const sameChild = {
  needs: 'remove-child',
  speaks: 'later',
  pages: {
    pairs: { at: '/children/same/:stakeDB/:stakeName', isLocal: true },
    pair: { at: '/children/same/:stakeDB/:stakeName/:firstId/:secondId', isLocal: true },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'later',
  '../../../../../packages/storage/src/unit/writes/merge-writes.ts': 'later',
} satisfies Keeping;
