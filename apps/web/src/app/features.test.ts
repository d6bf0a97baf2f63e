import { CALL_RIGHTS, type CallRight } from '@crece/contract/testing';
import { type Account, can, ROLES, type Role } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { enterRoute } from './enter-route.ts';
import { ROUTES, type RoutePattern, type RouteRow } from './features.ts';

const routes = Object.keys(ROUTES) as RoutePattern[];
const rowOf = (route: RoutePattern): RouteRow => ROUTES[route];

const asRole = (role: Role): Account | null =>
  role === 'guest' ? null : { id: '1', username: 'ana', displayName: 'Ana', roles: [role] };

/**
 * The roles of routes a second time on purpose, from the specification (sections 2 and 6; settings
 * for sync and phl-pilot, places, requests and the log from decisions section 6). All other routes
 * declare no roles.
 */
const SPECIFIED: Partial<Record<RoutePattern, readonly Role[]>> = {
  '/children/remove/:childId': ['user', 'admin'],
  '/children/move/:childId': ['sync', 'admin'],
  '/children/coming/:stakeDB/:stakeName': ['sync', 'admin'],
  '/children/same/:stakeDB/:stakeName': ['user', 'admin'],
  '/children/same/:stakeDB/:stakeName/:firstId/:secondId': ['user', 'admin'],
  '/children/import/:stakeDB/:stakeName': ['sync', 'admin'],
  '/children/sync/:stakeDB/:stakeName/:screenType': ['sync', 'admin'],
  '/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect': [
    'sync',
    'admin',
  ],
  '/children/reports': ['sync', 'admin'],
  '/children/desk': ['sync', 'admin'],
  '/children/desk/:country': ['sync', 'admin'],
  '/children/desk/:country/:stakeDB': ['sync', 'admin'],
  '/children/syncinfo': ['sync', 'admin'],
  '/files/:fileToDownload': ['sync', 'admin'],
  '/admin/users': ['admin'],
  '/admin/users/new': ['admin'],
  '/admin/users/:userId': ['admin'],
  '/admin/users/:userId/edit': ['admin'],
  '/admin/requests': ['admin'],
  '/admin/first-steps': ['admin'],
  '/admin/server': ['admin'],
  '/admin/phones': ['admin'],
  '/admin/audit': ['admin'],
  '/admin/erasures': ['admin'],
  '/admin/programme': ['admin'],
  '/admin/places': ['admin'],
  '/admin/places/:country': ['admin'],
  '/settings/profile': ['user', 'sync', 'admin', 'phl-pilot'],
  '/settings/password': ['user', 'sync', 'admin', 'phl-pilot'],
  '/settings/accounts': ['user', 'sync', 'admin', 'phl-pilot'],
  '/settings/picture': ['user', 'sync', 'admin', 'phl-pilot'],
  '/settings/sessions': ['user', 'sync', 'admin', 'phl-pilot'],
};

/**
 * Routes with roles that need no server: removing, moving and merging children, and reports and figures of local
 * records.
 */
const WORKS_ALONE: readonly string[] = [
  '/children/remove/:childId',
  '/children/move/:childId',
  '/children/same/:stakeDB/:stakeName',
  '/children/same/:stakeDB/:stakeName/:firstId/:secondId',
  '/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect',
  '/children/desk/:country/:stakeDB',
];

