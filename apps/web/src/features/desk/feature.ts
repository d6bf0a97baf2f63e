import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** A coordinator's overview of places. */
export const desk = {
  needs: 'report-unit',
  speaks: 'desk',
  pages: {
    all: { at: '/children/desk' },
    country: { at: '/children/desk/:country' },
    unit: { at: '/children/desk/:country/:stakeDB', isLocal: true },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'desk',
} satisfies Keeping;
