import type { SignedInBody } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { anApp } from '../../testing/test-app.ts';
import { aClock, anAccount, aSignUp, call, saidBy } from '../../testing/test-people.ts';
import { issueFirstAdminPath } from '../first-admin.ts';

const SIGN_UP = '/api/auth/signup';
const CHECK = '/api/auth/first-admin/check';
const FIRST_ADMIN = '/api/auth/first-admin';

describe('POST /api/auth/signup', () => {
  it('creates a user and signs in', async () => {
    const app = await anApp();
    const form = aSignUp({
      username: ' Ana.Lopez ',
      email: 'ANA@Example.org',
      firstName: ' Ana  M ',
    });
    const answer = await call(app, 'POST', SIGN_UP, form);
    const { user, token } = answer.json<SignedInBody>();
    expect(user).toMatchObject({
      username: 'ana.lopez',
      email: 'ana@example.org',
      displayName: 'Ana M López',
      roles: ['user'],
      provider: 'local',
    });
    const session = await call(app, 'GET', '/api/auth/session', undefined, { token });
    expect(session.json()).toEqual(user);
    const { entries } = await app.services.audit.page({ who: '', what: '' }, 1);
    expect(entries.map(({ what, who }) => [what, who])).toEqual([['sign-up', 'ana.lopez']]);
  });

  it('answers no password and no hash', async () => {
    const app = await anApp();
    const { body } = await call(app, 'POST', SIGN_UP, aSignUp());
    expect(body).not.toMatch(/argon|hash|Kiwi|sessionVersion|subject/i);
  });

  it.each([
    [{ username: 'an' }, 'username:username-length'],
    [{ username: 'Root' }, 'username:username-reserved'],
    [{ email: 'ana' }, 'email:email-invalid'],
    [{ firstName: ' ' }, 'firstName:name-required'],
    [{ password: 'Kiwi-T-58' }, 'password:password-length'],
    [{ password: 'Ana.Lopez#1', username: 'ana.lopez' }, 'password:password-is-name'],
    [{ password: 'Welcome2024!' }, 'password:password-common'],
  ])('refuses %j: %s', async (different, issue) => {
    const app = await anApp();
    const answer = await call(app, 'POST', SIGN_UP, aSignUp(different));
    expect(saidBy(answer)).toBe(`422 validation ${issue}`);
  });

  it('answers the limits of a rule with its code', async () => {
    const answer = await call(await anApp(), 'POST', SIGN_UP, aSignUp({ username: 'an' }));
    expect(answer.json<{ issues: unknown }>().issues).toEqual([
      { field: 'username', code: 'username-length', params: { from: 3, to: 34 } },
    ]);
  });

  it('names the value (user name or address) that is taken', async () => {
    const app = await anApp();
    await anAccount(app);
    const name = await call(app, 'POST', SIGN_UP, aSignUp({ email: 'other@example.org' }));
    expect(saidBy(name)).toBe('422 name-taken username:name-taken');
    const mail = await call(app, 'POST', SIGN_UP, aSignUp({ username: 'other' }));
    expect(saidBy(mail)).toBe('422 email-taken email:email-taken');
  });

  it.each([
    [{ roles: ['admin'] }],
    [{ scope: {} }],
    [{ provider: 'google' }],
    [{ __proto__: null, id: '1' }],
    [{ username: null }],
    [{ firstName: 'x'.repeat(101) }],
  ])('refuses %j beside the form', async (more) => {
    const answer = await call(await anApp(), 'POST', SIGN_UP, { ...aSignUp(), ...more });
    expect(saidBy(answer)).toBe('400 bad-request');
  });

  it('requires a wait after five tries with the same address', async () => {
    const app = await anApp();
    await anAccount(app);
    for (let i = 0; i < 5; i += 1) {
      expect((await call(app, 'POST', SIGN_UP, aSignUp())).statusCode).toBe(422);
    }
    expect(saidBy(await call(app, 'POST', SIGN_UP, aSignUp()))).toBe('429 too-many');
    const other = aSignUp({ username: 'eve', email: 'eve@example.org' });
    expect((await call(app, 'POST', SIGN_UP, other)).statusCode).toBe(200);
  });

  it('creates one account for twenty identical forms sent at once', async () => {
    const app = await anApp();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        call(app, 'POST', SIGN_UP, aSignUp({ email: `ana${i}@example.org` })),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    // At most ten tries per name: the others do not learn whether it is taken.
    expect(answers.filter(({ body }) => body.includes('name-taken'))).toHaveLength(9);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
  });
});

