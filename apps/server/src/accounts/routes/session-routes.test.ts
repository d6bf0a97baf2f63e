import type { SessionsBody } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { anApp } from '../../testing/test-app.ts';
import {
  aClock,
  aSignedIn,
  call,
  PASSWORD,
  renewedToken,
  saidBy,
} from '../../testing/test-people.ts';

const SESSIONS = '/api/users/sessions';
const SESSION = '/api/auth/session';
const SIGN_OUT = '/api/auth/signout';
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

type OneApp = Awaited<ReturnType<typeof anApp>>;

const listed = async (app: OneApp, token: string) =>
  (await call(app, 'GET', SESSIONS, undefined, { token })).json<SessionsBody>().sessions;

async function signIn(app: OneApp, username: string, userAgent: string): Promise<string> {
  const body = { usernameOrEmail: username, password: PASSWORD };
  const headers = { 'user-agent': userAgent };
  return (await call(app, 'POST', '/api/auth/signin', body, { headers })).json<{ token: string }>()
    .token;
}

const opens = async (app: OneApp, token: string) =>
  saidBy(await call(app, 'GET', SESSION, undefined, { token })) === '200';

describe("one's own sessions", () => {
  it('the list of one’s sessions has their device, the most recently used first, without other people’s', async () => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    const { token } = await aSignedIn(app);
    await aSignedIn(app, { username: 'eve' });
    pass(HOUR_MS);
    const phone = await signIn(app, 'ana', PHONE);
    pass(HOUR_MS - 1_000);
    const list = await listed(app, phone);
    expect(list).toMatchObject([
      {
        begun: '2025-06-01T09:00:00.000Z',
        used: '2025-06-01T09:00:00.000Z',
        device: { browser: 'Chrome', system: 'Android' },
        isThis: true,
      },
      {
        begun: '2025-06-01T08:00:00.000Z',
        used: '2025-06-01T08:00:00.000Z',
        device: { browser: null, system: null },
        isThis: false,
      },
    ]);
    const renewed = renewedToken(await call(app, 'GET', SESSION, undefined, { token })) ?? '';
    expect((await listed(app, renewed))[0]).toMatchObject({
      begun: '2025-06-01T08:00:00.000Z',
      used: '2025-06-01T09:59:59.000Z',
      isThis: true,
    });
    pass(11 * HOUR_MS + 1_000);
    expect((await listed(app, renewed)).map(({ isThis }) => isThis)).toEqual([true]);
  });

  it('the ids of listed sessions can neither end nor open one', async () => {
    const app = await anApp();
    const { token } = await aSignedIn(app);
    const answer = await call(app, 'GET', SESSIONS, undefined, { token });
    const { sid } = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    ) as Record<string, string>;
    expect(sid).toMatch(/^[0-9a-f]{32}$/);
    expect(answer.body).not.toContain(sid);
  });

  it('one’s sessions can be ended one by one, or all but the present one, but not other people’s', async () => {
    const app = await anApp();
    const { account, token } = await aSignedIn(app);
    const [second, third, fourth] = await Promise.all(
      [1, 2, 3].map(() => app.services.sessions.create(account)),
    );
    const eve = await aSignedIn(app, { username: 'eve' });
    const ids = (await listed(app, token)).filter(({ isThis }) => !isThis).map(({ id }) => id);
    const end = (by: string, id: string) =>
      call(app, 'DELETE', `${SESSIONS}/${id}`, undefined, { token: by });
    expect(saidBy(await end(eve.token, ids[0] ?? ''))).toBe('404 not-found');
    expect(saidBy(await end(token, ids[0] ?? ''))).toBe('200');
    expect(saidBy(await end(token, ids[0] ?? ''))).toBe('404 not-found');
    expect((await listed(app, token)).length).toBe(3);
    const others = await call(app, 'DELETE', SESSIONS, undefined, { token });
    expect(others.json()).toEqual({ ended: 2 });
    const open = [token, second, third, fourth, eve.token].map((each) => opens(app, each ?? ''));
    expect(await Promise.all(open)).toEqual([true, false, false, false, true]);
    const log = await app.services.audit.page({ who: 'ana', what: 'session-ended' }, 1);
    expect(log.entries.map(({ detail }) => detail)).toEqual(['2', '1']);
  });

  it('end 30 days after the sign-in, however often they are renewed, sync tokens included', async () => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    let { token } = await aSignedIn(app);
    const { account } = await aSignedIn(app, { username: 'eve' });
    for (let hours = 0; hours < 30 * 24 - 10; hours += 10) {
      pass(10 * HOUR_MS);
      token = renewedToken(await call(app, 'GET', SESSION, undefined, { token })) ?? '';
    }
    pass(10 * HOUR_MS - 1_000);
    expect(await opens(app, token)).toBe(true);
    const [claims] = [app.services.sessions.authenticate(token)];
    const { sessionId, account: ana } = (await claims) ?? { sessionId: '', account };
    const { id: accountId, sessionVersion } = ana;
    const forSync = { accountId, sessionId, sessionVersion };
    expect((await app.services.sessions.accountOf(forSync))?.username).toBe('ana');
    pass(1_000);
    expect(await opens(app, token)).toBe(false);
    expect(await app.services.sessions.accountOf(forSync)).toBeNull();
  });

  it('a renewal on a session’s last day does not extend it', async () => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    const { account } = await aSignedIn(app);
    const begun = new Date(clock().getTime() - 30 * DAY_MS + 2 * HOUR_MS);
    const token = await app.services.sessions.create(account, { begun });
    pass(HOUR_MS);
    const renewed = renewedToken(await call(app, 'GET', SESSION, undefined, { token })) ?? '';
    expect((await listed(app, renewed)).length).toBe(2);
    pass(HOUR_MS);
    expect(await opens(app, renewed)).toBe(false);
  });
});

