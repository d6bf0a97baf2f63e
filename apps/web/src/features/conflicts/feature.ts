import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** Conflicts and refusals of a unit, which wait for a person. */
export const conflicts = {
  speaks: 'later',
  pages: {
    waiting: { at: '/children/waiting/:stakeDB/:stakeName' },
    choose: { at: '/children/waiting/:stakeDB/:stakeName/:recordId' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'later',
} satisfies Keeping;
