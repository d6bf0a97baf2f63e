import type { PagesOf } from '../../shared/navigation/feature.ts';
import type { admin } from './feature.ts';

export const PAGES = {
  firstSteps: async () => (await import('./first-steps-page.tsx')).FirstStepsPage,
  server: async () => (await import('./server-page.tsx')).ServerPage,
  users: async () => (await import('./users-page.tsx')).UsersPage,
  newUser: async () => (await import('./new-user-page.tsx')).NewUserPage,
  user: async () => (await import('./user-page.tsx')).UserPage,
  editUser: async () => (await import('./user-edit-page.tsx')).EditUserPage,
  requests: async () => (await import('./requests-page.tsx')).RequestsPage,
  phones: async () => (await import('./phones-page.tsx')).PhonesPage,
  erasures: async () => (await import('./erasures-page.tsx')).ErasuresPage,
  audit: async () => (await import('./audit-page.tsx')).AuditPage,
  programme: async () => (await import('./programme-page.tsx')).ProgrammePage,
  places: async () => (await import('./places-page.tsx')).PlacesPage,
  country: async () => (await import('./place-page.tsx')).CountryPage,
} satisfies PagesOf<typeof admin>;
