import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** A person's own settings, this device, and what is said of privacy. */
export const settings = {
  speaks: 'on-demand',
  pages: {
    profile: { at: '/settings/profile', needs: 'own-settings' },
    password: { at: '/settings/password', needs: 'own-settings' },
    accounts: { at: '/settings/accounts', needs: 'own-settings' },
    sessions: { at: '/settings/sessions', needs: 'own-settings' },
    picture: { at: '/settings/picture', needs: 'own-settings' },
    device: { at: '/settings/device', speaks: 'first' },
    privacy: { at: '/privacy' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'on-demand',
  'device-page.tsx': 'later',
} satisfies Keeping;
