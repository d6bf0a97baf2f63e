import type { SignedInBody, UserBody } from '@crece/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerApp } from '../../app.ts';
import { type SmtpSink, startSmtpSink } from '../../mail/testing/smtp-sink.ts';
import { soon } from '../../testing/soon.ts';
import { anApp, type TestOptions } from '../../testing/test-app.ts';
import {
  aClock,
  anAccount,
  aSignedIn,
  call,
  OTHER_PASSWORD,
  PASSWORD,
  renewedToken,
  saidBy,
} from '../../testing/test-people.ts';

const FORGOT = '/api/auth/forgot';
const CHANGE = '/api/users/password';
const NEW = { newPassword: OTHER_PASSWORD, verifyPassword: OTHER_PASSWORD };
const PUBLIC_URL = 'https://crece.example.org';

async function withMail(options: TestOptions = {}): Promise<{ app: ServerApp; sink: SmtpSink }> {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  const from = { name: 'Crece', address: 'crece@example.org' };
  const config = { publicUrl: PUBLIC_URL, mail: { smtpUrl: sink.url, from } };
  return { app: await anApp({ ...options, config }), sink };
}

/** The secret in the newest of this many mails. */
async function secretOf(sink: SmtpSink, mails = 1): Promise<string> {
  const text = await soon(() => {
    expect(sink.mails).toHaveLength(mails);
    return sink.mails.at(-1)?.parsed.text ?? '';
  });
  return new RegExp(`${PUBLIC_URL}/password/reset/([\\w-]{43})`).exec(text)?.[1] ?? '';
}

function signIn(app: ServerApp, password: string) {
  return call(app, 'POST', '/api/auth/signin', { usernameOrEmail: 'ana', password });
}

async function isOpen(app: ServerApp, token: string): Promise<boolean> {
  const answer = await call(app, 'GET', '/api/auth/session', undefined, { token });
  return answer.statusCode === 200;
}

