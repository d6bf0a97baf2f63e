/**
 * The pages of accounts, settings and administration. They need the server: each is a chunk that is
 * fetched when first opened, and so is this list.
 */
export const ACCOUNT_PAGES = {
  SignInPage: async () => (await import('../features/accounts/sign-in-page.tsx')).SignInPage,
  SignUpPage: async () => (await import('../features/accounts/sign-up-page.tsx')).SignUpPage,
  ForgotPage: async () => (await import('../features/accounts/forgot-page.tsx')).ForgotPage,
  ResetPage: async () => (await import('../features/accounts/reset-pages.tsx')).ResetPage,
  ResetInvalidPage: async () =>
    (await import('../features/accounts/reset-pages.tsx')).ResetInvalidPage,
  ResetSuccessPage: async () =>
    (await import('../features/accounts/reset-pages.tsx')).ResetSuccessPage,
  EmailLinkPage: async () =>
    (await import('../features/accounts/email-link-page.tsx')).EmailLinkPage,
  FirstAdminPage: async () =>
    (await import('../features/accounts/first-admin-page.tsx')).FirstAdminPage,
  ReturnPage: async () => (await import('../features/accounts/return-page.tsx')).ReturnPage,
  ProfilePage: async () => (await import('../features/settings/profile-page.tsx')).ProfilePage,
  PicturePage: async () => (await import('../features/settings/picture-page.tsx')).PicturePage,
  PasswordPage: async () => (await import('../features/settings/password-page.tsx')).PasswordPage,
  SocialAccountsPage: async () =>
    (await import('../features/settings/accounts-page.tsx')).SocialAccountsPage,
  SessionsPage: async () => (await import('../features/settings/sessions-page.tsx')).SessionsPage,
  PrivacyPage: async () => (await import('../features/settings/privacy-page.tsx')).PrivacyPage,
  UsersPage: async () => (await import('../features/admin/users-page.tsx')).UsersPage,
  UserPage: async () => (await import('../features/admin/user-page.tsx')).UserPage,
  EditUserPage: async () => (await import('../features/admin/user-edit-page.tsx')).EditUserPage,
  NewUserPage: async () => (await import('../features/admin/new-user-page.tsx')).NewUserPage,
  RequestsPage: async () => (await import('../features/admin/requests-page.tsx')).RequestsPage,
  AuditPage: async () => (await import('../features/admin/audit-page.tsx')).AuditPage,
  ProgrammePage: async () => (await import('../features/admin/programme-page.tsx')).ProgrammePage,
  PlacesPage: async () => (await import('../features/admin/places-page.tsx')).PlacesPage,
  CountryPage: async () => (await import('../features/admin/place-page.tsx')).CountryPage,
} as const;
