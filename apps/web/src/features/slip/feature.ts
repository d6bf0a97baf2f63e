import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** The slip that a referred child takes to a clinic, and the clinic's code that comes back. */
export const slip = {
  speaks: 'later',
  pages: {
    slip: { at: '/children/slip/:childId' },
    answer: { at: '/children/answer/:stakeDB/:stakeName' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'later',
} satisfies Keeping;
