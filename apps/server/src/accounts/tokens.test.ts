import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ServerApp } from '../app.ts';
import { aConfig, anApp, aStores, TEST_SECRET } from '../testing/test-app.ts';
import {
  aClock,
  anAccount,
  aSignedIn,
  call,
  listen,
  OTHER_PASSWORD,
  PASSWORD,
  renewedToken,
} from '../testing/test-people.ts';

const HOUR_MS = 3_600_000;
const HS256 = { alg: 'HS256', typ: 'JWT' };

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with any header and payload, signed with a given secret. */
function forge(header: object, payload: object, secret = TEST_SECRET, hash = 'sha256'): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

function payloadOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
}

async function statusOf(app: ServerApp, token: string): Promise<number> {
  return (await call(app, 'GET', '/api/auth/session', undefined, { token })).statusCode;
}

describe('a session token', () => {
  it('names account, session, version and expiry, and nothing else', async () => {
    const { clock } = aClock('2025-06-01T08:00:00.000Z');
    const app = await anApp({ clock });
    const { account, token } = await aSignedIn(app);
    const seconds = Date.parse('2025-06-01T08:00:00.000Z') / 1_000;
    expect(payloadOf(token)).toEqual({
      aud: 'crece-session',
      sub: account.id,
      sid: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      ver: 1,
      iat: seconds,
      exp: seconds + 12 * 3_600,
    });
    expect(await statusOf(app, token)).toBe(200);
    expect(await statusOf(app, forge(HS256, payloadOf(token)))).toBe(200);
  });

  it('a session token is refused in every forged form, over a real connection', async () => {
    const app = await anApp();
    const address = await listen(app);
    const { token } = await aSignedIn(app);
    const { account: other } = await aSignedIn(app, { username: 'eve' });
    const payload = payloadOf(token);
    const [head = '', body = '', signature = ''] = token.split('.');
    const none = encode({ alg: 'none', typ: 'JWT' });
    const forged: Record<string, string> = {
      'another secret': forge(HS256, payload, 'another secret that is long enough'),
      'an empty secret': forge(HS256, payload, ''),
      'another user': `${head}.${encode({ ...payload, sub: other.id })}.${signature}`,
      'another user, well signed for this session': forge(HS256, { ...payload, sub: other.id }),
      'no algorithm': `${none}.${body}.`,
      'no algorithm, with a signature': `${none}.${body}.${signature}`,
      'the algorithm None': `${encode({ alg: 'None' })}.${body}.${signature}`,
      HS512: forge({ alg: 'HS512', typ: 'JWT' }, payload, TEST_SECRET, 'sha512'),
      RS256: forge({ alg: 'RS256', typ: 'JWT' }, payload),
      'no header field': forge({}, payload),
      'a critical extension': forge({ ...HS256, crit: ['exp'] }, payload),
      'no signature': `${head}.${body}.`,
      'another audience': forge(HS256, { ...payload, aud: 'crece-sync' }),
      'no audience': forge(HS256, { ...payload, aud: undefined }),
      'no end': forge(HS256, { ...payload, exp: undefined }),
      'an end in words': forge(HS256, { ...payload, exp: 'never' }),
      'a session that was never begun': forge(HS256, { ...payload, sid: '0'.repeat(32) }),
      'an account that is not there': forge(HS256, { ...payload, sub: '0'.repeat(24) }),
      'a later version': forge(HS256, { ...payload, ver: 2 }),
      'a document of another kind': forge(HS256, { ...payload, sid: '../admins' }),
      'issued tomorrow': forge(HS256, { ...payload, iat: Number(payload['iat']) + 86_400 }),
    };
    for (const [what, text] of Object.entries(forged)) {
      const answer = await fetch(`${address}/api/auth/session`, {
        headers: { authorization: `JWT ${text}` },
      });
      expect(answer.status, what).toBe(401);
      expect(answer.headers.get('www-authenticate'), what).toBe('JWT');
      expect(answer.headers.get('x-crece-token'), what).toBeNull();
    }
  });

  it.each([
    ['Bearer', (token: string) => `Bearer ${token}`],
    ['two blanks', (token: string) => `JWT  ${token}`],
    ['small letters', (token: string) => `jwt ${token}`],
    ['something behind it', (token: string) => `JWT ${token} x`],
    ['no word before it', (token: string) => token],
  ])('a session token is not accepted with %s', async (_, header) => {
    const app = await anApp();
    const { token } = await aSignedIn(app);
    const headers = { authorization: header(token) };
    const answer = await call(app, 'GET', '/api/auth/session', undefined, { headers });
    expect(answer.statusCode).toBe(401);
  });

  it('a session token is valid for twelve hours, to the second', async () => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    const { token } = await aSignedIn(app);
    pass(12 * HOUR_MS - 1_000);
    expect(await statusOf(app, token)).toBe(200);
    pass(1_000);
    expect(await statusOf(app, token)).toBe(401);
  });

  it('a session token stays valid when the clock is set back by up to a minute', async () => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    const { token } = await aSignedIn(app);
    pass(-59_000);
    expect(await statusOf(app, token)).toBe(200);
    pass(-1_000);
    expect(await statusOf(app, token)).toBe(200);
    pass(-1_000);
    expect(await statusOf(app, token)).toBe(401);
  });

  it('a session token is replaced from one hour on, and never when it has expired', async () => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    const { token } = await aSignedIn(app);
    const ask = (sent: string) => call(app, 'GET', '/api/auth/session', undefined, { token: sent });
    pass(HOUR_MS - 1_000);
    expect(renewedToken(await ask(token))).toBeNull();
    pass(1_000);
    const renewed = renewedToken(await ask(token)) ?? '';
    expect(payloadOf(renewed)['sid']).toBe(payloadOf(token)['sid']);
    expect(renewedToken(await ask(renewed))).toBeNull();
    pass(11 * HOUR_MS);
    const expired = await ask(token);
    expect([expired.statusCode, renewedToken(expired)]).toEqual([401, null]);
    expect((await ask(renewed)).statusCode).toBe(200);
  });

  it('keeps a session that is used every few hours alive for days', async () => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    let { token } = await aSignedIn(app);
    for (let i = 0; i < 20; i += 1) {
      pass(11 * HOUR_MS);
      const answer = await call(app, 'GET', '/api/auth/session', undefined, { token });
      expect(answer.statusCode).toBe(200);
      token = renewedToken(answer) ?? '';
    }
  });

  it('an answer that may be cached replaces no session token', async () => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    const { token } = await aSignedIn(app);
    pass(2 * HOUR_MS);
    const answer = await call(app, 'GET', '/api/children/stakes', undefined, { token });
    expect([answer.statusCode, renewedToken(answer)]).toEqual([200, null]);
  });

  it('each of many simultaneous requests gets a new token, which ends with its session', async () => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    const { token } = await aSignedIn(app);
    pass(HOUR_MS);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call(app, 'GET', '/api/auth/session', undefined, { token })),
    );
    const renewed = answers.map((answer) => renewedToken(answer) ?? '');
    expect(await Promise.all(renewed.map((each) => statusOf(app, each)))).toEqual(
      Array(10).fill(200),
    );
    await call(app, 'GET', '/api/auth/signout', undefined, { token: renewed[3] ?? '' });
    expect(await Promise.all([token, ...renewed].map((each) => statusOf(app, each)))).toEqual(
      Array(11).fill(401),
    );
  });
});

