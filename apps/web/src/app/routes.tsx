import { enterRoute, ROUTE_ACTIONS, type RoutePattern } from '@crece/domain';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { Waiting } from '../components/blank.tsx';
import { useRestOfSentences } from '../data/messages.tsx';
import { useSession } from '../data/session.tsx';
import {
  BadRequestPage,
  ForbiddenPage,
  NotFoundPage,
  PageMissing,
  ServerErrorPage,
  SignInNeededPage,
  SignInPage,
  SyncErrorPage,
} from './error-pages.tsx';
import { lazyPage } from './lazy-page.tsx';
import { PageBoundary } from './page-boundary.tsx';

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

/** Every card, chart and form in every state; the production build leaves it out. */
const GalleryPage = import.meta.env.DEV
  ? lazyPage(async () => (await import('../gallery/gallery-page.tsx')).GalleryPage)
  : null;

/**
 * The page of every route of the specification. Routes that need an account, and the addresses of
 * accounts themselves, answer what is missing and what works without.
 */
const PAGES: Readonly<Record<RoutePattern, ComponentType>> = {
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
  '/children/sync/:stakeDB/:stakeName/:screenType': SignInNeededPage,
  '/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect':
    SignInNeededPage,
  '/children/syncinfo': SignInNeededPage,
  '/files/:fileToDownload': SignInNeededPage,
  '/admin/users': SignInNeededPage,
  '/admin/users/:userId': SignInNeededPage,
  '/admin/users/:userId/edit': SignInNeededPage,
  '/settings/profile': SignInNeededPage,
  '/settings/password': SignInNeededPage,
  '/settings/accounts': SignInNeededPage,
  '/settings/picture': SignInNeededPage,
  '/authentication/signup': SignInPage,
  '/authentication/signin': SignInPage,
  '/password/forgot': SignInPage,
  '/password/reset/invalid': SignInPage,
  '/password/reset/success': SignInPage,
  '/password/reset/:token': SignInPage,
  '/not-found': NotFoundPage,
  '/bad-request': BadRequestPage,
  '/sync-error': SyncErrorPage,
  '/server-error': ServerErrorPage,
  '/forbidden': ForbiddenPage,
};

/** Areas without a page of their own lead to their first one. */
const AREAS = { '/admin': '/admin/users', '/settings': '/settings/profile' } as const;

const patterns = Object.keys(ROUTE_ACTIONS) as RoutePattern[];

/** Lets in whom the permissions table lets in, and answers the others. */
function Guarded({ route, page: PageOfRoute }: { route: RoutePattern; page: ComponentType }) {
  const session = useSession();
  const answer = enterRoute(session, route);
  if (answer === 'needs-sign-in') return <SignInNeededPage />;
  if (answer === 'forbidden') return <Navigate to="/forbidden" replace />;
  return <PageOfRoute />;
}

/** Pages that speak only the sentences of the first chunk. */
const FIRST_PAGES: ReadonlySet<ComponentType> = new Set<ComponentType>([
  CountriesPage,
  UnitsPage,
  ChildListPage,
  NotFoundPage,
  BadRequestPage,
  SyncErrorPage,
  ServerErrorPage,
  ForbiddenPage,
  SignInPage,
  SignInNeededPage,
]);

/** One page with what catches its faults, and waits for its chunk and its sentences. */
function Framed({ page, children }: { page: ComponentType; children: ReactNode }) {
  const { pathname } = useLocation();
  const rest = useRestOfSentences();
  if (rest !== 'ready' && !FIRST_PAGES.has(page)) {
    return rest === 'missing' ? <PageMissing /> : <Waiting />;
  }
  return <PageBoundary address={pathname}>{children}</PageBoundary>;
}

/** A new page begins at its top, and keyboard and screen reader begin there too. */
function useStartAtTop() {
  const { pathname } = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new address is a new page
  useEffect(() => {
    if (type !== 'PUSH') return;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, type]);
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
      {patterns.map((route) => (
        <Route
          key={route}
          path={route}
          element={
            <Framed page={PAGES[route]}>
              <Guarded route={route} page={PAGES[route]} />
            </Framed>
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
            <Framed page={GalleryPage}>
              <GalleryPage />
            </Framed>
          }
        />
      )}
      <Route path="*" element={<Navigate to="/not-found" replace />} />
    </Routes>
  );
}
