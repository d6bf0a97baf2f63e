import { CALL_RIGHTS, type CallRight } from '@crece/contract/testing';
import { type Account, type ActionPlace, can, ROLES, type Role } from '@crece/domain';
import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { StoredAccount } from '../accounts/stored-account.ts';
import { accountOf } from '../accounts/stored-account.ts';
import { anApp } from '../testing/test-app.ts';
import { anAccount, aSignedIn } from '../testing/test-people.ts';
import type { AccessEntry } from './declared-access.ts';
import { addressOf, BODIES, routeOf } from './testing/route-address.ts';

/** Calls that concern every place: only an account without a scope may make them. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  'GET /api/admin/first-steps',
  'HEAD /api/admin/first-steps',
  'GET /api/admin/server',
  'HEAD /api/admin/server',
  'PUT /api/admin/settings',
  'GET /api/admin/settings/last',
  'HEAD /api/admin/settings/last',
  'POST /api/admin/settings/last',
]);

/** Calls about one account: one within the caller's places, and one elsewhere. */
const isOfAccount = ({ url }: AccessEntry): boolean => url.includes(':userId');

/** Also opened by a ticket or by navigation, so the route itself, not the hook, answers 401. */
const BY_TICKET: ReadonlySet<string> = new Set(['GET /files/:fileName']);

/** Gateway routes, which need a sync token. */
const isOfUnit = ({ access }: AccessEntry): boolean => 'by' in access && access.by === 'sync-token';

/** The unit in everybody's scope here, and one outside of it. */
const PLACES = {
  own: { stakeDB: 'test_stake_gtm', countryCode: 'GTM' },
  other: { stakeDB: 'test_stake_hnd', countryCode: 'HND' },
} as const satisfies Record<string, ActionPlace>;
type Whose = keyof typeof PLACES;

/** The expected right of a call, from the table written by hand. */
const rightTo = (route: string): CallRight | undefined =>
  Object.entries<CallRight>(CALL_RIGHTS).find(([call]) => call === route)?.[1];

/** Generous: some eighty calls for each role, possibly on a busy machine. */
const TIMEOUT_MS = 60_000;

type Answer = 'allowed' | 401 | 403;

/** The expected answer, from domain's table rather than from the code that enforces it. */
function expected(
  { access, ...entry }: AccessEntry,
  account: Account | null,
  whose: Whose,
): Answer {
  const route = routeOf({ access, ...entry });
  const to = rightTo(route);
  if (BY_TICKET.has(route)) return account === null ? 401 : 'allowed';
  if (to === 'everyone') return 'allowed';
  const denied = account === null ? 401 : 403;
  if (to === undefined) throw new Error('a route without an entry');
  if (to === 'signed-in') return account === null ? 401 : 'allowed';
  if (isOfAccount({ access, ...entry })) {
    return can(account, to) && whose === 'own' ? 'allowed' : denied;
  }
  if (EVERYWHERE.has(route)) return can(account, to, {}) ? 'allowed' : denied;
  const isPlaced =
    isOfUnit({ access, ...entry }) || ('place' in access && access.place !== undefined);
  return can(account, to, isPlaced ? PLACES[whose] : undefined) ? 'allowed' : denied;
}

async function openMatrix() {
  const built = await anApp();
  const { app, services } = built;
  await app.ready();
  // A permanent administrator, so that no call is refused by the guard of the last one.
  await anAccount(built, { username: 'boss', roles: ['user', 'admin'] });

  let made = 0;
  const makeTarget = (whose: Whose) => {
    made += 1;
    const scope = { stakes: [PLACES[whose].stakeDB] };
    // An erased account's user name is never given again.
    return anAccount(built, { username: `${whose}-${made}`, scope });
  };
  const targets = { own: await makeTarget('own'), other: await makeTarget('other') };

  async function signIn(role: Role): Promise<StoredAccount | null> {
    if (role === 'guest') return null;
    const scope = { stakes: [PLACES.own.stakeDB] };
    return (await aSignedIn(built, { username: `a-${role}`, roles: [role], scope })).account;
  }

  /** A sync token of the session, made as if the account had the right to one. */
  async function syncTokenFor(token: string): Promise<string> {
    const signedIn = await services.sessions.authenticate(token);
    if (signedIn === null) throw new Error('no session');
    const { account, sessionId } = signedIn;
    const { id: accountId, sessionVersion } = account;
    return services.syncTokens.sign({ accountId, sessionId, sessionVersion, issuedAt: new Date() });
  }

  async function ask(
    entry: AccessEntry,
    account: StoredAccount | null,
    whose: Whose,
  ): Promise<Answer> {
    const { method, url } = entry;
    // Allowed calls change things: each call uses a new session, and a new account if the old one
    // is gone.
    if ((await services.accounts.byId(targets[whose].id)) === null) {
      targets[whose] = await makeTarget(whose);
    }
    const current = account === null ? null : await services.accounts.byId(account.id);
    const session = current === null ? null : await services.sessions.create(current);
    const token = session !== null && isOfUnit(entry) ? await syncTokenFor(session) : session;
    const address = addressOf(url, { ...PLACES[whose], accountId: targets[whose].id });
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: address,
      headers: token === null ? {} : { authorization: `JWT ${token}` },
      ...(BODIES[routeOf(entry)] === undefined ? {} : { payload: BODIES[routeOf(entry)] }),
    });
    const { statusCode } = answer;
    return statusCode === 401 || statusCode === 403 ? statusCode : 'allowed';
  }

  return { table: app.accessTable, signIn, ask };
}

describe('the permission matrix', { timeout: TIMEOUT_MS }, () => {
  it('contains every registered route, and no other', async () => {
    const { table } = await openMatrix();
    const declared = Object.fromEntries(table.map((entry) => [routeOf(entry), entry.access.to]));
    expect(declared).toEqual(CALL_RIGHTS);
  });

  it.each(ROLES)('agrees with domain’s table for %s, in own and other scope', async (role) => {
    const { table, signIn, ask } = await openMatrix();
    const account = await signIn(role);
    const domainAccount = account === null ? null : accountOf(account);
    const found: Record<string, Answer> = {};
    const wanted: Record<string, Answer> = {};
    for (const entry of table) {
      for (const whose of ['own', 'other'] as const) {
        const key = `${entry.method} ${entry.url} ${whose}`;
        found[key] = await ask(entry, account, whose);
        wanted[key] = expected(entry, domainAccount, whose);
      }
    }
    expect(found).toEqual(wanted);
    expect(Object.keys(found).length).toBe(table.length * 2);
  });
});