describe('the routes', () => {
  it('include all routes of the specification, and ours', () => {
    expect(routes).toHaveLength(76);
    expect(routes).toEqual(expect.arrayContaining(Object.keys(SPECIFIED)));
  });

  it.each(routes)('allow the specified roles only: %s', (route) => {
    const roles = SPECIFIED[route];
    for (const role of ROLES) {
      const refused = role === 'guest' ? 'needs-sign-in' : 'forbidden';
      const expected = roles === undefined || roles.includes(role) ? 'allowed' : refused;
      expect(enterRoute(asRole(role), rowOf(route), true), role).toBe(expected);
    }
  });

  it('routes are allowed without a server session only where the device works alone', () => {
    const admin: Account = {
      id: '1',
      username: 'ana',
      displayName: 'Ana',
      roles: ['user', 'admin'],
    };
    for (const route of routes) {
      const isOpen = SPECIFIED[route] === undefined || WORKS_ALONE.includes(route);
      const expected = isOpen ? 'allowed' : 'needs-sign-in';
      expect(enterRoute(admin, rowOf(route), false), route).toBe(expected);
    }
    const removal = ROUTES['/children/remove/:childId'];
    expect(enterRoute(asRole('sync'), removal, false)).toBe('forbidden');
    expect(enterRoute(null, removal, false)).toBe('needs-sign-in');
  });

  it("any of a person's roles allows a route, and no unknown word does", () => {
    const both: Account = { id: '1', username: 'ana', displayName: 'Ana', roles: ['user', 'sync'] };
    expect(enterRoute(both, ROUTES['/children/syncinfo'], true)).toBe('allowed');
    expect(enterRoute(both, ROUTES['/admin/users'], true)).toBe('forbidden');
    const stranger = { ...both, roles: ['superadmin', 'constructor'] as unknown as Role[] };
    expect(enterRoute(stranger, ROUTES['/admin/users'], true)).toBe('forbidden');
    expect(enterRoute({ ...both, roles: [] }, ROUTES['/settings/profile'], true)).toBe('forbidden');
  });
});

type Call = keyof typeof CALL_RIGHTS;

/** The calls that need a right, made by the pages of a route. */
const CALLS: Partial<Record<RoutePattern, readonly Call[]>> = {
  '/children/sync/:stakeDB/:stakeName/:screenType': [
    'GET /api/children/sync',
    'GET /api/children/updateviews/:stakeDB',
    'GET /api/children/compactDB/:stakeDB',
  ],
  '/children/import/:stakeDB/:stakeName': [
    'POST /api/files/:fileName/ticket',
    'POST /api/children/upload/:stakeDB',
    'GET /api/imports',
    'GET /api/imports/:jobId',
    'POST /api/imports/:jobId/undo',
  ],
  '/children/syncinfo': ['GET /api/children/sync'],
  '/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect': [
    'GET /api/children/report/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect',
    'GET /api/children/report-preview/:stakeDB/:cCode/:scopeType/:sortField/:language/:csvType/:monthSelect',
    'GET /api/reports/:jobId',
    'POST /api/children/export/:stakeDB/:cCode/:scopeType/:exportFormat',
  ],
  '/children/reports': ['GET /api/reports', 'DELETE /api/reports/:jobId'],
  '/children/desk/:country/:stakeDB': [
    'GET /api/desk/unit/:stakeDB',
    'GET /api/desk/unit/:stakeDB/children',
  ],
  '/files/:fileToDownload': ['POST /api/files/:fileName/ticket'],
  '/admin/users': ['GET /api/users', 'DELETE /api/users/:userId', 'GET /api/docs'],
  '/admin/first-steps': ['GET /api/admin/first-steps'],
  '/admin/server': ['GET /api/admin/server'],
  '/admin/phones': ['GET /api/phones'],
  '/admin/users/new': ['POST /api/users', 'GET /api/catalogue'],
  '/admin/users/:userId': [
    'GET /api/users/:userId',
    'DELETE /api/users/:userId',
    'POST /api/users/:userId/erasure',
  ],
  '/admin/users/:userId/edit': ['PUT /api/users/:userId', 'GET /api/catalogue'],
  '/admin/requests': ['GET /api/role-requests', 'POST /api/role-requests/:userId'],
  '/admin/audit': ['GET /api/audit', 'GET /api/audit.csv'],
  '/admin/erasures': [
    'GET /api/erasures',
    'POST /api/erasures/:stakeDB',
    'GET /api/kept-long',
    'POST /api/kept-long',
  ],
  '/admin/programme': [
    'PUT /api/admin/settings',
    'GET /api/admin/settings/last',
    'POST /api/admin/settings/last',
  ],
  '/admin/places': ['GET /api/catalogue', 'PUT /api/catalogue'],
  '/admin/places/:country': [
    'GET /api/catalogue',
    'PUT /api/catalogue',
    'GET /api/units/:stakeDB/joining',
    'POST /api/units/:stakeDB/joining',
    'DELETE /api/units/:stakeDB/joining',
  ],
  '/settings/profile': [
    'PUT /api/users',
    'POST /api/users/email',
    'DELETE /api/users/email',
    'POST /api/role-requests',
    'DELETE /api/role-requests',
  ],
  '/settings/password': ['POST /api/users/password'],
  '/settings/accounts': ['DELETE /api/users/accounts', 'POST /api/users/accounts/:provider'],
  '/settings/sessions': [
    'GET /api/users/sessions',
    'DELETE /api/users/sessions',
    'DELETE /api/users/sessions/:sessionId',
  ],
  '/children/coming/:stakeDB/:stakeName': [
    'GET /api/children/proposals/:stakeDB',
    'POST /api/children/:childId/proposal',
  ],
  '/settings/picture': ['POST /api/users/picture', 'DELETE /api/users/picture'],
};

