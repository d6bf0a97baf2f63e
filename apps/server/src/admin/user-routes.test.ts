import type { AddedUserBody, ErrorBody, UserBody, UsersBody } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { A_MAIL_SERVER, aFolder, aStores, type TestOptions } from '../testing/test-app.ts';
import {
  aRunningServer,
  type Person,
  type RunningServer,
  refusalOf,
} from './testing/running-server.ts';

const DRAFT = {
  firstName: ' Benita ',
  lastName: 'Ruiz',
  email: 'Benita@Example.org',
  username: 'Benita',
  roles: ['user'],
};

async function withAnAdmin(options?: TestOptions) {
  const server = await aRunningServer(options);
  return { ...server, as: await server.person('Ana', ['user', 'admin']) };
}

/** The body that the edit form sends for an account that it has just read. */
function formOf({ account }: Person) {
  const { firstName, lastName, roles, scope } = account;
  const body = { firstName, lastName, roles, ...(scope === undefined ? {} : { scope }) };
  return { ...body, was: body };
}

const auditOf = async ({ services }: Pick<RunningServer, 'services'>) =>
  (await services.audit.page({ who: '', what: '' }, 1)).entries.map(
    ({ what, who, whom, from, detail }) => [what, who, whom, from, detail],
  );

const isSignedIn = async ({ call }: RunningServer, as: Person) =>
  (await call('GET /api/auth/session', { as })).status === 200;

describe('GET /api/users', () => {
  it('answers a page of accounts without secrets', async () => {
    const { as, call, person } = await withAnAdmin();
    await person('Zoe', ['user', 'sync']);
    const answer = await call('GET /api/users?search=ZOÉ&role=sync', { as });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { users, total } = (await answer.json()) as UsersBody;
    expect(total).toBe(1);
    expect(users).toEqual([
      {
        id: users[0]?.id,
        username: 'zoe',
        email: 'zoe@example.org',
        firstName: 'Zoe',
        lastName: 'López',
        displayName: 'Zoe López',
        roles: ['user', 'sync'],
        provider: 'local',
        additionalProvidersData: {},
        profileImageURL: null,
        hasPassword: false,
        created: users[0]?.created,
        lastSignIn: null,
      },
    ]);
  });

  it('answers fifteen at a time, even of two thousand', { timeout: 60_000 }, async () => {
    const { as, call, services } = await withAnAdmin();
    const { account } = as;
    await services.accountStore.write(
      Array.from({ length: 2_000 }, (_, i) => {
        const username = `user${String(i).padStart(4, '0')}`;
        const { id: _id, ...fields } = account;
        return { ...fields, _id: `user_x${i}`, username, firstName: username, roles: ['user'] };
      }),
    );
    const page = (await (await call('GET /api/users?page=3', { as })).json()) as UsersBody;
    expect(page.total).toBe(2_001);
    expect(page.users.map(({ username }) => username)).toEqual(
      Array.from({ length: 15 }, (_, i) => `user00${29 + i}`),
    );
  });

  it.each(['page=0', 'page=x', 'role=root', `search=${'x'.repeat(201)}`])(
    'refuses ?%s',
    async (query) => {
      const { as, call } = await withAnAdmin();
      expect(await refusalOf(await call(`GET /api/users?${query}`, { as }))).toEqual([
        400,
        'bad-request',
      ]);
    },
  );
});

