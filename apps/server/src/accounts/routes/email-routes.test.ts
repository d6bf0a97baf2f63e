import type { EmailLinkDoneBody, UserBody } from '@crece/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerApp } from '../../app.ts';
import { type SmtpSink, startSmtpSink } from '../../mail/testing/smtp-sink.ts';
import { soon } from '../../testing/soon.ts';
import { anApp } from '../../testing/test-app.ts';
import {
  aClock,
  anAccount,
  aSignedIn,
  aSignUp,
  call,
  OTHER_PASSWORD,
  PASSWORD,
  saidBy,
} from '../../testing/test-people.ts';

const PUBLIC_URL = 'https://crece.example.org';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OLD = 'ana@example.org';
const NEW = 'new@example.org';
const PROFILE = { firstName: 'Ana', lastName: 'López', email: OLD, username: 'ana' };

/** A server with a real mail server, and Ana, who has just signed in. */
async function anOwner() {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  const from = { name: 'Crece', address: 'crece@example.org' };
  const config = { publicUrl: PUBLIC_URL, mail: { smtpUrl: sink.url, from } };
  const { clock, pass } = aClock();
  const app = await anApp({ clock, config });
  return { app, sink, pass, ...(await aSignedIn(app)) };
}

const put = (app: ServerApp, token: string, different: object) =>
  call(app, 'PUT', '/api/users', { ...PROFILE, ...different }, { token });

/** The secret in the newest of this many mails to an address. */
async function linkTo(sink: SmtpSink, address: string, mails = 1): Promise<string> {
  const text = await soon(() => {
    const found = sink.mails.filter(({ to }) => to.includes(address));
    expect(found).toHaveLength(mails);
    return found.at(-1)?.parsed.text ?? '';
  });
  return new RegExp(`${PUBLIC_URL}/authentication/email/([\\w-]{43})`).exec(text)?.[1] ?? '';
}

const look = (app: ServerApp, secret: string) => call(app, 'GET', `/api/auth/email/${secret}`);
const follow = (app: ServerApp, secret: string) => call(app, 'POST', `/api/auth/email/${secret}`);
const emailOf = async ({ services }: ServerApp, id: string) =>
  (await services.accounts.byId(id))?.email;
const isOpen = async (app: ServerApp, token: string) =>
  saidBy(await call(app, 'GET', '/api/auth/session', undefined, { token })) === '200';
const signIn = async (app: ServerApp, usernameOrEmail: string, password = PASSWORD) =>
  saidBy(await call(app, 'POST', '/api/auth/signin', { usernameOrEmail, password }));