describe('sessions', () => {
  it.each([
    ['the password changes', { passwordHash: 'other' }],
    ['a role is granted', { roles: ['user', 'sync'] }],
    ['a role is taken', { roles: [] }],
    ['the scope changes', { scope: { countries: ['GTM'] } }],
  ] as const)('end at once when %s', async (_, change) => {
    const app = await anApp();
    const { account, token } = await aSignedIn(app);
    const other = await app.services.sessions.create(account);
    await app.services.accounts.update(account.id, structuredClone(change) as object);
    expect(await Promise.all([token, other].map((each) => statusOf(app, each)))).toEqual([
      401, 401,
    ]);
  });

  it('end at once when the account is removed', async () => {
    const app = await anApp();
    const { account, token } = await aSignedIn(app);
    await app.services.accounts.remove(account.id);
    expect(await statusOf(app, token)).toBe(401);
  });

  it('from before a password change stay ended after the password is changed back', async () => {
    const app = await anApp();
    const { token } = await aSignedIn(app);
    const change = async (from: string, to: string, session: string) => {
      const body = { currentPassword: from, newPassword: to, verifyPassword: to };
      const answer = await call(app, 'POST', '/api/users/password', body, { token: session });
      return renewedToken(answer) ?? '';
    };
    const second = await change(PASSWORD, OTHER_PASSWORD, token);
    const third = await change(OTHER_PASSWORD, PASSWORD, second);
    expect(await Promise.all([token, second, third].map((each) => statusOf(app, each)))).toEqual([
      401, 401, 200,
    ]);
  });

  it('survive a restart with the same secret, and end with another secret', async () => {
    const config = aConfig();
    const dir = join(config.dataDir, 'databases');
    const first = await anApp({ config, stores: await aStores(dir) });
    const { token } = await aSignedIn(first);
    const { token: ended } = await aSignedIn(first, { username: 'eve' });
    await call(first, 'GET', '/api/auth/signout', undefined, { token: ended });
    await first.app.close();
    await first.services.stores.close();
    const second = await anApp({ config, stores: await aStores(dir) });
    expect(await statusOf(second, token)).toBe(200);
    expect(await statusOf(second, ended)).toBe(401);
    await second.app.close();
    await second.services.stores.close();
    const secret = 'quite another secret, long enough';
    const third = await anApp({ config, stores: await aStores(dir), secret });
    expect(await statusOf(third, token)).toBe(401);
  });

  it('sessions of two people are kept apart', async () => {
    const app = await anApp();
    const ana = await aSignedIn(app);
    const eve = await aSignedIn(app, { username: 'eve' });
    const nameOf = async (token: string) =>
      (await call(app, 'GET', '/api/auth/session', undefined, { token })).json<{
        username: string;
      }>().username;
    expect([await nameOf(ana.token), await nameOf(eve.token)]).toEqual(['ana', 'eve']);
  });

  it('no session begins for an account that does not exist', async () => {
    const app = await anApp();
    const account = await anAccount(app);
    const token = await app.services.sessions.create({ ...account, id: 'f'.repeat(24) });
    expect(await statusOf(app, token)).toBe(401);
  });
});
