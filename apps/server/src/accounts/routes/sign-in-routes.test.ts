import { describe, expect, it } from 'vitest';
import { anApp, CHEAP_PASSWORDS } from '../../testing/test-app.ts';
import {
  aClock,
  anAccount,
  aSignedIn,
  call,
  OTHER_PASSWORD,
  PASSWORD,
  saidBy,
} from '../../testing/test-people.ts';
import { createPasswords } from '../passwords.ts';

const SIGN_IN = '/api/auth/signin';
const SESSION = '/api/auth/session';

describe('POST /api/auth/signin', () => {
  it.each(['ana', 'ANA', ' ana ', 'ana@example.org', 'Ana@Example.ORG'])(
    'accepts "%s" with the right password',
    async (usernameOrEmail) => {
      const { clock } = aClock();
      const app = await anApp({ clock });
      const account = await anAccount(app);
      const body = { usernameOrEmail, password: PASSWORD };
      const answer = await call(app, 'POST', SIGN_IN, body, {
        headers: { 'accept-language': 'es' },
      });
      expect(answer.statusCode).toBe(200);
      const { user, token } = answer.json<{ user: Record<string, unknown>; token: string }>();
      expect(user).toEqual({
        id: account.id,
        username: 'ana',
        email: 'ana@example.org',
        firstName: 'Ana',
        lastName: 'López',
        displayName: 'Ana López',
        roles: ['user'],
        provider: 'local',
        additionalProvidersData: {},
        profileImageURL: null,
        hasPassword: true,
        created: '2025-06-01T08:00:00.000Z',
        lastSignIn: '2025-06-01T08:00:00.000Z',
      });
      expect(answer.headers['cache-control']).toBe('no-store');
      const session = await call(app, 'GET', SESSION, undefined, { token });
      expect(session.json()).toEqual(user);
      expect((await app.services.accounts.byId(account.id))?.language).toBe('es');
    },
  );

  it('answers the same, after the same work, for a wrong password and an unknown account', async () => {
    const passwords = createPasswords(CHEAP_PASSWORDS);
    const app = await anApp({ passwords });
    await anAccount(app);
    await anAccount(app, { username: 'invited', passwordHash: null });
    const seen = new Set<string>();
    for (const usernameOrEmail of ['ana', 'eve', 'eve@example.org', 'invited', '', '\u0000']) {
      const before = passwords.work.done;
      const body = { usernameOrEmail, password: OTHER_PASSWORD };
      const { statusCode, body: said, headers } = await call(app, 'POST', SIGN_IN, body);
      seen.add(JSON.stringify([statusCode, said, Object.keys(headers).sort()]));
      expect(passwords.work.done - before, usernameOrEmail).toBe(1);
    }
    expect(seen.size).toBe(1);
    expect([...seen][0]).toContain('wrong-credentials');
  });

  it('takes the password as typed, with its blanks and capitals', async () => {
    const app = await anApp();
    await anAccount(app);
    for (const password of [PASSWORD.toLowerCase(), ` ${PASSWORD}`, `${PASSWORD} `, '']) {
      const answer = await call(app, 'POST', SIGN_IN, { usernameOrEmail: 'ana', password });
      expect(saidBy(answer)).toBe('422 wrong-credentials');
    }
  });

  it.each([
    {},
    { usernameOrEmail: 'ana' },
    { usernameOrEmail: 'ana', password: 7 },
    { usernameOrEmail: ['ana'], password: PASSWORD },
    { usernameOrEmail: { $gt: '' }, password: { $gt: '' } },
    { usernameOrEmail: 'ana', password: PASSWORD, roles: ['admin'] },
    { usernameOrEmail: 'x'.repeat(501), password: PASSWORD },
    { usernameOrEmail: 'ana', password: 'x'.repeat(1_001) },
  ])('refuses the malformed body %j', async (body) => {
    expect(saidBy(await call(await anApp(), 'POST', SIGN_IN, body))).toBe('400 bad-request');
  });

  it('requires a wait after five wrong passwords, and says how long', async () => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    await anAccount(app);
    const trying = (password: string, from = '192.0.2.7') =>
      call(app, 'POST', SIGN_IN, { usernameOrEmail: 'ana', password }, { from });
    for (let i = 0; i < 5; i += 1) expect((await trying(OTHER_PASSWORD)).statusCode).toBe(422);
    const refused = await trying(PASSWORD);
    expect([saidBy(refused), refused.headers['retry-after']]).toEqual(['429 too-many', '60']);
    expect((await trying(PASSWORD, '192.0.2.8')).statusCode).toBe(200);
    pass(60_000);
    expect((await trying(PASSWORD)).statusCode).toBe(200);
  });

  it('ignores a forwarded address from an unknown sender, and trusts the configured proxies', async () => {
    const addressOf = async (trustProxy: false | string[], from: string) => {
      const app = await anApp({ config: { trustProxy } });
      await anAccount(app);
      const statuses: number[] = [];
      for (let i = 0; i < 6; i += 1) {
        const body = { usernameOrEmail: 'ana', password: OTHER_PASSWORD };
        const headers = { 'x-forwarded-for': `203.0.113.${i}`, 'x-real-ip': `203.0.113.${i}` };
        statuses.push((await call(app, 'POST', SIGN_IN, body, { headers, from })).statusCode);
      }
      return statuses.at(-1);
    };
    expect(await addressOf(false, '127.0.0.1')).toBe(429);
    expect(await addressOf(['10.0.0.0/8'], '127.0.0.1')).toBe(429);
    expect(await addressOf(['127.0.0.1'], '127.0.0.1')).toBe(422);
  });

  it('trusts only the part of a forwarded address that the proxy itself added', async () => {
    const app = await anApp({ config: { trustProxy: ['127.0.0.1'] } });
    await anAccount(app);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}, 198.51.100.9` };
      const body = { usernameOrEmail: 'ana', password: OTHER_PASSWORD };
      statuses.push((await call(app, 'POST', SIGN_IN, body, { headers })).statusCode);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it('a sign-in whose password could not be checked does not count as a try', async () => {
    const passwords = createPasswords({ ...CHEAP_PASSWORDS, atOnce: 1, mostWaiting: 0 });
    const app = await anApp({ passwords });
    await anAccount(app);
    const body = { usernameOrEmail: 'ana', password: PASSWORD };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call(app, 'POST', SIGN_IN, body)),
    );
    const busy = answers.filter(({ statusCode }) => statusCode === 429);
    expect(busy.length).toBeGreaterThan(0);
    expect(busy[0]?.headers['retry-after']).toBe('10');
    expect((await call(app, 'POST', SIGN_IN, body)).statusCode).toBe(200);
  });

  it('gives no session when the password was changed while it was checked', async () => {
    const passwords = createPasswords(CHEAP_PASSWORDS);
    const app = await anApp({ passwords });
    const { id } = await anAccount(app);
    const { accounts } = app.services;
    const verify = passwords.verify.bind(passwords);
    passwords.verify = async (hash, password) => {
      const isRight = await verify(hash, password);
      await accounts.update(id, { passwordHash: await passwords.hash(OTHER_PASSWORD) });
      return isRight;
    };
    const body = { usernameOrEmail: 'ana', password: PASSWORD };
    expect(saidBy(await call(app, 'POST', SIGN_IN, body))).toBe('422 wrong-credentials');
  });

  it('the audit log has tries to sign in, without what an unknown person typed', async () => {
    const app = await anApp();
    await anAccount(app);
    const trying = (usernameOrEmail: string, password: string) =>
      call(app, 'POST', SIGN_IN, { usernameOrEmail, password }, { from: '192.0.2.7' });
    await trying('ana', PASSWORD);
    await trying('ana', OTHER_PASSWORD);
    await trying('hunter2', OTHER_PASSWORD);
    const { entries } = await app.services.audit.page({ who: '', what: '' }, 1);
    expect(entries.map(({ what, who, whom, from }) => [what, who, whom, from])).toEqual([
      ['sign-in-failed', null, null, '192.0.2.7'],
      ['sign-in-failed', null, 'ana', '192.0.2.7'],
      ['sign-in', 'ana', 'ana', '192.0.2.7'],
    ]);
  });
});

describe('GET /api/auth/signout', () => {
  it('ends this session at once, and no other', async () => {
    const app = await anApp();
    const { account, token } = await aSignedIn(app);
    const other = await app.services.sessions.create(account);
    const out = await call(app, 'GET', '/api/auth/signout', undefined, { token });
    expect([out.statusCode, out.json()]).toEqual([200, { ok: true }]);
    expect(saidBy(await call(app, 'GET', SESSION, undefined, { token }))).toBe('401 unauthorized');
    expect(saidBy(await call(app, 'GET', SESSION, undefined, { token: other }))).toBe('200');
  });

  it('succeeds for a session that has ended already', async () => {
    const app = await anApp();
    for (const options of [{}, { token: 'a.b.c' }]) {
      expect(saidBy(await call(app, 'GET', '/api/auth/signout', undefined, options))).toBe('200');
    }
  });
});