describe('a sign-out that is sent later', () => {
  it.each([
    ['a replaced token', (first: string) => first],
    ['the middle part of one', (first: string) => first.split('.')[1] ?? ''],
  ])('ends every token of the session by %s, however old', async (_, shown) => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    const { account, token } = await aSignedIn(app);
    const other = await app.services.sessions.create(account);
    const tokens = [token];
    for (let times = 0; times < 2; times += 1) {
      pass(8 * HOUR_MS);
      const last = tokens.at(-1) ?? '';
      tokens.push(renewedToken(await call(app, 'GET', SESSION, undefined, { token: last })) ?? '');
    }
    const ended = await call(app, 'GET', SIGN_OUT, undefined, { token: shown(token) });
    expect([ended.statusCode, ended.json()]).toEqual([200, { ok: true }]);
    expect(await Promise.all(tokens.map((each) => opens(app, each)))).toEqual([
      false,
      false,
      false,
    ]);
    const log = await app.services.audit.page({ who: 'ana', what: 'sign-out' }, 1);
    expect(log.entries).toHaveLength(1);
    expect(await app.services.sessions.authenticate(other)).toBeNull();
  });

  it('opens no session by the stored part of the token, and ends no other session', async () => {
    const app = await anApp();
    const { account, token } = await aSignedIn(app);
    const other = await app.services.sessions.create(account);
    const part = token.split('.')[1] ?? '';
    expect(await opens(app, part)).toBe(false);
    expect(await opens(app, token)).toBe(true);
    for (const wrong of [`${part}x`, 'e30', Buffer.from('{"sub":1,"sid":2}').toString('base64')]) {
      const answer = await call(app, 'GET', SIGN_OUT, undefined, { token: wrong });
      expect(answer.statusCode).toBe(200);
    }
    expect(await opens(app, token)).toBe(true);
    await call(app, 'GET', SIGN_OUT, undefined, { token: part });
    expect([await opens(app, token), await opens(app, other)]).toEqual([false, true]);
  });

  it('a session that was begun under a clock far ahead does not open again when that day comes', async () => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    await aSignedIn(app);
    await signIn(app, 'ana', PHONE);
    expect(await app.services.mayDropOld()).toBe(true);
    pass(800 * DAY_MS);
    const ahead = await signIn(app, 'ana', PHONE);
    expect(await opens(app, ahead)).toBe(true);
    pass(-799 * DAY_MS);
    expect(await opens(app, ahead)).toBe(false);
    const now = await signIn(app, 'ana', PHONE);
    await app.services.background.settled();
    expect(await opens(app, now)).toBe(true);
    pass(799 * DAY_MS + HOUR_MS);
    expect(await opens(app, ahead)).toBe(false);
  });
});