describe('a new e-mail address', () => {
  it('a new e-mail address is valid only after its link was opened; until then the old one is', async () => {
    const { app, sink, account, token } = await anOwner();
    const asked = (await put(app, token, { email: 'New@example.org' })).json<UserBody>();
    expect(asked).toMatchObject({ email: OLD, pendingEmail: { email: NEW } });
    expect([await signIn(app, NEW), await signIn(app, OLD)]).toEqual([
      '422 wrong-credentials',
      '200',
    ]);
    await call(app, 'POST', '/api/auth/forgot', { usernameOrEmail: NEW });
    const secret = await linkTo(sink, NEW);
    expect((await look(app, secret)).json()).toEqual({
      does: 'confirm',
      username: 'ana',
      email: NEW,
    });
    expect(await emailOf(app, account.id)).toBe(OLD);
    expect((await follow(app, secret)).json()).toMatchObject({ does: 'confirm', email: NEW });
    expect(await emailOf(app, account.id)).toBe(NEW);
    expect(saidBy(await follow(app, secret))).toBe('422 link-invalid');
    expect([await signIn(app, NEW), await signIn(app, OLD)]).toEqual([
      '200',
      '422 wrong-credentials',
    ]);
    // The old address was told at the request and at the confirmation; the "forgot" call sent no
    // mail.
    await linkTo(sink, OLD, 2);
    expect(sink.mails).toHaveLength(3);
    const session = await call(app, 'GET', '/api/auth/session', undefined, { token });
    expect(session.json<UserBody>().pendingEmail).toBeUndefined();
  });

  it('a new e-mail address is confirmed within 24 hours, to the millisecond', async () => {
    const { app, sink, token, pass, account } = await anOwner();
    await put(app, token, { email: NEW });
    const secret = await linkTo(sink, NEW);
    pass(24 * HOUR_MS - 1);
    expect(saidBy(await look(app, secret))).toBe('200');
    pass(1);
    expect(saidBy(await follow(app, secret))).toBe('422 link-expired');
    expect(await emailOf(app, account.id)).toBe(OLD);
  });

  it('a new address is sent again, cancelled, or replaced by another, of which only the last link is valid', async () => {
    const { app, sink, token } = await anOwner();
    const own = (method: 'POST' | 'DELETE') =>
      call(app, method, '/api/users/email', undefined, { token });
    expect(saidBy(await own('POST'))).toBe('404 not-found');
    await put(app, token, { email: NEW });
    const first = await linkTo(sink, NEW);
    expect(saidBy(await own('POST'))).toBe('200');
    const second = await linkTo(sink, NEW, 2);
    expect(await Promise.all([first, second].map(async (s) => saidBy(await look(app, s))))).toEqual(
      ['200', '200'],
    );
    await put(app, token, { email: 'other@example.org' });
    const other = await linkTo(sink, 'other@example.org');
    expect(saidBy(await look(app, second))).toBe('422 link-invalid');
    expect(saidBy(await look(app, other))).toBe('200');
    expect((await own('DELETE')).json<UserBody>().pendingEmail).toBeUndefined();
    expect(saidBy(await follow(app, other))).toBe('422 link-invalid');
  });

  it('a new e-mail address can be requested five times an hour, including repeated mails', async () => {
    const { app, token } = await anOwner();
    for (let i = 0; i < 4; i += 1) {
      expect(saidBy(await put(app, token, { email: `n${i}@example.org` }))).toBe('200');
    }
    const again = () => call(app, 'POST', '/api/users/email', undefined, { token });
    expect([saidBy(await again()), saidBy(await again())]).toEqual(['200', '429 too-many']);
    expect(saidBy(await put(app, token, { email: NEW }))).toBe('429 too-many');
    expect(saidBy(await put(app, token, { firstName: 'Anna' }))).toBe('200');
  });

  it('an address that another account has is answered like a free one; its owner is told once a day', async () => {
    const { app, sink, token, pass, account } = await anOwner();
    const eve = await anAccount(app, { username: 'eve' });
    const answers: object[] = [];
    for (const email of [eve.email, 'free@example.org', eve.email]) {
      const { pendingEmail, ...rest } = (await put(app, token, { email })).json<UserBody>();
      expect(pendingEmail?.email).toBe(email);
      answers.push(rest);
    }
    expect(answers[0]).toEqual(answers[1]);
    await linkTo(sink, OLD, 3);
    await linkTo(sink, 'free@example.org');
    const toEve = () => sink.mails.filter(({ to }) => to.includes(eve.email));
    await soon(() => expect(toEve()).toHaveLength(1));
    expect(toEve()[0]?.parsed.text).not.toContain('/authentication/email/');
    pass(24 * HOUR_MS);
    await call(app, 'POST', '/api/users/email', undefined, {
      token: await app.services.sessions.create(account),
    });
    await soon(() => expect(toEve()).toHaveLength(2));
  });

  it('an address that another account took in the meantime is refused when its link is opened', async () => {
    const { app, sink, token, account } = await anOwner();
    await put(app, token, { email: NEW });
    const secret = await linkTo(sink, NEW);
    await anAccount(app, { username: 'eve', email: NEW });
    expect(saidBy(await follow(app, secret))).toBe('422 email-taken email:email-taken');
    const left = await app.services.accounts.byId(account.id);
    expect([left?.email, left?.pendingEmail]).toEqual([OLD, undefined]);
  });
});

