import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** Who is to be visited, and when. */
export const due = {
  speaks: 'later',
  pages: {
    due: { at: '/children/due/:stakeDB/:stakeName' },
    call: { at: '/children/call/:stakeDB/:stakeName' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'later',
} satisfies Keeping;
