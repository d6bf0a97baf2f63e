import type { Action } from '@crece/domain';
import type { Tier } from '@crece/messages';
import type { ComponentType } from 'react';
import type { ACCOUNT_PAGES } from './account-pages.ts';
import type { DESK_PAGES } from './desk-pages.ts';
import type * as errorPages from './error-pages.tsx';
import { lazyPage } from './lazy-page.tsx';
import type { SYNC_PAGES } from './sync-pages.tsx';

/** One route: who may enter, the tier of sentences that its page needs, and the page. */
export interface RouteRow {
  /** The action whose right is needed to enter; `null`: everybody may enter. */
  readonly needs: Action | null;
  /**
   * Works on this device alone, for the person who uses it now. All other routes with a right call
   * the server in the account's name.
   */
  readonly isLocal?: true;
  readonly speaks: Tier;
  readonly page: ComponentType;
}

const CountriesPage = lazyPage(
  async () => (await import('../features/places/countries-page.tsx')).CountriesPage,
);
const UnitsPage = lazyPage(
  async () => (await import('../features/places/units-page.tsx')).UnitsPage,
);
const ChildListPage = lazyPage(
  async () => (await import('../features/children/child-list-page.tsx')).ChildListPage,
);
const NewChildPage = lazyPage(
  async () => (await import('../features/children/child-form-page.tsx')).NewChildPage,
);
const EditChildPage = lazyPage(
  async () => (await import('../features/children/child-form-page.tsx')).EditChildPage,
);
const RemoveChildPage = lazyPage(
  async () => (await import('../features/children/remove-child-page.tsx')).RemoveChildPage,
);
const ChildViewPage = lazyPage(
  async () => (await import('../features/screenings/child-view-page.tsx')).ChildViewPage,
);
const NewScreeningPage = lazyPage(
  async () => (await import('../features/screenings/screening-form-page.tsx')).NewScreeningPage,
);
const EditScreeningPage = lazyPage(
  async () => (await import('../features/screenings/screening-form-page.tsx')).EditScreeningPage,
);
const RemoveScreeningPage = lazyPage(
  async () =>
    (await import('../features/screenings/remove-screening-page.tsx')).RemoveScreeningPage,
);
const DuePage = lazyPage(async () => (await import('../features/due/due-page.tsx')).DuePage);
const MothersListPage = lazyPage(
  async () => (await import('../features/mothers/mothers-list-page.tsx')).MothersListPage,
);
const NewMotherPage = lazyPage(
  async () => (await import('../features/mothers/mother-form-page.tsx')).NewMotherPage,
);
const EditMotherPage = lazyPage(
  async () => (await import('../features/mothers/mother-form-page.tsx')).EditMotherPage,
);
const DevicePage = lazyPage(
  async () => (await import('../features/settings/device-page.tsx')).DevicePage,
);

/** Loads the page that nearly every visit begins with before anything is drawn. */
export async function pageAhead(pathname: string): Promise<void> {
  if (/^\/children\/list\/(?!stakes\/)/.test(pathname)) await ChildListPage.ahead();
}

/** What a visit opens after the list, in the order in which it is needed. */
export const VISIT_PARTS: readonly (() => Promise<unknown>)[] = [
  ChildViewPage.ahead,
  NewScreeningPage.ahead,
  () => import('../features/screenings/who-rules.ts'),
  NewChildPage.ahead,
];

/** The names of a list's pages without `Page`; each name costs bytes in the first load. */
type Named<Pages> = keyof Pages extends infer Name
  ? Name extends `${infer Bare}Page`
    ? Bare
    : never
  : never;

/** A page of accounts, settings or administration, from a list in its own chunk. */
const accountPage = (name: Named<typeof ACCOUNT_PAGES>) =>
  lazyPage(async () => (await import('./account-pages.ts')).ACCOUNT_PAGES[`${name}Page`]());
/** A page of synchronisation, or of the screening day, from a list in its own chunk. */
const syncPage = (name: Named<typeof SYNC_PAGES>) =>
  lazyPage(async () => (await import('./sync-pages.tsx')).SYNC_PAGES[`${name}Page`]());
/** A page of a coordinator, from a list in its own chunk. */
const deskPage = (name: Named<typeof DESK_PAGES>) =>
  lazyPage(async () => (await import('./desk-pages.ts')).DESK_PAGES[`${name}Page`]());
const errorPage = (name: keyof typeof errorPages) =>
  lazyPage(async () => (await import('./error-pages.tsx'))[name]);

const row = (needs: Action | null, speaks: Tier, page: ComponentType): RouteRow => ({
  needs,
  speaks,
  page,
});

/** A route that everybody may enter. */
const open = (speaks: Tier, page: ComponentType) => row(null, speaks, page);
const settings = (name: Named<typeof ACCOUNT_PAGES>) =>
  row('own-settings', 'accounts', accountPage(name));
const account = (name: Named<typeof ACCOUNT_PAGES>) => open('accounts', accountPage(name));
const users = (name: Named<typeof ACCOUNT_PAGES>) =>
  row('manage-users', 'admin', accountPage(name));
