import { enterRoute, ROUTE_ACTIONS, type RoutePattern } from '@crece/domain';
import type { Tier } from '@crece/messages';
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Navigate, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { ACCOUNT_PATHS, useTarget } from '../components/account-paths.ts';
import { Waiting } from '../components/blank.tsx';
import { useAnyUnsaved } from '../components/forms/unsaved.tsx';
import { NoSuchPage } from '../components/not-found.tsx';
import { beginPage } from '../components/page-start.ts';
import { useSentences } from '../data/messages.tsx';
import { useSession, useSignIn } from '../data/session.tsx';
import type { ACCOUNT_PAGES } from './account-pages.ts';
import type * as errorPages from './error-pages.tsx';
import { lazyPage } from './lazy-page.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PageMissing } from './page-missing.tsx';
import type { SYNC_PAGES } from './sync-pages.ts';

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

/** A page of accounts, settings or administration, by way of a list that is a chunk of its own. */
const accountPage = (name: keyof typeof ACCOUNT_PAGES) =>
  lazyPage(async () => (await import('./account-pages.ts')).ACCOUNT_PAGES[name]());
/** A page of synchronisation, by way of a list like that. */
const syncPage = (name: keyof typeof SYNC_PAGES) =>
  lazyPage(async () => (await import('./sync-pages.ts')).SYNC_PAGES[name]());
const errorPage = (name: keyof typeof errorPages) =>
  lazyPage(async () => (await import('./error-pages.tsx'))[name]);

const NotYetPage = errorPage('NotYetPage');

/** Every card, chart and form in every state; the production build leaves it out. */
const GalleryPage = import.meta.env.DEV
  ? lazyPage(async () => (await import('../gallery/gallery-page.tsx')).GalleryPage)
  : null;

/** Routes whose pages are named, by the route itself, in the list of synchronisation's. */
type SyncRoute = keyof typeof SYNC_PAGES;

/** The page of every other route. */
const PAGES: Readonly<Record<Exclude<RoutePattern, SyncRoute>, ComponentType>> = {
  '/': CountriesPage,
  '/children/countries/:networkFirst': CountriesPage,
  '/children/list/stakes/:country': UnitsPage,
  '/children/list/:stakeDB/:stakeName/:searchFilter/:colorFilter/:screenType': ChildListPage,
  '/children/create/:dbName': NewChildPage,
  '/children/edit/:childId': EditChildPage,
  '/children/view/:childId': ChildViewPage,
  '/children/remove/:childId': RemoveChildPage,
  '/children/survey/:childId': NewScreeningPage,
  '/children/survey/edit/:childId/:surveyId': EditScreeningPage,
  '/children/survey/remove/:childId/:surveyId': RemoveScreeningPage,
  '/children/mothers/list/:stakeDB/:stakeName/:screenType': MothersListPage,
  '/children/mothers/create/:stakeDB/:stakeName/:screenType': NewMotherPage,
  '/children/mothers/:motherId/:stakeDB/:stakeName/:screenType': EditMotherPage,
  '/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect':
    NotYetPage,
  '/files/:fileToDownload': NotYetPage,
  '/admin/users': accountPage('UsersPage'),
  '/admin/users/new': accountPage('NewUserPage'),
  '/admin/users/:userId': accountPage('UserPage'),
  '/admin/users/:userId/edit': accountPage('EditUserPage'),
  '/admin/requests': accountPage('RequestsPage'),
  '/admin/audit': accountPage('AuditPage'),
  '/admin/places': accountPage('PlacesPage'),
  '/admin/places/:country': accountPage('CountryPage'),
  '/settings/profile': accountPage('ProfilePage'),
  '/settings/password': accountPage('PasswordPage'),
  '/settings/accounts': accountPage('SocialAccountsPage'),
  '/settings/picture': accountPage('PicturePage'),
  '/settings/device': DevicePage,
  '/privacy': accountPage('PrivacyPage'),
  '/authentication/signup': accountPage('SignUpPage'),
  '/authentication/signin': accountPage('SignInPage'),
  '/authentication/return': accountPage('ReturnPage'),
  '/authentication/first-admin': accountPage('FirstAdminPage'),
  '/password/forgot': accountPage('ForgotPage'),
  '/password/reset/invalid': accountPage('ResetInvalidPage'),
  '/password/reset/success': accountPage('ResetSuccessPage'),
  '/password/reset/:token': accountPage('ResetPage'),
  '/not-found': errorPage('NotFoundPage'),
  '/bad-request': errorPage('BadRequestPage'),
  '/server-error': errorPage('ServerErrorPage'),
  '/forbidden': errorPage('ForbiddenPage'),
};

