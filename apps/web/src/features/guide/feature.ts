import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** How Crece is used: for who screens, who coordinates and who administrates. */
export const guide = {
  speaks: 'later',
  pages: {
    guide: { at: '/guide' },
    part: { at: '/guide/:part' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'later',
} satisfies Keeping;