describe('POST /api/users', () => {
  it('says whether this server sends mail: without it an invitation is a file', async () => {
    const told = [];
    for (const options of [{}, { config: { mail: A_MAIL_SERVER } }]) {
      const { as, call } = await withAnAdmin(options);
      const answer = await call('POST /api/users', { as, body: { ...DRAFT, roles: ['user'] } });
      told.push(((await answer.json()) as AddedUserBody).sendsMail);
    }
    expect(told).toEqual([false, true]);
  });

  it('creates an account, mails an invitation in the language of the request, whose link works once', async () => {
    const { as, call, mails, services } = await withAnAdmin();
    const answer = await call('POST /api/users', {
      as,
      body: { ...DRAFT, roles: ['sync', 'user'], scope: { countries: ['GTM'] } },
      headers: { 'accept-language': 'es' },
    });
    expect(answer.status).toBe(200);
    const user = (await answer.json()) as UserBody;
    expect(user).toMatchObject({
      username: 'benita',
      email: 'benita@example.org',
      firstName: 'Benita',
      roles: ['user', 'sync'],
      scope: { countries: ['GTM'] },
      hasPassword: false,
    });
    const [mail] = mails;
    const secret = mail?.kind === 'invitation' ? mail.params.secret : '';
    expect(mails).toEqual([
      {
        to: 'benita@example.org',
        language: 'es',
        kind: 'invitation',
        params: { firstName: 'Benita', username: 'benita', secret, hours: 72 },
      },
    ]);
    const body = { newPassword: 'Correct-Horse-7', verifyPassword: 'Correct-Horse-7' };
    expect((await call(`POST /api/auth/reset/${secret}`, { body })).status).toBe(200);
    expect(await refusalOf(await call(`POST /api/auth/reset/${secret}`, { body }))).toEqual([
      422,
      'link-invalid',
    ]);
    const signin = { usernameOrEmail: 'benita', password: 'Correct-Horse-7' };
    expect((await call('POST /api/auth/signin', { body: signin })).status).toBe(200);
    expect(await auditOf({ services })).toContainEqual([
      'user-added',
      'ana',
      'benita',
      '127.0.0.1',
      'roles +user +sync; scope GTM',
    ]);
  });

  it.each([
    [{ firstName: ' ', username: 'x' }, ['firstName name-required', 'username username-length']],
    [{ email: 'nobody' }, ['email email-invalid']],
    [{ roles: [] }, ['roles roles-required']],
    [{ roles: ['sync'] }, ['roles sync-needs-user']],
    [{ scope: {} }, ['scope scope-empty']],
    [
      { scope: { countries: ['QQQ'], stakes: ['nowhere_gtm'] } },
      ['scope.countries country-unknown', 'scope.stakes unit-unknown'],
    ],
  ])('refuses %j', async (different, issues) => {
    const { as, call, mails } = await withAnAdmin();
    const answer = await call('POST /api/users', { as, body: { ...DRAFT, ...different } });
    expect(await refusalOf(answer)).toEqual([422, 'validation', issues]);
    expect(mails).toEqual([]);
  });

  it.each([{ roles: ['root'] }, { roles: ['guest'] }, { roles: 'admin' }, { admin: true }])(
    'refuses a body with %j',
    async (different) => {
      const { as, call } = await withAnAdmin();
      const answer = await call('POST /api/users', { as, body: { ...DRAFT, ...different } });
      expect(await refusalOf(answer)).toEqual([400, 'bad-request']);
    },
  );

  it('refuses a taken user name or address', async () => {
    const { as, call } = await withAnAdmin();
    const post = async (different: object) =>
      refusalOf(await call('POST /api/users', { as, body: { ...DRAFT, ...different } }));
    expect(await post({ username: 'ANA' })).toEqual([422, 'name-taken', ['username name-taken']]);
    expect(await post({ email: 'ana@example.org' })).toEqual([
      422,
      'email-taken',
      ['email email-taken'],
    ]);
  });
});

