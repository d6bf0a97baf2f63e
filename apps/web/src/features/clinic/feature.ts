import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/**
 * The clinic's page, /referral: answers a slip without an account. It is no page of the application but
 * one beside it, built by itself (vite.clinic.config.ts): a phone that never had Crece loads it alone.
 */
export const clinic = {
  speaks: 'desk',
  pages: {},
} as const satisfies Feature;

export const keep = {
  '.': 'on-demand',
  'clinic.en.json': 'desk',
} satisfies Keeping;