describe('taking back a replaced e-mail address', () => {
  /**
   * Somebody at Ana's open session changes the address; returns the two links that Ana received.
   */
  async function takenOver() {
    const owner = await anOwner();
    const { app, sink, token, pass } = owner;
    await put(app, token, { email: NEW, username: 'mine' });
    const atOnce = await linkTo(sink, OLD);
    pass(HOUR_MS);
    await follow(app, await linkTo(sink, NEW));
    return { ...owner, atOnce, counted: await linkTo(sink, OLD, 2) };
  }

  it('restores address and user name, ends every session, removes password and social links', async () => {
    const { app, account, token, atOnce } = await takenOver();
    await app.services.accounts.update(account.id, {
      socials: { github: { subject: '7', displayName: 'Eve', email: NEW } },
    });
    const looked = (await look(app, atOnce)).json<EmailLinkDoneBody>();
    expect(looked).toEqual({ does: 'take-back', username: 'mine', email: OLD });
    const { reset, ...done } = (await follow(app, atOnce)).json<EmailLinkDoneBody>();
    expect(done).toEqual({ does: 'take-back', username: 'ana', email: OLD });
    expect(await isOpen(app, token)).toBe(false);
    expect(await signIn(app, OLD)).toBe('422 wrong-credentials');
    expect(await app.services.accounts.bySocial('github', '7')).toBeNull();
    expect(await app.services.accounts.byEmail(NEW)).toBeNull();
    const body = { newPassword: OTHER_PASSWORD, verifyPassword: OTHER_PASSWORD };
    expect(saidBy(await call(app, 'POST', `/api/auth/reset/${reset}`, body))).toBe('200');
    expect(await signIn(app, 'ana', OTHER_PASSWORD)).toBe('200');
    expect(saidBy(await follow(app, atOnce))).toBe('422 link-invalid');
    const log = await app.services.audit.page({ who: 'ana', what: 'email-taken-back' }, 1);
    expect(log.total).toBe(1);
  });

  it('works for 24 hours after the new one is valid, with the link of either mail', async () => {
    const { app, atOnce, counted, pass } = await takenOver();
    pass(24 * HOUR_MS - 1);
    expect([saidBy(await look(app, atOnce)), saidBy(await look(app, counted))]).toEqual([
      '200',
      '200',
    ]);
    pass(1);
    expect(saidBy(await follow(app, atOnce))).toBe('422 link-expired');
    expect(saidBy(await follow(app, counted))).toBe('422 link-expired');
  });

  it('works before the new one is valid, which then never becomes valid', async () => {
    const { app, sink, token, account } = await anOwner();
    await put(app, token, { email: NEW });
    const confirm = await linkTo(sink, NEW);
    expect(saidBy(await follow(app, await linkTo(sink, OLD)))).toBe('200');
    expect([await isOpen(app, token), await emailOf(app, account.id)]).toEqual([false, OLD]);
    expect(saidBy(await follow(app, confirm))).toBe('422 link-invalid');
  });

  it('works through a chain of changes, and the address stays reserved meanwhile', async () => {
    const { app, sink, account, atOnce, pass } = await takenOver();
    const token = await app.services.sessions.create(account);
    await put(app, token, { email: 'third@example.org', username: 'mine' });
    await follow(app, await linkTo(sink, 'third@example.org'));
    expect(await emailOf(app, account.id)).toBe('third@example.org');
    const signUp = () =>
      call(app, 'POST', '/api/auth/signup', aSignUp({ username: 'eve', email: OLD }));
    expect(saidBy(await signUp())).toBe('422 email-taken email:email-taken');
    expect(await signIn(app, OLD)).toBe('422 wrong-credentials');
    expect(saidBy(await follow(app, atOnce))).toBe('200');
    expect(await emailOf(app, account.id)).toBe(OLD);
    pass(MINUTE_MS);
    expect(saidBy(await signUp())).toBe('422 email-taken email:email-taken');
  });

  it('a day later nobody can take back a replaced address, which is free for others', async () => {
    const { app, pass, account } = await takenOver();
    pass(24 * HOUR_MS);
    const eve = await call(
      app,
      'POST',
      '/api/auth/signup',
      aSignUp({ username: 'eve', email: OLD }),
    );
    expect(saidBy(eve)).toBe('200');
    await app.services.accounts.update(account.id, { firstName: 'Anna' });
    expect((await app.services.accounts.byEmail(OLD))?.username).toBe('eve');
    const refused = await app.services.accounts.update(account.id, { email: OLD });
    expect(refused).toEqual({ ok: false, code: 'email-taken' });
  });

  it('keeps the present user name when the former one is taken', async () => {
    const { app, atOnce, account } = await takenOver();
    await anAccount(app, { username: 'ana', email: 'second@example.org' });
    expect((await follow(app, atOnce)).json()).toMatchObject({ username: 'mine', email: OLD });
    expect(await emailOf(app, account.id)).toBe(OLD);
  });
});