describe('PUT /api/users/:userId', () => {
  it('changes names without ending a session', async () => {
    const server = await withAnAdmin();
    const ben = await server.person('Ben', ['sync', 'user'], { scope: { stakes: ['b', 'a'] } });
    ben.account.scope = { stakes: ['manaus_bra', 'belem_bra'] };
    await server.services.accounts.update(ben.account.id, { scope: ben.account.scope });
    ben.token = await server.services.sessions.create({ ...ben.account, sessionVersion: 2 });
    const body = { ...formOf(ben), firstName: 'Benjamín' };
    const answer = await server.call(`PUT /api/users/${ben.account.id}`, { as: server.as, body });
    expect(await answer.json()).toMatchObject({
      firstName: 'Benjamín',
      displayName: 'Benjamín López',
    });
    expect(await isSignedIn(server, ben)).toBe(true);
    expect((await auditOf(server))[0]).toEqual([
      'user-changed',
      'ana',
      'ben',
      '127.0.0.1',
      'names',
    ]);
  });

  it('changes rights, which ends the sessions of the account at once', async () => {
    const server = await withAnAdmin();
    const ben = await server.person('Ben');
    const body = { ...formOf(ben), roles: ['user', 'sync'], scope: { stakes: ['belem_bra'] } };
    const answer = await server.call(`PUT /api/users/${ben.account.id}`, { as: server.as, body });
    expect(await answer.json()).toMatchObject({
      roles: ['user', 'sync'],
      scope: { stakes: ['belem_bra'] },
    });
    expect(await isSignedIn(server, ben)).toBe(false);
    expect(await isSignedIn(server, server.as)).toBe(true);
    expect((await auditOf(server))[0]?.at(-1)).toBe('roles +sync; scope belem_bra');
  });

  it('removes a scope with null', async () => {
    const { as, call, person, services } = await withAnAdmin();
    const ben = await person('Ben', ['user'], { scope: { countries: ['GTM'] } });
    const body = { ...formOf(ben), scope: null };
    const answer = await call(`PUT /api/users/${ben.account.id}`, { as, body });
    expect(await answer.json()).not.toHaveProperty('scope');
    expect((await services.accounts.byId(ben.account.id))?.scope).toBeUndefined();
  });

  it('writes no audit entry when nothing changed', async () => {
    const { as, call, person, services } = await withAnAdmin();
    const ben = await person('Ben');
    const put = call(`PUT /api/users/${ben.account.id}`, { as, body: formOf(ben) });
    expect((await put).status).toBe(200);
    expect(await auditOf({ services })).toEqual([]);
  });

  it.each([
    { firstName: 'Benito' },
    { lastName: 'Chub' },
    { roles: ['user', 'phl-pilot'] },
    { scope: { countries: ['GTM'] } },
  ])('refuses the second of two administrators who read the same account: %j', async (change) => {
    const { as, call, person } = await withAnAdmin();
    const ben = await person('Ben');
    const put = (edit: object) =>
      call(`PUT /api/users/${ben.account.id}`, { as, body: { ...formOf(ben), ...edit } });
    expect((await put(change)).status).toBe(200);
    expect(await refusalOf(await put({ roles: ['user', 'sync'] }))).toEqual([409, 'conflict']);
  });

  it('changes no rights of the own account, but its names', async () => {
    const { as, call } = await withAnAdmin();
    const put = (change: object) =>
      call(`PUT /api/users/${as.account.id}`, { as, body: { ...formOf(as), ...change } });
    expect(await refusalOf(await put({ roles: ['user', 'admin', 'sync'] }))).toEqual([
      422,
      'own-account',
    ]);
    expect(await refusalOf(await put({ roles: ['user'] }))).toEqual([422, 'own-account']);
    expect(await refusalOf(await put({ scope: { countries: ['GTM'] } }))).toEqual([
      422,
      'own-account',
    ]);
    expect((await put({ firstName: 'Anita' })).status).toBe(200);
  });

  it('refuses values that no form sends, with the code that the form shows', async () => {
    const { as, call, person } = await withAnAdmin();
    const ben = await person('Ben');
    const put = async (change: object) =>
      refusalOf(
        await call(`PUT /api/users/${ben.account.id}`, { as, body: { ...formOf(ben), ...change } }),
      );
    expect(await put({ lastName: ' ', roles: ['sync', 'admin'], scope: {} })).toEqual([
      422,
      'validation',
      ['lastName name-required', 'roles sync-needs-user', 'scope scope-empty'],
    ]);
    expect(await put({ scope: { countries: ['gtm'] } })).toEqual([
      422,
      'validation',
      ['scope.countries country-unknown'],
    ]);
  });

  it('changes the names of an account whose rights only older rules allowed', async () => {
    const { as, call, person } = await withAnAdmin();
    const scope = { stakes: ['gone_gtm'] };
    const ben = await person('Ben', ['sync'], { scope });
    const body = { ...formOf(ben), firstName: 'Benito' };
    const answer = await call(`PUT /api/users/${ben.account.id}`, { as, body });
    expect(await answer.json()).toMatchObject({ firstName: 'Benito', roles: ['sync'], scope });
  });

  it('answers 404 for an unknown or malformed account id', async () => {
    const { as, call } = await withAnAdmin();
    for (const id of ['0123456789abcdef01234567', 'password', '..%2Fadmins']) {
      const body = formOf(as);
      expect((await call(`PUT /api/users/${id}`, { as, body })).status).toBe(404);
      expect((await call(`GET /api/users/${id}`, { as })).status).toBe(404);
      expect((await call(`DELETE /api/users/${id}`, { as })).status).toBe(404);
    }
  });
});

describe('DELETE /api/users/:userId', () => {
  it('deletes sessions, links, picture and reservations too', async () => {
    const server = await withAnAdmin();
    const { as, call, person, services } = server;
    const profileImageURL = await services.pictures.add(Buffer.from('webp'));
    const ben = await person('Ben', ['user'], { profileImageURL });
    const secret = await services.passwordLinks.issue(ben.account, 'reset');
    const answer = await call(`DELETE /api/users/${ben.account.id}`, { as });
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
    expect(await isSignedIn(server, ben)).toBe(false);
    expect((await services.passwordLinks.check(secret)).ok).toBe(false);
    expect(await services.pictures.read(profileImageURL.split('/').at(-1) ?? '')).toBeNull();
    const left = [];
    for await (const { _id, account } of services.accountStore.listLocal('')) {
      // The store's own notes belong to no account.
      if (!['sync_store', 'sync_arrivals'].includes(_id)) left.push([_id, account]);
    }
    expect(left.filter(([, account]) => account !== as.account.id)).toEqual([]);
    expect(left).toHaveLength(1);
    expect((await person('Ben')).account.id).not.toBe(ben.account.id);
    expect((await auditOf(server))[0]?.slice(0, 3)).toEqual(['user-removed', 'ana', 'ben']);
  });

  it('answers the person’s devices that the account is gone, also for an old token', async () => {
    let now = new Date('2025-06-01T08:00:00.000Z');
    const { as, call, person, services } = await withAnAdmin({ clock: () => now });
    const ben = await person('Ben');
    const eva = await person('Eva');
    const issuesFor = async (whose: Person) => {
      const answer = await call('GET /api/auth/session', { as: whose });
      return [answer.status, ((await answer.json()) as ErrorBody).issues];
    };
    await services.accounts.update(eva.account.id, { roles: ['user', 'sync'] });
    await call(`DELETE /api/users/${ben.account.id}`, { as });
    expect(await issuesFor(ben)).toEqual([401, [{ code: 'account-removed' }]]);
    expect(await issuesFor(eva)).toEqual([401, undefined]);
    const forged = { ...ben, token: `${ben.token.slice(0, -2)}AA` };
    expect(await issuesFor(forged)).toEqual([401, undefined]);
    now = new Date('2025-07-01T08:00:00.000Z');
    expect(await issuesFor(ben)).toEqual([401, [{ code: 'account-removed' }]]);
  });

  it('refuses one’s own account', async () => {
    const { as, call } = await withAnAdmin();
    const answer = await call(`DELETE /api/users/${as.account.id}`, { as });
    expect(await refusalOf(answer)).toEqual([422, 'own-account']);
  });
});

