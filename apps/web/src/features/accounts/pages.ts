import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { accounts } from './feature.ts';

export const PAGES = {
  signUp: async () => (await import('./sign-up-page.tsx')).SignUpPage,
  signIn: async () => (await import('./sign-in-page.tsx')).SignInPage,
  return: async () => (await import('./return-page.tsx')).ReturnPage,
  emailLink: async () => (await import('./email-link-page.tsx')).EmailLinkPage,
  firstAdmin: async () => (await import('./first-admin-page.tsx')).FirstAdminPage,
  forgot: async () => (await import('./forgot-page.tsx')).ForgotPage,
  resetInvalid: async () => (await import('./reset-pages.tsx')).ResetInvalidPage,
  resetSuccess: async () => (await import('./reset-pages.tsx')).ResetSuccessPage,
  reset: async () => (await import('./reset-pages.tsx')).ResetPage,
} satisfies PagesOf<typeof accounts>;
