import type { UserBody, UsersBody } from '@crece/contract';
import type { Role } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import type { StoredAccount } from '../accounts/stored-account.ts';
import { aRunningServer, type Person, type RunningServer } from './testing/running-server.ts';

type Scope = StoredAccount['scope'];

const OWN = { countries: ['GTM'], stakes: ['coro_ven'] };

/** Scopes of others: completely within the one above, or with at least one place outside it. */
const WITHIN: Record<string, Scope> = {
  same: OWN,
  country: { countries: ['GTM'] },
  unit: { stakes: ['coro_ven'] },
  'unit-of-country': { stakes: ['coban_stake_gtm'] },
};
const BEYOND: Record<string, Scope> = {
  everywhere: undefined,
  'other-country': { countries: ['VEN'] },
  'one-country-more': { countries: ['GTM', 'VEN'] },
  'one-unit-more': { stakes: ['coro_ven', 'merida_ven'] },
};
const ROLES_OF_TARGETS: Role[][] = [['user'], ['user', 'admin']];

const roleRequest = { role: 'sync', note: '', at: '2025-06-01T08:00:00.000Z' } as const;

/** A server with an unlimited administrator, one with a scope, and people of every kind. */
async function aProgramme() {
  const server = await aRunningServer();
  const boss = await server.person('Boss', ['admin']);
  const limited = await server.person('Limited', ['user', 'admin'], { scope: OWN });
  const targets: { person: Person; within: boolean }[] = [];
  for (const [name, scope] of Object.entries({ ...WITHIN, ...BEYOND })) {
    for (const roles of ROLES_OF_TARGETS) {
      const person = await server.person(`${name}-${roles.length}`, roles, {
        ...(scope === undefined ? {} : { scope }),
        roleRequest,
      });
      targets.push({ person, within: name in WITHIN });
    }
  }
  return { ...server, boss, limited, targets };
}

const bodyOf = ({ account }: Person) => {
  const { firstName, lastName, roles, scope } = account;
  return { firstName, lastName, roles, ...(scope === undefined ? {} : { scope }) };
};

/**
 * The calls about one account that an administrator may make; none affects the calls that follow.
 */
const CALLS: Record<string, (server: RunningServer, as: Person, of: Person) => Promise<Response>> =
  {
    read: ({ call }, as, { account }) => call(`GET /api/users/${account.id}`, { as }),
    rename: ({ call }, as, of) =>
      call(`PUT /api/users/${of.account.id}`, { as, body: { ...bodyOf(of), firstName: 'New' } }),
    'narrow rights': ({ call }, as, of) =>
      call(`PUT /api/users/${of.account.id}`, {
        as,
        body: { ...bodyOf(of), roles: ['user'], scope: { stakes: ['coro_ven'] } },
      }),
    'refuse the request': ({ call }, as, of) =>
      call(`POST /api/role-requests/${of.account.id}`, { as, body: { grant: false } }),
    remove: ({ call }, as, of) => call(`DELETE /api/users/${of.account.id}`, { as }),
  };

describe('an administrator with a scope', () => {
  it('reaches accounts completely within the scope by every call, and no other account by any', async () => {
    const programme = await aProgramme();
    const { limited, services, targets } = programme;
    for (const { person, within } of targets) {
      const statuses: Record<string, number> = {};
      for (const [name, make] of Object.entries(CALLS)) {
        statuses[name] = (await make(programme, limited, person)).status;
      }
      const status = within ? 200 : 403;
      const wanted = Object.fromEntries(Object.keys(CALLS).map((name) => [name, status]));
      expect({ of: person.account.username, ...statuses }).toEqual({
        of: person.account.username,
        ...wanted,
      });
      const left = await services.accounts.byId(person.account.id);
      expect(left).toEqual(within ? null : person.account);
    }
  });

  it('the present rights of an account count, not those when the page was read', async () => {
    const programme = await aProgramme();
    const { limited, person, services } = programme;
    const moved = await person('Moved', ['user'], { scope: { countries: ['GTM'] } });
    await services.accounts.update(moved.account.id, { scope: { countries: ['VEN'] } });
    for (const make of Object.values(CALLS)) {
      expect((await make(programme, limited, moved)).status).toBe(403);
    }
    await services.accounts.update(moved.account.id, { scope: { stakes: ['coro_ven'] } });
    expect((await CALLS['remove']?.(programme, limited, moved))?.status).toBe(200);
  });

  it('an administrator with a scope can grant roles within it', async () => {
    const { limited, call, services, targets } = await aProgramme();
    const [ben] = targets;
    const path = `/api/role-requests/${ben?.person.account.id}`;
    expect((await call(`POST ${path}`, { as: limited, body: { grant: true } })).status).toBe(200);
    const granted = await services.accounts.byId(ben?.person.account.id ?? '');
    expect(granted?.roles).toEqual(['user', 'sync']);
  });

  it('lists and counts only those accounts and their requests, including the own account', async () => {
    const { call, boss, limited, targets } = await aProgramme();
    const own = targets.filter(({ within }) => within).map(({ person }) => person.account.username);
    const usersOf = async (as: Person) =>
      (await (await call('GET /api/users', { as })).json()) as UsersBody;
    const seen = await usersOf(limited);
    expect(seen.users.map(({ username }) => username).sort()).toEqual([...own, 'limited'].sort());
    expect(seen.total).toBe(own.length + 1);
    expect((await usersOf(boss)).total).toBe(targets.length + 2);
    const search = await call('GET /api/users?search=everywhere', { as: limited });
    expect(await search.json()).toEqual({ users: [], total: 0 });
    const requestsOf = async (as: Person) => {
      const answer = await call('GET /api/role-requests', { as });
      const { requests } = (await answer.json()) as { requests: UserBody[] };
      return requests.map(({ username }) => username).sort();
    };
    expect(await requestsOf(limited)).toEqual([...own].sort());
    expect(await requestsOf(boss)).toHaveLength(targets.length);
  });
});