const places = (name: Named<typeof ACCOUNT_PAGES>) =>
  row('manage-catalogue', 'admin', accountPage(name));

/**
 * Every route of the application, by its router pattern. The right to enter is declared only here;
 * the domain's table of permissions lists the roles that have it.
 */
export const ROUTES = {
  '/': open('first', CountriesPage),
  '/children/countries/:networkFirst': open('first', CountriesPage),
  '/children/list/stakes/:country': open('first', UnitsPage),
  '/children/list/:stakeDB/:stakeName/:searchFilter/:colorFilter/:screenType': open(
    'first',
    ChildListPage,
  ),
  '/children/create/:dbName': open('rest', NewChildPage),
  '/children/edit/:childId': open('rest', EditChildPage),
  '/children/view/:childId': open('rest', ChildViewPage),
  '/children/card/:childId': open('sync', syncPage('GrowthCard')),
  '/children/remove/:childId': { ...row('remove-child', 'rest', RemoveChildPage), isLocal: true },
  '/children/survey/:childId': open('rest', NewScreeningPage),
  '/children/survey/edit/:childId/:surveyId': open('rest', EditScreeningPage),
  '/children/survey/remove/:childId/:surveyId': open('rest', RemoveScreeningPage),
  '/children/due/:stakeDB/:stakeName': open('rest', DuePage),
  '/children/day/:stakeDB/:stakeName': open('sync', syncPage('Day')),
  '/children/mothers/list/:stakeDB/:stakeName/:screenType': open('rest', MothersListPage),
  '/children/mothers/create/:stakeDB/:stakeName/:screenType': open('rest', NewMotherPage),
  '/children/mothers/:motherId/:stakeDB/:stakeName/:screenType': open('rest', EditMotherPage),

  '/children/import/:stakeDB/:stakeName': row('upload', 'desk', deskPage('Import')),
  '/children/sync/:stakeDB/:stakeName/:screenType': row('sync', 'sync', syncPage('Sync')),
  // Loaded on demand, like its sentences.
  '/children/syncinfo': row('sync', 'accounts', syncPage('SyncInfo')),
  '/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect': {
    ...row('report-unit', 'desk', deskPage('Report')),
    isLocal: true,
  },
  '/children/reports': row('report-unit', 'desk', deskPage('MyReports')),
  '/children/desk': row('report-unit', 'desk', deskPage('Desk')),
  '/children/desk/:country': row('report-unit', 'desk', deskPage('CountryDesk')),
  '/children/desk/:country/:stakeDB': {
    ...row('report-unit', 'desk', deskPage('UnitDesk')),
    isLocal: true,
  },
  '/files/:fileToDownload': row('download-file', 'desk', deskPage('File')),
  '/children/waiting/:stakeDB/:stakeName': open('sync', syncPage('Waiting')),
  '/children/waiting/:stakeDB/:stakeName/:recordId': open('sync', syncPage('Choose')),
  '/children/backup': open('sync', syncPage('Backup')),
  '/children/local/:stakeDB/:stakeName': open('sync', syncPage('LocalCopy')),
  '/children/handover/:stakeDB/:stakeName': open('sync', syncPage('HandOver')),
  '/children/receive': open('sync', syncPage('Receive')),
  '/children/removed/:stakeDB/:stakeName': open('sync', syncPage('Removed')),

  '/admin/users': users('Users'),
  '/admin/users/new': users('NewUser'),
  '/admin/users/:userId': users('User'),
  '/admin/users/:userId/edit': users('EditUser'),
  '/admin/requests': users('Requests'),
  '/admin/audit': users('Audit'),
  '/admin/programme': row('manage-settings', 'admin', accountPage('Programme')),
  '/admin/places': places('Places'),
  '/admin/places/:country': places('Country'),

  '/settings/profile': settings('Profile'),
  '/settings/password': settings('Password'),
  '/settings/accounts': settings('SocialAccounts'),
  '/settings/sessions': settings('Sessions'),
  '/settings/picture': settings('Picture'),
  '/settings/device': open('rest', DevicePage),
  '/privacy': account('Privacy'),
  '/authentication/signup': account('SignUp'),
  '/authentication/signin': account('SignIn'),
  '/authentication/return': account('Return'),
  '/authentication/email/:token': account('EmailLink'),
  '/authentication/first-admin': account('FirstAdmin'),
  '/password/forgot': account('Forgot'),
  '/password/reset/invalid': account('ResetInvalid'),
  '/password/reset/success': account('ResetSuccess'),
  '/password/reset/:token': account('Reset'),

  '/not-found': open('first', errorPage('NotFoundPage')),
  '/bad-request': open('first', errorPage('BadRequestPage')),
  '/sync-error': open('sync', syncPage('SyncError')),
  '/server-error': open('first', errorPage('ServerErrorPage')),
  '/forbidden': open('first', errorPage('ForbiddenPage')),
} as const satisfies Record<string, RouteRow>;
