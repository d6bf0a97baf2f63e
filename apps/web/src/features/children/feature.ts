import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** A unit's children: the list, the form of a child, removals. */
export const children = {
  speaks: 'rest',
  pages: {
    list: {
      at: '/children/list/:stakeDB/:stakeName/:searchFilter/:colorFilter/:screenType',
      speaks: 'first',
    },
    new: { at: '/children/create/:dbName' },
    edit: { at: '/children/edit/:childId' },
    remove: { at: '/children/remove/:childId', needs: 'remove-child', isLocal: true },
    removed: { at: '/children/removed/:stakeDB/:stakeName', speaks: 'sync' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'first',
  'child-list-page.tsx': 'visit',
  'child-form-page.tsx': 'visit',
  'later-orders.ts': 'later',
  'remove-child-page.tsx': 'later',
  'removed/removed-page.tsx': 'later',
  '../../../../../packages/storage/src/engine/removed/removed-records.ts': 'later',
} satisfies Keeping;
