import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Navigate, Route, Routes, useLocation, useNavigationType } from 'react-router';
import { DOORS } from '../data/lock.ts';
import { useSentences } from '../data/messages.tsx';
import type { SentenceGroup } from '../data/sentence-groups.ts';
import { useSession, useSignIn } from '../data/session.tsx';
import { useAnyUnsaved } from '../shared/forms/unsaved.tsx';
import { ACCOUNT_PATHS, useIsOffered, useTarget } from '../shared/navigation/account-paths.ts';
import { NoSuchPage } from '../shared/navigation/not-found.tsx';
import { Waiting } from '../ui/blank.tsx';
import { beginPage } from '../ui/page-start.ts';
import { enterRoute } from './enter-route.ts';
import { ROUTES, type RouteRow } from './features.ts';
import { lazyPage } from './lazy-page.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PageMissing } from './page-missing.tsx';

/** Every card, chart and form in every state; left out of the production build. */
const GalleryPage = import.meta.env.DEV
  ? lazyPage(async () => (await import('../gallery/gallery-page.tsx')).GalleryPage)
  : null;

/** Areas without their own page redirect to their first one. */
const AREAS = { '/admin': ACCOUNT_PATHS.users, '/settings': ACCOUNT_PATHS.profile } as const;

/**
 * Lets in people who have the route's right. A person who loses the session inside stays while
 * typed text is unsaved. After a sign-out, or when another person takes over the phone, the page
 * closes and the text is kept as a draft. Whoever did not ask for the page, because somebody else had
 * left it open, is not refused it, but begins at home.
 */
function Guarded({ route, children }: { route: RouteRow; children: ReactNode }) {
  const account = useSession();
  const { isServerSession } = useSignIn();
  const target = useTarget();
  const hasTyped = useAnyUnsaved();
  const answer = enterRoute(account, route, isServerSession);
  const isOffered = useIsOffered();
  const inside = useRef<string | null>(null);
  const stays = hasTyped && account !== null && account.id === inside.current;
  const isTakenOver = account !== null && ![null, account.id].includes(inside.current);
  useEffect(() => {
    if (answer === 'allowed') inside.current = account?.id ?? null;
    // A form that goes with its text draws this once more, before home is opened.
    else if (!stays && !isTakenOver) inside.current = null;
  });
  if (answer === 'allowed' || stays) return children;
  if (isTakenOver || (isOffered && answer === 'forbidden')) return <Navigate to="/" replace />;
  if (answer === 'forbidden') return <Navigate to="/forbidden" replace />;
  return <Navigate to={ACCOUNT_PATHS.signIn} replace state={{ ...target, needed: true }} />;
}

/** One page with its error boundary; waits for its chunk and its sentences. */
function Framed({ group, children }: { group: SentenceGroup; children: ReactNode }) {
  const { pathname } = useLocation();
  const sentences = useSentences(group);
  const account = useSession();
  // Remounts the page when the person changes, so that typed text does not pass to another; sign-in
  // pages stay mounted across the change.
  const person = DOORS.test(pathname) ? null : account?.id;
  if (sentences === 'missing') return <PageMissing />;
  if (sentences === 'loading') return <Waiting />;
  return (
    <PageBoundary key={person} address={pathname}>
      {children}
    </PageBoundary>
  );
}

/** Starts a new page at its top, also for keyboard and screen reader. */
function useStartAtTop() {
  const { pathname, search } = useLocation();
  const type = useNavigationType();
  const last = useRef({ pathname, search });
  useLayoutEffect(() => {
    const before = last.current;
    if (before.pathname === pathname && before.search === search) return;
    last.current = { pathname, search };
    const isOther = before.pathname !== pathname;
    // Only the way back keeps a page's place, by the browser. A saved form is replaced by its result,
    // which is read from its top.
    if (isOther && type !== 'POP') window.scrollTo(0, 0);
    beginPage(isOther && type === 'PUSH');
  }, [pathname, search, type]);
}

export function AppRoutes() {
  const { pathname, search, hash } = useLocation();
  useStartAtTop();
  if (pathname.length > 1 && /^\/\/|\/$/.test(pathname)) {
    // Several leading slashes would name another host.
    const plain = `/${pathname.replace(/^\/+|\/+$/g, '')}`;
    return <Navigate to={{ pathname: plain, search, hash }} replace />;
  }
  return (
    <Routes>
      {Object.entries<RouteRow>(ROUTES).map(([path, route]) => (
        <Route
          key={path}
          path={path}
          element={
            // Outermost, so that people without the right load nothing of the page.
            <Guarded route={route}>
              <Framed group={route.speaks}>
                <route.page />
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
            <Framed group="later">
              <GalleryPage />
            </Framed>
          }
        />
      )}
      <Route path="*" element={<NoSuchPage />} />
    </Routes>
  );
}
