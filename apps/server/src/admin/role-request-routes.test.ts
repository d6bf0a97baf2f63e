import type { RoleRequestsBody, UserBody } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { A_MAIL_SERVER } from '../testing/test-app.ts';
import { aRunningServer, type Person, refusalOf } from './testing/running-server.ts';

const ASK = { role: 'sync', note: ' I synchronise at the clinic. ' };

/** A server with an administrator, and with Ben, who has requested the role sync. */
async function withARequest(
  roles: Person['account']['roles'] = ['user'],
  different: Parameters<typeof aRunningServer>[0] = {},
) {
  let now = new Date('2026-03-01T10:00:00.000Z');
  const server = await aRunningServer({ clock: () => now, ...different });
  const admin = await server.person('Ana', ['user', 'admin']);
  const ben = await server.person('Ben', roles, { language: 'es' });
  const asked = await server.call('POST /api/role-requests', { as: ben, body: ASK });
  return {
    ...server,
    admin,
    ben,
    asked,
    later: (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    open: async () => {
      const answer = await server.call('GET /api/role-requests', { as: admin });
      return ((await answer.json()) as RoleRequestsBody).requests;
    },
    answer: (grant: boolean, as = admin, of = ben) =>
      server.call(`POST /api/role-requests/${of.account.id}`, { as, body: { grant } }),
    log: async () =>
      (await server.services.audit.page({ who: '', what: '' }, 1)).entries.map(
        ({ what, who, whom, detail }) => [what, who, whom, detail],
      ),
  };
}

describe('a request for a role', () => {
  it('a request for a role is stored with the account until it is answered', async () => {
    const { asked, open, log } = await withARequest();
    expect(asked.status).toBe(200);
    const roleRequest = {
      role: 'sync',
      note: 'I synchronise at the clinic.',
      at: '2026-03-01T10:00:00.000Z',
    };
    expect(((await asked.json()) as UserBody).roleRequest).toEqual(roleRequest);
    expect((await open()).map((user) => [user.username, user.roles, user.roleRequest])).toEqual([
      ['ben', ['user'], roleRequest],
    ]);
    expect(await log()).toEqual([['role-asked', 'ben', 'ben', 'sync']]);
  });

  it('keeps the newest note, and the oldest request is listed first', async () => {
    const { call, person, ben, later, open } = await withARequest();
    later(1);
    const caro = await person('Caro');
    await call('POST /api/role-requests', { as: caro, body: ASK });
    expect((await open()).map(({ username }) => username)).toEqual(['ben', 'caro']);
    later(1);
    const body = { ...ASK, note: 'line one\nline\u0000two' };
    await call('POST /api/role-requests', { as: ben, body });
    expect((await open()).map((user) => [user.username, user.roleRequest?.note])).toEqual([
      ['caro', 'I synchronise at the clinic.'],
      ['ben', 'line one\nline two'],
    ]);
  });

  it('accepts a note of 500 characters of any kind, and no longer one', async () => {
    const { call, ben } = await withARequest();
    const ask = (length: number) =>
      call('POST /api/role-requests', { as: ben, body: { ...ASK, note: '🙂'.repeat(length) } });
    expect((await ask(500)).status).toBe(200);
    expect(await refusalOf(await ask(501))).toEqual([422, 'validation', ['note note-length']]);
  });

  it('a request for a role can be withdrawn, which is logged once', async () => {
    const { call, ben, open, log } = await withARequest();
    for (let times = 0; times < 2; times += 1) {
      const answer = await call('DELETE /api/role-requests', { as: ben });
      expect(answer.status).toBe(200);
      expect(await answer.json()).not.toHaveProperty('roleRequest');
    }
    expect(await open()).toEqual([]);
    expect((await log()).map(([what]) => what)).toEqual(['role-request-withdrawn', 'role-asked']);
  });

  it('nobody can request a role that the account has, or one other than sync', async () => {
    const { call, person, ben } = await withARequest();
    const caro = await person('Caro', ['user', 'sync']);
    expect(await refusalOf(await call('POST /api/role-requests', { as: caro, body: ASK }))).toEqual(
      [422, 'validation', ['role role-held']],
    );
    const admin = await person('Olga', ['user', 'admin']);
    expect(
      await refusalOf(await call('POST /api/role-requests', { as: admin, body: ASK })),
    ).toEqual([422, 'validation', ['role role-held']]);
    for (const body of [{ ...ASK, role: 'admin' }, { role: 'sync' }]) {
      expect(await refusalOf(await call('POST /api/role-requests', { as: ben, body }))).toEqual([
        400,
        'bad-request',
      ]);
    }
  });
});

describe('answering a request for a role', () => {
  it('grants sync beside user, ends the sessions and sends a mail in the person’s language', async () => {
    const { answer, call, ben, open, mails, services, log } = await withARequest();
    expect((await answer(true)).status).toBe(200);
    expect(await services.accounts.byId(ben.account.id)).toMatchObject({ roles: ['user', 'sync'] });
    expect(await open()).toEqual([]);
    expect((await call('GET /api/auth/session', { as: ben })).status).toBe(401);
    expect(mails).toEqual([
      {
        to: 'ben@example.org',
        language: 'es',
        kind: 'role-answer',
        params: { firstName: 'Ben', username: 'ben', granted: true },
      },
    ]);
    expect((await log())[0]).toEqual(['role-granted', 'ana', 'ben', 'sync']);
  });

  it('says whether this server sends mail: without it nobody tells the person', async () => {
    const told = [];
    for (const options of [{}, { config: { mail: A_MAIL_SERVER } }]) {
      const { answer } = await withARequest(['user'], options);
      told.push(await (await answer(true)).json());
    }
    expect(told).toEqual([
      { ok: true, sendsMail: false },
      { ok: true, sendsMail: true },
    ]);
  });

  it('refuses it without changing rights or sessions', async () => {
    const { answer, call, ben, open, mails, log } = await withARequest();
    expect((await answer(false)).status).toBe(200);
    expect(await open()).toEqual([]);
    const session = await call('GET /api/auth/session', { as: ben });
    expect(await session.json()).toMatchObject({
      roles: ['user'],
      roleRefused: '2026-03-01T10:00:00.000Z',
    });
    expect(mails.map((mail) => mail.params)).toEqual([
      { firstName: 'Ben', username: 'ben', granted: false },
    ]);
    expect((await log())[0]).toEqual(['role-refused', 'ana', 'ben', 'sync']);
  });

  it('a refusal is told to the person until they ask again', async () => {
    const { answer, call, ben } = await withARequest();
    await answer(false);
    const again = await call('POST /api/role-requests', { as: ben, body: ASK });
    expect(await again.json()).not.toHaveProperty('roleRefused');
  });

  it('keeps the role phl-pilot', async () => {
    const { answer, ben, services } = await withARequest(['phl-pilot']);
    expect((await answer(true)).status).toBe(200);
    expect((await services.accounts.byId(ben.account.id))?.roles).toEqual(['sync', 'phl-pilot']);
  });

  it('the second of two simultaneous answers to a request is refused, and so is a later one', async () => {
    const { answer, person } = await withARequest();
    const other = await person('Olga', ['user', 'admin']);
    const answers = await Promise.all([answer(true), answer(false, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await refusalOf(await answer(true))).toEqual([409, 'conflict']);
  });

  it('an answered request cannot give an administrator a role of their own', async () => {
    const { answer, admin, services } = await withARequest();
    // Requested before the account became an administrator.
    const roleRequest = { role: 'sync', note: '', at: '2025-06-01T08:00:00.000Z' } as const;
    await services.accounts.update(admin.account.id, { roleRequest });
    expect(await refusalOf(await answer(true, admin, admin))).toEqual([422, 'own-account']);
    expect((await services.accounts.byId(admin.account.id))?.roles).toEqual(['user', 'admin']);
  });

  it('a role that is granted in another way ends its request', async () => {
    const { call, admin, ben, open } = await withARequest();
    const { firstName, lastName, id } = ben.account;
    const body = { firstName, lastName, roles: ['user', 'sync'] };
    expect((await call(`PUT /api/users/${id}`, { as: admin, body })).status).toBe(200);
    expect(await open()).toEqual([]);
  });

  it('answers 404 for an account that was removed', async () => {
    const { answer, call, admin, ben } = await withARequest();
    await call(`DELETE /api/users/${ben.account.id}`, { as: admin });
    expect(await refusalOf(await answer(true))).toEqual([404, 'not-found']);
  });
});
