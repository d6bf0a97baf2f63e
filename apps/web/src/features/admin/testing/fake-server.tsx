import type { ErrorCode, IssueBody, UserBody } from '@crece/contract';
import { ERROR_CODES } from '@crece/contract';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { Route, Routes, useLocation } from 'react-router';
import { vi } from 'vitest';
import { aUser, type RenderOptions, renderApp, TEST_TOKEN } from '../../../testing/render.tsx';
import { AuditPage } from '../audit-page.tsx';
import { ErasuresPage } from '../erasures-page.tsx';
import { FirstStepsPage } from '../first-steps-page.tsx';
import { NewUserPage } from '../new-user-page.tsx';
import { PhonesPage } from '../phones-page.tsx';
import { CountryPage } from '../place-page.tsx';
import { PlacesPage } from '../places-page.tsx';
import { ProgrammePage } from '../programme-page.tsx';
import { RequestsPage } from '../requests-page.tsx';
import { ServerPage } from '../server-page.tsx';
import { EditUserPage } from '../user-edit-page.tsx';
import { UserPage } from '../user-page.tsx';
import { UsersPage } from '../users-page.tsx';

interface Asked {
  query: Record<string, string>;
  body: unknown;
  /** The values for the path's `:names`. */
  params: string[];
}

/** The answer of a route: a `Response`, or any other value as JSON. */
type Answer = (asked: Asked) => unknown;

export interface FakeServer {
  /** Every request as `GET /api/users?page=2`, without those of the navigation and of the start. */
  calls: string[];
  /** Sent bodies, in order. */
  bodies: unknown[];
  /** Sets or replaces the answer of a route: `on('PUT /api/users/:id', …)`. */
  on(route: string, answer: Answer): void;
}

/** A refusal in the server's format. */
export function refusal(code: ErrorCode, issues?: readonly IssueBody[]): Response {
  return Response.json(
    { code, message: `The server says ${code}.`, ...(issues === undefined ? {} : { issues }) },
    { status: ERROR_CODES[code] },
  );
}

/** Requests that every page makes by itself. */
const QUIET = new Set(['GET /api/config', 'GET /api/role-requests', 'GET /api/children/stakes']);

function matcher(route: string) {
  const [method, path = ''] = route.split(' ');
  const pattern = new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '([^/]+)')}$`);
  return (asked: string, address: string) => (asked === method ? pattern.exec(address) : null);
}

/** Answers `fetch` by route in the contract's shapes; 404 without a route. */
export function fakeServer(routes: Readonly<Record<string, Answer>> = {}): FakeServer {
  const answers = new Map<string, Answer>(
    Object.entries({
      'GET /api/config': () => ({ demo: false, supportContact: null, providers: [] }),
      'GET /api/role-requests': () => ({ requests: [] }),
      'GET /api/children/stakes': () => BUILT_IN_CATALOGUE,
      ...routes,
    }),
  );
  const calls: string[] = [];
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname, search, searchParams } = new URL(address, 'http://crece.test');
    const method = init.method ?? 'GET';
    const named = `${method} ${pathname}`;
    if (!QUIET.has(named)) calls.push(`${named}${search}`);
    if (typeof init.body === 'string') bodies.push(JSON.parse(init.body));
    const headers = new Headers(init.headers);
    if (!QUIET.has(named) && headers.get('authorization') !== `JWT ${TEST_TOKEN}`) {
      return refusal('unauthorized');
    }
    for (const [route, answer] of answers) {
      const found = matcher(route)(method, pathname);
      if (found === null) continue;
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      const query = Object.fromEntries(searchParams);
      const given = await answer({ query, body, params: found.slice(1) });
      if (init.signal?.aborted) throw new DOMException('given up', 'AbortError');
      return given instanceof Response ? given : Response.json(given);
    }
    return refusal('not-found');
  });
  return { calls, bodies, on: (route, answer) => answers.set(route, answer) };
}

/** The administrator who uses the pages. */
export const ADMIN = aUser({
  id: 'user-admin',
  username: 'julian.r',
  firstName: 'Julián',
  lastName: 'Ramírez',
  displayName: 'Julián Ramírez',
  roles: ['admin'],
});

const NAMES = ['Ana', 'Marco', 'Elsa', 'Grace', 'Kwame', 'Lourdes', 'Tomás'];

/** `count` accounts with different names; the fourth is the administrator. */
export function manyUsers(count: number): UserBody[] {
  return Array.from({ length: count }, (_, index) => {
    if (index === 3) return ADMIN;
    const firstName = NAMES[index % NAMES.length] ?? '';
    const lastName = `Nr${index + 1}`;
    return aUser({
      id: `user-${index + 1}`,
      username: `person${index + 1}`,
      email: `person${index + 1}@example.org`,
      firstName,
      lastName,
      displayName: `${firstName} ${lastName}`,
    });
  });
}

/** Answers a page of 15 of these accounts, filtered by search and role as the server does. */
export function usersAnswer(users: readonly UserBody[]): Answer {
  return ({ query }) => {
    const { page = '1', search = '', role } = query;
    const fitting = users.filter(
      ({ displayName, username, roles }) =>
        `${displayName} ${username}`.toLowerCase().includes(search.toLowerCase()) &&
        (role === undefined || roles.some((each) => each === role)),
    );
    const from = (Number(page) - 1) * 15;
    return { users: fitting.slice(from, from + 15), total: fitting.length };
  };
}

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{`${pathname}${search}`}</output>;
}

/** The current address of the test. */
export const addressNow = () => document.querySelector('[data-testid="address"]')?.textContent;

/**
 * The width of a phone: on a desktop a form takes the focus 100 ms after it appears, in the middle
 * of typing.
 */
window.innerWidth = 360;

/** Opens an address of the administration, signed in as the administrator. */
export function openAdmin(path: string, options: Omit<RenderOptions, 'path'> = {}) {
  const [pathname = '', search] = path.split('?');
  return renderApp(
    <>
      <Routes>
        <Route path="/admin/users" element={<UsersPage />} />
        <Route path="/admin/users/new" element={<NewUserPage />} />
        <Route path="/admin/users/:userId" element={<UserPage />} />
        <Route path="/admin/users/:userId/edit" element={<EditUserPage />} />
        <Route path="/admin/requests" element={<RequestsPage />} />
        <Route path="/admin/first-steps" element={<FirstStepsPage />} />
        <Route path="/admin/server" element={<ServerPage />} />
        <Route path="/admin/phones" element={<PhonesPage />} />
        <Route path="/admin/audit" element={<AuditPage />} />
        <Route path="/admin/erasures" element={<ErasuresPage />} />
        <Route path="/admin/programme" element={<ProgrammePage />} />
        <Route path="/admin/places" element={<PlacesPage />} />
        <Route path="/admin/places/:country" element={<CountryPage />} />
        <Route path="*" element={<p>another page</p>} />
      </Routes>
      <Address />
    </>,
    {
      user: ADMIN,
      ...options,
      path: { pathname, ...(search === undefined ? {} : { search: `?${search}` }) },
    },
  );
}

/** Gives jsdom the width of a desktop, for tables. */
export function useDesktop(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: true,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}
