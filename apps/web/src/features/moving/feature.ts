import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** A child that moves to another unit with its screenings. */
export const moving = {
  needs: 'sync',
  speaks: 'later',
  pages: {
    move: { at: '/children/move/:childId', isLocal: true },
    coming: { at: '/children/coming/:stakeDB/:stakeName' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'later',
  '../../shared/moving/moving-note.tsx': 'later',
  '../../shared/moving/ended-note.tsx': 'later',
  'coming-page.tsx': 'on-demand',
  '../../shared/moving/moved-away-children.tsx': 'later',
  '../../shared/moving/moved-child-page.tsx': 'later',
  '../../shared/moving/moving.en.json': 'later',
  '../../../../../packages/storage/src/engine/removed/moved-records.ts': 'later',
} satisfies Keeping;
