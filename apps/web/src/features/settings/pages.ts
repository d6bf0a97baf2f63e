import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { settings } from './feature.ts';

export const PAGES = {
  profile: async () => (await import('./profile-page.tsx')).ProfilePage,
  password: async () => (await import('./password-page.tsx')).PasswordPage,
  accounts: async () => (await import('./accounts-page.tsx')).SocialAccountsPage,
  sessions: async () => (await import('./sessions-page.tsx')).SessionsPage,
  picture: async () => (await import('./picture-page.tsx')).PicturePage,
  device: async () => (await import('./device-page.tsx')).DevicePage,
  privacy: async () => (await import('./privacy-page.tsx')).PrivacyPage,
} satisfies PagesOf<typeof settings>;