describe('an administrator with a scope', () => {
  async function withALimited() {
    const server = await aRunningServer();
    const scope = { countries: ['GTM'], stakes: ['coro_ven'] };
    return { ...server, as: await server.person('Ana', ['user', 'admin'], { scope }) };
  }

  it.each([
    [undefined, 'wider'],
    [null, 'wider'],
    [{ countries: ['VEN'] }, 'wider'],
    [{ countries: ['GTM', 'VEN'] }, 'wider'],
    [{ stakes: ['coro_ven', 'merida_ven'] }, 'wider'],
    [{ countries: ['GTM'], stakes: ['coro_ven'] }, 'given'],
    [{ stakes: ['coban_stake_gtm'] }, 'given'],
  ] as const)('gives rights in the places of that scope only: %j is %s', async (scope, outcome) => {
    const { as, call, person } = await withALimited();
    const ben = await person('Ben', ['user'], { scope: { stakes: ['coro_ven'] } });
    const form = { ...formOf(ben), roles: ['user', 'admin'], scope };
    const edited = await call(`PUT /api/users/${ben.account.id}`, { as, body: form });
    const draft = { ...DRAFT, roles: ['admin'], ...(scope === null ? {} : { scope }) };
    const made = await call('POST /api/users', { as, body: draft });
    if (outcome === 'given') {
      expect([edited.status, made.status]).toEqual([200, 200]);
    } else {
      const refusal = [422, 'validation', ['scope scope-wider']];
      expect([await refusalOf(edited), await refusalOf(made)]).toEqual([refusal, refusal]);
    }
  });
});

describe('the last administrator', () => {
  const demotion = (of: Person) => ({ ...formOf(of), roles: ['user'] });

  it('an administrator remains when two demote each other at the same time', async () => {
    const { as: ana, call, person, services } = await withAnAdmin();
    const ben = await person('Ben', ['user', 'admin']);
    const answers = await Promise.all([
      call(`PUT /api/users/${ben.account.id}`, { as: ana, body: demotion(ben) }),
      call(`PUT /api/users/${ana.account.id}`, { as: ben, body: demotion(ana) }),
    ]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    // The slower one was demoted already, or was refused by the rule.
    for (const { status } of refused) expect([401, 422]).toContain(status);
    const admins = [];
    for await (const account of services.accounts.list()) {
      if (account.roles.includes('admin')) admins.push(account.username);
    }
    expect(admins).toHaveLength(1);
  });

  it('an administrator remains when four server processes remove and demote all at the same time', async () => {
    const dir = aFolder();
    const servers = await Promise.all(
      Array.from({ length: 4 }, async () => aRunningServer({ stores: await aStores(dir) })),
    );
    const [first] = servers;
    if (first === undefined) throw new Error('no server');
    const people: Person[] = [];
    for (const name of ['Ana', 'Ben', 'Caro', 'Dan']) {
      people.push(await first.person(name, ['user', 'admin']));
    }
    await Promise.all(
      servers.map(async ({ call }, i) => {
        const [as, victim] = [people[i], people[(i + 1) % people.length]];
        if (as === undefined || victim === undefined) throw new Error('nobody');
        const path = `/api/users/${victim.account.id}`;
        const answer = await (i % 2 === 0
          ? call(`PUT ${path}`, { as, body: demotion(victim) })
          : call(`DELETE ${path}`, { as }));
        expect([200, 401, 409, 422]).toContain(answer.status);
      }),
    );
    let admins = 0;
    for await (const { roles } of first.services.accounts.list()) {
      if (roles.includes('admin')) admins += 1;
    }
    expect(admins).toBeGreaterThan(0);
  });
});
