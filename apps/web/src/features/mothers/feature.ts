import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** Pregnant and nursing women of a unit. */
export const mothers = {
  speaks: 'later',
  pages: {
    list: { at: '/children/mothers/list/:stakeDB/:stakeName/:screenType' },
    new: { at: '/children/mothers/create/:stakeDB/:stakeName/:screenType' },
    edit: { at: '/children/mothers/:motherId/:stakeDB/:stakeName/:screenType' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'later',
} satisfies Keeping;