describe('a forgotten password', () => {
  it('asking for the password of an unknown account is as much work, but sends no mail', async () => {
    const { app, sink } = await withMail();
    const { accountStore, background, mailer, stores } = app.services;
    await anAccount(app);
    const audit = await stores.open('sys_audit');
    const work: string[] = [];
    const count = (store: typeof accountStore) => {
      const { write, writeLocal } = store;
      store.write = (drafts) => {
        work.push(`${store.name} write ${drafts.length}`);
        return write.call(store, drafts);
      };
      store.writeLocal = (draft) => {
        work.push(`${store.name} local`);
        return writeLocal.call(store, draft);
      };
    };
    for (const store of [accountStore, audit]) count(store);
    const { send, pretend } = mailer;
    mailer.send = (mail) => {
      work.push('mail');
      return send(mail);
    };
    mailer.pretend = (mail) => {
      work.push('mail');
      return pretend(mail);
    };
    const workOf = async (usernameOrEmail: string) => {
      work.length = 0;
      await call(app, 'POST', FORGOT, { usernameOrEmail });
      await background.settled();
      return [...work];
    };
    const known = await workOf('ana');
    expect(known).toEqual(['sys_audit write 1', 'sys_accounts local', 'mail']);
    expect(await workOf('nobody')).toEqual(known);
    // At most five mails an hour, whether or not the account exists.
    for (let i = 0; i < 4; i += 1) {
      const again = await workOf('ana');
      expect(again).toEqual(['sys_accounts local', 'mail']);
      expect(await workOf('nobody')).toEqual(again);
    }
    await soon(() => expect(sink.mails).toHaveLength(5));
    expect(new Set(sink.mails.flatMap(({ to }) => to))).toEqual(new Set(['ana@example.org']));
    const left: string[] = [];
    for await (const { _id } of accountStore.listLocal('once_password-link_')) left.push(_id);
    // All pretended links share one document.
    expect(left).toHaveLength(5 + 1);
  });

  it('the link in the mail sets a password, once; sessions end and the owner gets a mail', async () => {
    const { app, sink } = await withMail();
    const { token } = await aSignedIn(app);
    const asked = await call(
      app,
      'POST',
      FORGOT,
      { usernameOrEmail: 'Ana@example.org' },
      {
        headers: { host: 'evil.example', 'accept-language': 'es' },
      },
    );
    expect([asked.statusCode, asked.json()]).toEqual([200, { ok: true }]);
    const secret = await secretOf(sink);
    expect(sink.mails[0]?.to).toEqual(['ana@example.org']);
    expect(sink.mails[0]?.raw).not.toContain('evil');
    const url = `/api/auth/reset/${secret}`;
    expect(saidBy(await call(app, 'GET', url))).toBe('200');
    const done = await call(app, 'POST', url, NEW);
    expect([done.statusCode, done.json()]).toEqual([200, { ok: true, dropped: [] }]);
    expect(await isOpen(app, token)).toBe(false);
    expect(saidBy(await signIn(app, PASSWORD))).toBe('422 wrong-credentials');
    expect(saidBy(await signIn(app, OTHER_PASSWORD))).toBe('200');
    expect(saidBy(await call(app, 'GET', url))).toBe('422 link-invalid');
    expect(saidBy(await call(app, 'POST', url, NEW))).toBe('422 link-invalid');
    await soon(() => expect(sink.mails).toHaveLength(2));
    expect(sink.mails[1]?.to).toEqual(['ana@example.org']);
    const { entries } = await app.services.audit.page({ who: '', what: '' }, 1);
    expect(entries.map(({ what, whom }) => [what, whom]).slice(-2)).toEqual([
      ['password-reset', 'ana'],
      ['password-reset-asked', 'ana'],
    ]);
  });

  it('asking for a password is answered alike, and before any work, whether the account exists or not', async () => {
    const { app, sink } = await withMail();
    await anAccount(app);
    const seen = new Set<string>();
    const { accounts } = app.services;
    const find = accounts.find.bind(accounts);
    const looked: string[] = [];
    let allAreAnswered: () => void = () => undefined;
    const answers = new Promise<void>((resolve) => {
      allAreAnswered = resolve;
    });
    // An answer that waited for this work would never come.
    accounts.find = async (typed) => {
      await answers;
      looked.push(typed);
      return find(typed);
    };
    for (const usernameOrEmail of ['ana', 'eve', 'eve@example.org', '', '\u0000']) {
      const answer = await call(app, 'POST', FORGOT, { usernameOrEmail });
      // Moment and request are another for every answer.
      const { date: _, 'x-request-id': __, ...headers } = answer.headers;
      seen.add(JSON.stringify([answer.statusCode, answer.body, headers]));
    }
    expect(seen.size).toBe(1);
    allAreAnswered();
    await secretOf(sink);
    await app.services.background.settled();
    expect(looked).toEqual(['ana', 'eve', 'eve@example.org', '', '\u0000']);
  });

  it('a forgotten password can be set for an hour; later its link is answered as expired', async () => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    const url = `/api/auth/reset/${await app.services.passwordLinks.issue(await anAccount(app), 'reset')}`;
    pass(3_600_000 - 1);
    expect(saidBy(await call(app, 'GET', url))).toBe('200');
    pass(1);
    expect(saidBy(await call(app, 'GET', url))).toBe('422 link-expired');
    expect(saidBy(await call(app, 'POST', url, NEW))).toBe('422 link-expired');
  });

  it('keeps former links valid until one of them is used', async () => {
    const app = await anApp();
    const account = await anAccount(app);
    const { passwordLinks } = app.services;
    const urls = await Promise.all(
      ['reset', 'reset', 'invitation'].map(
        async (kind) =>
          `/api/auth/reset/${await passwordLinks.issue(account, kind as 'reset' | 'invitation')}`,
      ),
    );
    for (const url of urls) expect(saidBy(await call(app, 'GET', url))).toBe('200');
    expect(saidBy(await call(app, 'POST', urls[1] ?? '', NEW))).toBe('200');
    for (const url of urls) expect(saidBy(await call(app, 'GET', url))).toBe('422 link-invalid');
  });

  it('no link is valid after a change of the address to which it was sent', async () => {
    const app = await anApp();
    const account = await anAccount(app);
    const secret = await app.services.passwordLinks.issue(account, 'reset');
    await app.services.accounts.update(account.id, { email: 'new@example.org' });
    expect(saidBy(await call(app, 'GET', `/api/auth/reset/${secret}`))).toBe('422 link-invalid');
  });

  it('ten simultaneous requests set a forgotten password once', async () => {
    const app = await anApp();
    const secret = await app.services.passwordLinks.issue(await anAccount(app), 'reset');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call(app, 'POST', `/api/auth/reset/${secret}`, NEW)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('a refused form with a new password does not use up the link', async () => {
    const app = await anApp();
    const secret = await app.services.passwordLinks.issue(await anAccount(app), 'reset');
    const trying = async (newPassword: string, verifyPassword = newPassword) =>
      saidBy(await call(app, 'POST', `/api/auth/reset/${secret}`, { newPassword, verifyPassword }));
    expect(await trying('Kiwi-T-58')).toBe('422 validation newPassword:password-length');
    expect(await trying(OTHER_PASSWORD, 'other')).toBe(
      '422 validation verifyPassword:password-differs',
    );
    expect(await trying('Welcome2024!')).toBe('422 validation newPassword:password-common');
    expect(await trying(OTHER_PASSWORD)).toBe('200');
  });

  it('removes social sign-ins that do not have the account’s e-mail address', async () => {
    const app = await anApp();
    const own = { subject: '1', displayName: 'Ana', email: 'ana@example.org' };
    const foreign = { subject: '2', displayName: 'Eve', email: 'eve@example.org' };
    const unchecked = { subject: '3', displayName: 'Eve', email: null };
    const socials = { google: own, github: foreign, facebook: unchecked };
    const account = await anAccount(app, { socials });
    const { passwordLinks, accounts } = app.services;
    await call(app, 'POST', `/api/auth/reset/${await passwordLinks.issue(account, 'reset')}`, NEW);
    expect((await accounts.byId(account.id))?.socials).toEqual({ google: own });
    expect(await accounts.bySocial('github', '2')).toBeNull();
  });

  it('forgotten passwords are limited to five requests before a wait, and five mails an hour', async () => {
    const { clock, pass } = aClock();
    const { app, sink } = await withMail({ clock });
    await anAccount(app);
    const ask = (usernameOrEmail: string) => call(app, 'POST', FORGOT, { usernameOrEmail });
    for (let i = 0; i < 5; i += 1) expect((await ask('ana')).statusCode).toBe(200);
    expect(saidBy(await ask('ana'))).toBe('429 too-many');
    expect(saidBy(await ask('eve'))).toBe('200');
    pass(60_000);
    expect(saidBy(await ask('ana'))).toBe('200');
    await app.services.background.settled();
    await soon(() => expect(sink.mails).toHaveLength(5));
    pass(3_600_000);
    await ask('ana');
    await soon(() => expect(sink.mails).toHaveLength(6));
  });

  it.each(['/', 'x', 'x'.repeat(200), '%00', '..%2f..'])(
    'no password can be set by the link "%s"',
    async (secret) => {
      const app = await anApp();
      const answer = await call(app, 'GET', `/api/auth/reset/${secret}`);
      expect([404, 422]).toContain(answer.statusCode);
    },
  );
});

describe('POST /api/users/password', () => {
  it('ends every session, and gives the sender a new one', async () => {
    const { app, sink } = await withMail();
    const { account, token } = await aSignedIn(app);
    const elsewhere = await app.services.sessions.create(account);
    const body = { currentPassword: PASSWORD, ...NEW };
    const answer = await call(app, 'POST', CHANGE, body, { token });
    expect(answer.json<UserBody>()).toMatchObject({ id: account.id, hasPassword: true });
    const renewed = renewedToken(answer) ?? '';
    expect(await Promise.all([token, elsewhere, renewed].map((t) => isOpen(app, t)))).toEqual([
      false,
      false,
      true,
    ]);
    expect(saidBy(await signIn(app, OTHER_PASSWORD))).toBe('200');
    await soon(() => expect(sink.mails).toHaveLength(1));
  });

  it('requires the current password, five tries a minute', async () => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    const { token } = await aSignedIn(app);
    const change = (currentPassword: string) =>
      call(app, 'POST', CHANGE, { currentPassword, ...NEW }, { token });
    for (let i = 0; i < 5; i += 1) {
      expect(saidBy(await change('wrong'))).toBe(
        '422 wrong-password currentPassword:wrong-password',
      );
    }
    expect(saidBy(await change(PASSWORD))).toBe('429 too-many');
    pass(60_000);
    expect(saidBy(await change(PASSWORD))).toBe('200');
  });

  it('ends the session with the tenth wrong current password, wherever it was typed', async () => {
    const { clock, pass } = aClock();
    const app = await anApp({ clock });
    const { token } = await aSignedIn(app);
    const other = (await signIn(app, PASSWORD)).json<SignedInBody>().token;
    const change = (currentPassword: string, by = token) =>
      call(app, 'POST', CHANGE, { currentPassword, ...NEW }, { token: by });
    for (let i = 0; i < 9; i += 1) {
      expect(saidBy(await change('wrong'))).toMatch(/^422 wrong-password/);
      pass(60_000);
    }
    expect((await call(app, 'GET', '/api/auth/session', undefined, { token })).statusCode).toBe(
      200,
    );
    expect(saidBy(await change('wrong'))).toMatch(/^422 wrong-password/);
    expect(saidBy(await change(PASSWORD))).toMatch(/^401/);
    expect(saidBy(await change(PASSWORD, other))).toBe('200');
  });

  it('names the fault of the new password', async () => {
    const app = await anApp();
    const { token } = await aSignedIn(app);
    const change = async (newPassword: string, verifyPassword = newPassword) =>
      saidBy(
        await call(
          app,
          'POST',
          CHANGE,
          { currentPassword: PASSWORD, newPassword, verifyPassword },
          { token },
        ),
      );
    expect(await change('Kiwi-T-58')).toBe('422 validation newPassword:password-length');
    expect(await change('Welcome2024!')).toBe('422 validation newPassword:password-common');
    expect(await change(OTHER_PASSWORD, '')).toBe('422 validation verifyPassword:password-differs');
  });

  it('sets the first password of an account that was created by a social sign-in', async () => {
    const app = await anApp();
    const { token } = await aSignedIn(app, { passwordHash: null, provider: 'google' });
    const answer = await call(app, 'POST', CHANGE, { currentPassword: '', ...NEW }, { token });
    expect(answer.json<UserBody>().hasPassword).toBe(true);
    expect(saidBy(await signIn(app, OTHER_PASSWORD))).toBe('200');
  });

  it('removes the named linked accounts, and mails the owner which', async () => {
    const { app, sink } = await withMail();
    const link = { subject: '7', displayName: 'Ana', email: null };
    const { token } = await aSignedIn(app, { socials: { github: link, clinic: link } });
    const body = { currentPassword: PASSWORD, ...NEW, drop: ['github', 'nothing'] };
    const answer = await call(app, 'POST', CHANGE, body, { token });
    expect(Object.keys(answer.json<UserBody>().additionalProvidersData)).toEqual(['clinic']);
    const text = await soon(() => {
      expect(sink.mails).toHaveLength(1);
      return sink.mails[0]?.parsed.text ?? '';
    });
    expect(text).toContain('github');
    expect(text).not.toContain('clinic');
    const log = await app.services.audit.page({ who: 'ana', what: 'social-unlinked' }, 1);
    expect(log.entries.map(({ detail }) => detail)).toEqual(['github']);
  });

  it('cancels a pending e-mail address, and so does a reset', async () => {
    const app = await anApp();
    const { account, token } = await aSignedIn(app);
    const wait = () =>
      call(
        app,
        'PUT',
        '/api/users',
        { firstName: 'A', lastName: 'L', email: 'eve@example.org', username: 'ana' },
        { token },
      );
    const pending = async () => (await app.services.accounts.byId(account.id))?.pendingEmail;
    await wait();
    expect((await pending())?.email).toBe('eve@example.org');
    const secret = await app.services.passwordLinks.issue(account, 'reset');
    await call(app, 'POST', `/api/auth/reset/${secret}`, NEW);
    expect(await pending()).toBeUndefined();
  });

  it('succeeds for one of two simultaneous changes', async () => {
    const app = await anApp();
    const { account, token } = await aSignedIn(app);
    const other = await app.services.sessions.create(account);
    const body = { currentPassword: PASSWORD, ...NEW };
    const answers = await Promise.all(
      [token, other].map((t) => call(app, 'POST', CHANGE, body, { token: t })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('PUT /api/users', () => {
  const PROFILE = {
    firstName: 'Anna',
    lastName: 'Soto',
    email: 'Anna@example.org',
    username: 'Anna',
  };

  it('changes the profile and keeps the session', async () => {
    const app = await anApp();
    const { account, token } = await aSignedIn(app);
    const answer = await call(app, 'PUT', '/api/users', PROFILE, { token });
    expect(answer.json<UserBody>()).toMatchObject({
      id: account.id,
      displayName: 'Anna Soto',
      email: 'ana@example.org',
      pendingEmail: { email: 'anna@example.org' },
      username: 'anna',
      roles: ['user'],
    });
    expect(await isOpen(app, token)).toBe(true);
    const signedIn = await call(app, 'POST', '/api/auth/signin', {
      usernameOrEmail: 'anna',
      password: PASSWORD,
    });
    expect(signedIn.json<SignedInBody>().user.id).toBe(account.id);
    const { entries } = await app.services.audit.page({ who: '', what: 'profile-changed' }, 1);
    expect(entries.map(({ who, whom, detail }) => [who, whom, detail])).toEqual([
      ['ana', 'anna', 'firstName, lastName, username'],
    ]);
  });

  it('refuses taken values, invalid values and fields that a user may not change', async () => {
    const app = await anApp();
    const { token } = await aSignedIn(app);
    await anAccount(app, { username: 'eve' });
    const put = async (different: object) =>
      saidBy(await call(app, 'PUT', '/api/users', { ...PROFILE, ...different }, { token }));
    expect(await put({ username: 'eve' })).toBe('422 name-taken username:name-taken');
    expect(await put({ lastName: '' })).toBe('422 validation lastName:name-required');
    expect(await put({ roles: ['admin'] })).toBe('400 bad-request');
    expect(await put({ id: '1' })).toBe('400 bad-request');
  });
});