/** Areas without a page of their own lead to their first one. */
const AREAS = { '/admin': '/admin/users', '/settings': '/settings/profile' } as const;

const isSyncRoute = (route: RoutePattern): route is SyncRoute => !(route in PAGES);

const pages = (Object.keys(ROUTE_ACTIONS) as RoutePattern[]).map(
  (route) => [route, isSyncRoute(route) ? syncPage(route) : PAGES[route]] as const,
);

/**
 * Lets in whom the permissions table lets in. Whoever is in and loses the session stays as long as
 * something typed is unsaved. After a sign-out, or for somebody else who takes over the phone, the
 * page goes; what is typed is kept as a draft.
 */
function Guarded({ route, children }: { route: RoutePattern; children: ReactNode }) {
  const account = useSession();
  const { isServerSession } = useSignIn();
  const target = useTarget();
  const hasTyped = useAnyUnsaved();
  const answer = enterRoute(account, route, isServerSession);
  const inside = useRef<string | null>(null);
  const stays = hasTyped && account !== null && account.id === inside.current;
  useEffect(() => {
    if (answer === 'allowed') inside.current = account?.id ?? null;
    else if (!stays) inside.current = null;
  });
  if (answer === 'allowed' || stays) return children;
  if (answer === 'forbidden') return <Navigate to="/forbidden" replace />;
  return <Navigate to={ACCOUNT_PATHS.signIn} replace state={{ ...target, needed: true }} />;
}

/** Addresses whose pages speak only the sentences of the first chunk. */
const SPEAKS_FIRST = /^\/(?:[\w-]*|children\/(?:countries|list|report)\b.*|files\/.*)$/;
const SPEAKS_ACCOUNTS = /^\/(?:privacy|(?:authentication|password|settings(?!\/device))\/.*)$/;

/** The sentences that a page needs before it can speak. */
function tierOf(route: RoutePattern): Tier {
  if (route.startsWith('/admin/')) return 'admin';
  if (SPEAKS_ACCOUNTS.test(route)) return 'accounts';
  if (isSyncRoute(route)) return 'sync';
  return SPEAKS_FIRST.test(route) ? 'first' : 'rest';
}

/** One page with what catches its faults, and waits for its chunk and its sentences. */
function Framed({ tier, children }: { tier: Tier; children: ReactNode }) {
  const { pathname } = useLocation();
  const sentences = useSentences(tier);
  if (sentences === 'missing') return <PageMissing />;
  if (sentences === 'loading') return <Waiting />;
  return <PageBoundary address={pathname}>{children}</PageBoundary>;
}

/** A new page begins at its top, and keyboard and screen reader begin there too. */
function useStartAtTop() {
  const { pathname, search } = useLocation();
  const type = useNavigationType();
  const last = useRef({ pathname, search });
  useLayoutEffect(() => {
    const before = last.current;
    if (before.pathname === pathname && before.search === search) return;
    last.current = { pathname, search };
    const isNew = type === 'PUSH' && before.pathname !== pathname;
    if (isNew) window.scrollTo(0, 0);
    beginPage(isNew);
  }, [pathname, search, type]);
}

export function AppRoutes() {
  const { pathname, search, hash } = useLocation();
  useStartAtTop();
  if (pathname.length > 1 && /^\/\/|\/$/.test(pathname)) {
    // Several slashes in front would name another host.
    const plain = `/${pathname.replace(/^\/+|\/+$/g, '')}`;
    return <Navigate to={{ pathname: plain, search, hash }} replace />;
  }
  return (
    <Routes>
      {pages.map(([route, PageOfRoute]) => (
        <Route
          key={route}
          path={route}
          element={
            // Outside: whoever is not let in waits for nothing of the page's.
            <Guarded route={route}>
              <Framed tier={tierOf(route)}>
                <PageOfRoute />
              </Framed>
            </Guarded>
          }
        />
      ))}
      {Object.entries(AREAS).map(([area, first]) => (
        <Route key={area} path={area} element={<Navigate to={first} replace />} />
      ))}
      {GalleryPage === null ? null : (
        <Route
          path="/gallery"
          element={
            <Framed tier="sync">
              <GalleryPage />
            </Framed>
          }
        />
      )}
      <Route path="*" element={<NoSuchPage />} />
    </Routes>
  );
}