/**
 * Calls that a page makes only for people with their right: the desk of several units is an
 * administrator's; others choose a single unit there.
 */
const OF_SOME: Partial<Record<RoutePattern, readonly Call[]>> = {
  // Everybody sees what was removed here; the server's list is for whoever may synchronise.
  '/children/removed/:stakeDB/:stakeName': ['GET /api/children/removed/:stakeDB'],
  '/children/desk': ['GET /api/desk', 'GET /api/desk/children'],
  '/children/desk/:country': [
    'GET /api/desk/country/:cCode',
    'GET /api/desk/country/:cCode/children',
  ],
};

/** Calls that a page offers only to people with their right. */
const OFFERED_BY_RIGHT: readonly Call[] = [
  'GET /api/children/moved/:stakeDB',
  'POST /api/children/:childId/move',
  'GET /api/children/update/:stakeDB/:stakeName/:cCode/:scopeType',
];

/** Calls with a right that are made by programs, not by pages. */
const OF_PROGRAMS: readonly Call[] = ['GET /api/children/:childId', 'PUT /api/children/:childId'];

describe("the routes compared with the server's calls", () => {
  const mayCall = (role: Role, call: Call): boolean => {
    const right: CallRight = CALL_RIGHTS[call];
    if (right === 'everyone') return true;
    return right === 'signed-in' ? role !== 'guest' : can(asRole(role), right);
  };

  it.each(Object.entries(CALLS))(
    'allow exactly the roles that the server allows: %s',
    (route, calls) => {
      for (const call of calls) {
        for (const role of ROLES) {
          const isIn = enterRoute(asRole(role), rowOf(route as RoutePattern), true) === 'allowed';
          expect([role, call, isIn]).toEqual([role, call, mayCall(role, call)]);
        }
      }
    },
  );

  it.each(Object.entries(OF_SOME))(
    'allow at least the roles that the server allows: %s',
    (route, calls) => {
      const isIn = (role: Role) =>
        enterRoute(asRole(role), rowOf(route as RoutePattern), true) === 'allowed';
      for (const call of calls) {
        expect(ROLES.filter((role) => mayCall(role, call) && !isIn(role))).toEqual([]);
      }
    },
  );

  it('need a right only for such a call, or where the device works alone', () => {
    const withRight = routes.filter((route) => rowOf(route).needs !== undefined);
    const explained = withRight.filter(
      (route) => route in CALLS || route in OF_SOME || rowOf(route).isLocal === true,
    );
    expect(explained).toEqual(withRight);
  });

  it('cover every call of the application that needs a right', () => {
    const named = new Set<string>([
      ...Object.values(CALLS).flat(),
      ...Object.values(OF_SOME).flat(),
      ...OFFERED_BY_RIGHT,
      ...OF_PROGRAMS,
    ]);
    const withRight = Object.entries<CallRight>(CALL_RIGHTS)
      .filter(
        ([call, right]) => call.includes(' /api/') && right !== 'everyone' && right !== 'signed-in',
      )
      .map(([call]) => call);
    expect(withRight.filter((call) => !named.has(call))).toEqual([]);
  });
});
