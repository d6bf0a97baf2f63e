import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { endSession, keepPerson, keepSession, storedSession } from '../../api/stored-session.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { aUser, memoryDevice } from '../../testing/render.tsx';
import {
  address,
  expectNotice,
  fill,
  notices,
  onAPhone,
  openAccounts,
  press,
  typedIn,
} from './testing/open-accounts.tsx';

const WORDS = {
  en: {
    name: 'Username or e-mail',
    password: 'Password',
    signIn: 'Sign in',
    error: 'Signin Error!Username or password is not right.',
    welcome: 'Welcome Ana',
  },
  es: {
    name: 'Usuario o correo electrónico',
    password: 'Contraseña',
    signIn: 'Iniciar sesión',
    error: '¡Error al iniciar sesión!El usuario o la contraseña no son correctos.',
    welcome: 'Le damos la bienvenida, Ana',
  },
} as const;

onAPhone();

describe('sign-in page', () => {
  const ok = { body: { user: aUser(), token: 'abc' } };

  it.each(['en', 'es'] as const)('greets and opens the requested page (%s)', async (language) => {
    const words = WORDS[language];
    const server = fakeServer({ 'POST /api/auth/signin': ok });
    const state = { target: '/settings/profile?x=1', needed: true };
    const user = await openAccounts({ pathname: '/authentication/signin', state }, { language });
    await fill(user, { [words.name]: ' ANA@Example.org ', [words.password]: 'Geheim#12345' });
    await press(user, words.signIn);
    await waitFor(() => expect(address()).toBe('/settings/profile?x=1'));
    expect(server.askedFor('POST /api/auth/signin').map(({ body }) => body)).toEqual([
      { usernameOrEmail: 'ana@example.org', password: 'Geheim#12345' },
    ]);
    expect(storedSession()).toMatchObject({ token: 'abc', user: { username: 'ana' } });
    await expectNotice(words.welcome, 2_000);
  });

  it('opens the home page without a target, and always for a person of the pilot', async () => {
    const pilot = { body: { user: aUser({ roles: ['phl-pilot'] }), token: 'abc' } };
    for (const [answer, target] of [
      [ok, undefined],
      [pilot, '/settings/profile'],
    ] as const) {
      fakeServer({ 'POST /api/auth/signin': answer });
      const user = await openAccounts({ pathname: '/authentication/signin', state: { target } });
      await fill(user, { 'Username or e-mail': 'ana', Password: 'x' });
      await press(user, 'Sign in');
      await waitFor(() => expect(address()).toBe('/'));
      document.body.replaceChildren();
    }
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/authentication/signup'])(
    'never opens %s',
    async (target) => {
      fakeServer({ 'POST /api/auth/signin': ok });
      const search = `?${new URLSearchParams({ target })}`;
      const user = await openAccounts({ pathname: '/authentication/signin', search });
      await fill(user, { 'Username or e-mail': 'ana', Password: 'x' });
      await press(user, 'Sign in');
      await waitFor(() => expect(address()).toBe('/'));
    },
  );

  it.each(['en', 'es'] as const)(
    'explains a failure for 6 s, and keeps the text (%s)',
    async (language) => {
      const words = WORDS[language];
      fakeServer({ 'POST /api/auth/signin': refusal(422, 'wrong-credentials') });
      const user = await openAccounts('/authentication/signin', { language });
      await fill(user, { [words.name]: 'ana', [words.password]: 'wrong' });
      await press(user, words.signIn);
      await expectNotice(words.error, 6_000);
      expect([typedIn(words.name), typedIn(words.password)]).toEqual(['ana', 'wrong']);
      expect(storedSession().user).toBeNull();
      expect(address()).toBe('/authentication/signin');
    },
  );

  it('takes away what a failed try, or an ended session, had said', async () => {
    const server = fakeServer({ 'POST /api/auth/signin': refusal(422, 'wrong-credentials') });
    const user = await openAccounts('/authentication/signin');
    await fill(user, { 'Username or e-mail': 'ana', Password: 'wrong' });
    await press(user, 'Sign in');
    await waitFor(() => expect(notices()).toContain('Signin Error!'));
    server.answer('POST /api/auth/signin', ok);
    await press(user, 'Sign in');
    await waitFor(() => expect(document.body.textContent).toContain('Welcome Ana'));
    expect(notices()).toBe('');
  });

  it('reports too many attempts, no answer, a server error and the server’s own sentence, and keeps the text', async () => {
    const server = fakeServer({ 'POST /api/auth/signin': refusal(429, 'too-many') });
    const user = await openAccounts('/authentication/signin');
    await fill(user, { 'Username or e-mail': 'ana', Password: 'wrong' });
    await press(user, 'Sign in');
    await waitFor(() => expect(notices()).toContain('Too many tries. Wait a minute'));
    server.answer('POST /api/auth/signin', 'no-response');
    await press(user, 'Sign in');
    await waitFor(() => expect(notices()).toContain('No response received from server.'));
    expect(notices().split('Signin Error!')).toHaveLength(2);
    server.answer('POST /api/auth/signin', refusal(500, 'server-error'));
    await press(user, 'Sign in');
    await waitFor(() =>
      expect(notices()).toContain('The server answered with an error (500). Try again in'),
    );
    server.answer(
      'POST /api/auth/signin',
      refusal(422, 'of-a-newer-server', undefined, 'Not <b>now</b>.'),
    );
    await press(user, 'Sign in');
    await waitFor(() => expect(notices()).toContain('Signin Error!Not <b>now</b>.'));
    expect(typedIn('Password')).toBe('wrong');
  });

  it('names missing fields only after an attempt', async () => {
    const server = fakeServer();
    const user = await openAccounts('/authentication/signin');
    await user.click(await screen.findByLabelText('Username or e-mail'));
    await user.tab();
    expect(screen.queryByText('Enter your password.')).toBeNull();
    await press(user, 'Sign in');
    expect(await screen.findByText('Enter your username or your e-mail address.')).toBeTruthy();
    expect(screen.getByText('Enter your password.')).toBeTruthy();
    expect(server.asked).toEqual([]);
  });

  it('lets a person screen without it, passes the target to the other pages, and explains why', async () => {
    fakeServer();
    const state = { target: '/admin/users', needed: true };
    const user = await openAccounts({ pathname: '/authentication/signin', state });
    expect(await screen.findByText('Sign in to open the page you asked for.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Screen without signing in' });
    expect(link.getAttribute('href')).toBe('/');
    await user.click(screen.getByRole('link', { name: 'Create account' }));
    await user.click(await screen.findByRole('link', { name: 'I have an account' }));
    expect(await screen.findByText('Sign in to open the page you asked for.')).toBeTruthy();
  });

  it.each([
    ['social-denied', 'You chose not to sign in there. Nothing was changed.'],
    ['social-email-taken', 'An account here has this e-mail address. Sign in with your password'],
    ['<b>You won</b>', 'The sign-in did not work. Please try again.'],
    ['constructor', 'The sign-in did not work. Please try again.'],
  ])('explains err=%s in its own words', async (err, sentence) => {
    fakeServer();
    await openAccounts({
      pathname: '/authentication/signin',
      search: `?${new URLSearchParams({ err })}`,
    });
    expect(await screen.findByText(sentence, { exact: false })).toBeTruthy();
    expect(document.body.textContent).not.toContain('You won');
  });

  it('offers the configured services, with the way back, only online', async () => {
    const providers = [{ id: 'google', name: 'Google' }];
    fakeServer({ 'GET /api/config': { body: { demo: false, supportContact: null, providers } } });
    await openAccounts({ pathname: '/authentication/signin', state: { target: '/privacy?a=b&c' } });
    const link = await screen.findByRole('link', { name: 'Sign in with Google' });
    expect(link.getAttribute('href')).toBe('/api/auth/google?redirect_to=%2Fprivacy%3Fa%3Db%26c');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.queryByRole('link', { name: 'Sign in with Google' })).toBeNull();
    expect(screen.getByText('Signing in needs a connection')).toBeTruthy();
  });

  it('fills in the name of a person who signs in again', async () => {
    fakeServer();
    keepSession(aUser(), 'abc');
    endSession();
    await openAccounts('/authentication/signin');
    expect((await screen.findByLabelText<HTMLInputElement>('Username or e-mail')).value).toBe(
      'ana',
    );
  });

  it.each([
    ['en', 'You are signed in as Ana López.', 'Go on as Ana López'],
    ['es', 'Su sesión está abierta como Ana López.', 'Seguir como Ana López'],
  ] as const)('says who is signed in already, and leads on (%s)', async (language, said, goOn) => {
    fakeServer();
    keepSession(aUser({ displayName: 'Ana López' }), 'abc');
    const state = { target: '/settings/profile' };
    const user = await openAccounts({ pathname: '/authentication/signin', state }, { language });
    expect((await screen.findByText(said, { exact: false })).textContent).not.toBe('');
    await user.click(screen.getByRole('link', { name: goOn }));
    expect(address()).toBe('/settings/profile');
  });

  it('says who works here by PIN, in the session of another person, and leads home', async () => {
    fakeServer();
    keepSession(aUser({ displayName: 'Ana López' }), 'abc');
    keepPerson({ id: 'u9', username: 'ben', displayName: 'Ben Coc', roles: ['user', 'sync'] });
    const state = { target: '/children/reports', needed: true };
    const user = await openAccounts({ pathname: '/authentication/signin', state });
    await screen.findByText(/^You work on this device as Ben Coc, by PIN\./);
    expect(screen.queryByText(/^You are signed in as/)).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Go on as Ben Coc' }));
    expect(address()).toBe('/');
  });

  it.each([
    ['whose session has ended', 'none'],
    ['of a locked phone', 'door'],
  ] as const)('does not say that a person %s is signed in', async (_what, cover) => {
    fakeServer();
    keepSession(aUser(), 'abc');
    if (cover === 'none') endSession();
    await openAccounts('/authentication/signin', { cover });
    await screen.findByLabelText('Username or e-mail');
    expect(screen.queryByText(/^You are signed in as/)).toBeNull();
  });

  it('stores no draft of a password', async () => {
    fakeServer();
    const device = memoryDevice();
    const user = await openAccounts('/authentication/signin', { device });
    await fill(user, { 'Username or e-mail': 'ana', Password: 'Geheim#12345' });
    expect(await device.drafts.list()).toEqual([]);
  });
});