describe('the first administrator', () => {
  async function open() {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    const link = async () => {
      const path = await issueFirstAdminPath(app.services);
      if (path === null) throw new Error('there is an administrator');
      const [page, secret = ''] = path.split('#');
      expect(page).toBe('/authentication/first-admin');
      return secret;
    };
    return { app, pass, link };
  }

  it('the link creates the first administrator, once, as administrator', async () => {
    const { app, link } = await open();
    const secret = await link();
    expect(saidBy(await call(app, 'POST', CHECK, { secret }))).toBe('200');
    const answer = await call(app, 'POST', FIRST_ADMIN, { ...aSignUp(), secret });
    const { user, token } = answer.json<SignedInBody>();
    expect(user.roles).toEqual(['user', 'admin']);
    const users = await call(app, 'GET', '/api/users', undefined, { token });
    expect(users.statusCode).toBe(200);
    const again = { ...aSignUp({ username: 'eve', email: 'eve@example.org' }), secret };
    expect(saidBy(await call(app, 'POST', FIRST_ADMIN, again))).toBe('422 link-invalid');
    expect(saidBy(await call(app, 'POST', CHECK, { secret }))).toBe('422 link-invalid');
  });

  it('ten who use the link at the same time create one administrator', async () => {
    const { app, link } = await open();
    const secret = await link();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        call(app, 'POST', FIRST_ADMIN, {
          ...aSignUp({ username: `ana${i}`, email: `ana${i}@example.org` }),
          secret,
        }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter((answer) => saidBy(answer) === '422 link-invalid')).toHaveLength(9);
    const names: string[] = [];
    for await (const { username } of app.services.accounts.list()) names.push(username);
    expect(names).toHaveLength(1);
  });

  it('a refused form of the first administrator does not use up the link', async () => {
    const { app, link } = await open();
    await anAccount(app, { username: 'taken' });
    const secret = await link();
    const trying = async (different: Parameters<typeof aSignUp>[0]) =>
      saidBy(await call(app, 'POST', FIRST_ADMIN, { ...aSignUp(different), secret }));
    expect(await trying({ password: 'short' })).toMatch(/^422 validation /);
    expect(await trying({ username: 'taken' })).toBe('422 name-taken username:name-taken');
    expect(await trying({})).toBe('200');
  });

  it('the first administrator can be created for 24 hours', async () => {
    const { app, link, pass } = await open();
    const secret = await link();
    pass(24 * 3_600_000 - 1);
    expect(saidBy(await call(app, 'POST', CHECK, { secret }))).toBe('200');
    pass(1);
    expect(saidBy(await call(app, 'POST', CHECK, { secret }))).toBe('422 link-expired');
    const form = { ...aSignUp(), secret };
    expect(saidBy(await call(app, 'POST', FIRST_ADMIN, form))).toBe('422 link-expired');
  });

  it('only the link of the last start creates the first administrator', async () => {
    const { app, link } = await open();
    const first = await link();
    const second = await link();
    expect(saidBy(await call(app, 'POST', CHECK, { secret: first }))).toBe('422 link-invalid');
    expect(saidBy(await call(app, 'POST', CHECK, { secret: second }))).toBe('200');
  });

  it('an existing administrator ends the link, however that one was created', async () => {
    const { app, link } = await open();
    const secret = await link();
    await anAccount(app, { username: 'boss', roles: ['user', 'admin'] });
    expect(saidBy(await call(app, 'POST', CHECK, { secret }))).toBe('422 link-invalid');
    const form = { ...aSignUp(), secret };
    expect(saidBy(await call(app, 'POST', FIRST_ADMIN, form))).toBe('422 link-invalid');
    expect(await issueFirstAdminPath(app.services)).toBeNull();
  });

  it('a guessed secret creates no administrator', async () => {
    const { app, link } = await open();
    const secret = await link();
    for (const guess of ['', 'x'.repeat(43), secret.slice(0, -1), secret.toUpperCase()]) {
      expect(saidBy(await call(app, 'POST', CHECK, { secret: guess }))).toBe('422 link-invalid');
    }
  });
});
