import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** A child's growth card: one printed page. */
export const card = {
  speaks: 'later',
  pages: {
    card: { at: '/children/card/:childId' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'later',
} satisfies Keeping;
