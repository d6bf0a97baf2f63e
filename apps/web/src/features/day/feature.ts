import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** The screening day: one child after the other at one place. */
export const day = {
  speaks: 'later',
  pages: {
    day: { at: '/children/day/:stakeDB/:stakeName' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'later',
} satisfies Keeping;
