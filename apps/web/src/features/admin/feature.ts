import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** People, places and settings of the programme. */
export const admin = {
  needs: 'manage-users',
  speaks: 'desk',
  pages: {
    firstSteps: { at: '/admin/first-steps', needs: 'manage-settings' },
    server: { at: '/admin/server', needs: 'manage-settings' },
    users: { at: '/admin/users' },
    newUser: { at: '/admin/users/new' },
    user: { at: '/admin/users/:userId' },
    editUser: { at: '/admin/users/:userId/edit' },
    requests: { at: '/admin/requests' },
    phones: { at: '/admin/phones' },
    audit: { at: '/admin/audit' },
    erasures: { at: '/admin/erasures' },
    programme: { at: '/admin/programme', needs: 'manage-settings' },
    places: { at: '/admin/places', needs: 'manage-catalogue' },
    country: { at: '/admin/places/:country', needs: 'manage-catalogue' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'on-demand',
} satisfies Keeping;
