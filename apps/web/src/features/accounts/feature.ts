import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** Sign-in, sign-up, and the links that a person receives by mail. */
export const accounts = {
  speaks: 'on-demand',
  pages: {
    signUp: { at: '/authentication/signup' },
    signIn: { at: '/authentication/signin' },
    return: { at: '/authentication/return' },
    emailLink: { at: '/authentication/email/:token' },
    firstAdmin: { at: '/authentication/first-admin' },
    forgot: { at: '/password/forgot' },
    resetInvalid: { at: '/password/reset/invalid' },
    resetSuccess: { at: '/password/reset/success' },
    reset: { at: '/password/reset/:token' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'on-demand',
} satisfies Keeping;
