import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** A unit's children: the list, the form of a child, removals. */
export const children = {
  speaks: 'first',
  pages: {
    list: {
      at: '/children/list/:stakeDB/:stakeName/:searchFilter/:colorFilter/:screenType',
      speaks: 'start',
    },
    new: { at: '/children/create/:dbName' },
    edit: { at: '/children/edit/:childId' },
    remove: { at: '/children/remove/:childId', needs: 'remove-child', isLocal: true },
    removed: { at: '/children/removed/:stakeDB/:stakeName', speaks: 'later' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'first',
  'child-list-page.tsx': 'visit',
  'later-orders.ts': 'later',
  '../../shared/children/letters-found.tsx': 'later',
  '../../shared/scan/scan-button.tsx': 'later',
  '../../shared/scan/scan-sheet.tsx': 'later',
  '../../shared/scan/scan.en.json': 'later',
  '../../shared/scan/read-qr.ts': 'on-demand',
  'remove-child-page.tsx': 'later',
  'removed/removed-page.tsx': 'later',
  'removed/removed.en.json': 'later',
  '../../../../../packages/storage/src/engine/removed/removed-records.ts': 'later',
} satisfies Keeping;
