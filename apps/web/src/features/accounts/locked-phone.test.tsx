import type { Account } from '@crece/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keepPerson, storedSession } from '../../api/stored-session.ts';
import { lockNow, lockState, openLock } from '../../data/lock.ts';
import { sealedFor, sealFor } from '../../data/seal.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { aUser, memoryDevice } from '../../testing/render.tsx';
import { address, fill, onAPhone, openAccounts, press } from './testing/open-accounts.tsx';

onAPhone();

const ROSA: Account = { id: 'rosa', username: 'rosa', displayName: 'Rosa Tot', roles: ['user'] };
const PIN = '482913';
const SIGN_IN = 'POST /api/auth/signin';
const SIGN_OUT = 'GET /api/auth/signout';
const EXCHANGE = 'POST /api/auth/exchange';
const BODY = { user: aUser(), token: 'abc' };

/** The sign-in of a phone that Rosa locked, with these units on it. */
async function atDoor(
  path: Parameters<typeof openAccounts>[0],
  {
    units = ['test_stake_gtm'],
    isRosaKnown = true,
    ...options
  }: Parameters<typeof openAccounts>[1] & {
    units?: readonly string[];
    isRosaKnown?: boolean;
  } = {},
) {
  const device = memoryDevice({}, { units });
  if (isRosaKnown) await (await device.people()).setPin(ROSA, PIN);
  lockNow();
  onTestFinished(() => sessionStorage.clear());
  return openAccounts(path, { device, cover: 'door', ...options });
}

async function signInAtDoor(user: Awaited<ReturnType<typeof atDoor>>) {
  await fill(user, { 'Username or e-mail': 'ana', Password: 'Geheim#12345' });
  await press(user, 'Sign in');
}

async function typePin(user: Awaited<ReturnType<typeof atDoor>>, pin: string) {
  await user.click(await screen.findByRole('button', { name: /Rosa Tot/ }));
  const keys = await screen.findByRole('group', { name: 'Keys' });
  for (const digit of pin) await user.click(within(keys).getByRole('button', { name: digit }));
}

const asked = () => screen.findByRole('heading', { name: 'Ana López is new to this phone' });

describe('sign-in of a locked phone', () => {
  it('offers no sign-up, and other services only for existing accounts', async () => {
    const providers = [{ id: 'google', name: 'Google' }];
    fakeServer({ 'GET /api/config': { body: { demo: false, supportContact: null, providers } } });
    await atDoor('/authentication/signin');
    const link = await screen.findByRole('link', { name: 'Sign in with Google' });
    expect(link.getAttribute('href')).toBe('/api/auth/google?redirect_to=%2F&known_only=true');
    expect(screen.queryByRole('link', { name: 'Create account' })).toBeNull();
  });

  it.each([
    ['en', 'This phone is locked', 'Accounts cannot be created on a locked phone.'],
    ['es', 'Este teléfono está bloqueado', 'En un teléfono bloqueado no se crean cuentas.'],
  ] as const)(
    'explains at the address of sign-up why there is no form (%s)',
    async (language, ...said) => {
      fakeServer();
      await atDoor('/authentication/signup', { language });
      for (const text of said) expect(screen.getByText(text, { exact: false })).toBeTruthy();
      expect(document.querySelector('form')).toBeNull();
    },
  );

  it.each([
    ['is known to it', { id: 'rosa', roles: ['user' as const] }],
    ['may sync', { roles: ['user' as const, 'sync' as const] }],
    ['administers', { roles: ['user' as const, 'admin' as const] }],
    ['may sync this country', { roles: ['sync' as const], scope: { countries: ['GTM'] } }],
    ['may sync this unit', { roles: ['sync' as const], scope: { stakes: ['test_stake_gtm'] } }],
    ['administers this country', { roles: ['admin' as const], scope: { countries: ['GTM'] } }],
  ])('accepts at once an account that %s', async (_who, { roles, ...rest }) => {
    const user = aUser({ id: 'user-9', ...rest, roles: [...roles] });
    fakeServer({ [SIGN_IN]: { body: { user, token: 'abc' } } });
    await signInAtDoor(await atDoor('/authentication/signin'));
    const begins = roles.some((role) => role === 'admin') ? '/children/desk' : '/';
    await waitFor(() => expect(address()).toBe(begins));
    expect(storedSession().token).toBe('abc');
    expect(lockState()).toBe('open');
  });

  const GTM_AND_HND = ['test_stake_gtm', 'test_stake_hnd'];
  it.each([
    ['syncs another country', { roles: ['sync'], scope: { countries: ['HND'] } }],
    ['administers another country', { roles: ['admin'], scope: { countries: ['HND'] } }],
    ['syncs one of two units', { roles: ['sync'], scope: { stakes: ['test_stake_gtm'] } }],
    ['syncs one of two countries', { roles: ['admin'], scope: { countries: ['GTM'] } }],
    ['syncs the pilot only', { roles: ['sync', 'phl-pilot'] }],
    ['may not sync at all', { roles: ['user'] }],
  ] as const)('asks an account that %s for a PIN', async (_who, { roles, ...rest }) => {
    const user = aUser({ ...rest, roles: [...roles] } as Parameters<typeof aUser>[0]);
    fakeServer({ [SIGN_IN]: { body: { user, token: 'abc' } } });
    await signInAtDoor(await atDoor('/authentication/signin', { units: GTM_AND_HND }));
    await asked();
    expect(storedSession().user).toBeNull();
    expect(lockState()).toBe('locked');
  });

  it('a unit that no country list names must be named by a limited account’s scope', async () => {
    const at = (stakes: string[]) => aUser({ id: 'user-9', roles: ['sync'], scope: { stakes } });
    fakeServer({ [SIGN_IN]: { body: { user: at(['test_stake_gtm']), token: 'abc' } } });
    const units = ['made_here'];
    const user = await atDoor('/authentication/signin', { units });
    await signInAtDoor(user);
    await asked();
    user.unmount();
    fakeServer({ [SIGN_IN]: { body: { user: at(units), token: 'abc' } } });
    await signInAtDoor(await atDoor('/authentication/signin', { units }));
    await waitFor(() => expect(lockState()).toBe('open'));
  });

  it.each([
    ['en', 'nobody has a PIN on it any more', 'Sign in', 'Username or e-mail', 'Password'],
    [
      'es',
      'ya nadie tiene un PIN en él',
      'Iniciar sesión',
      'Usuario o correo electrónico',
      'Contraseña',
    ],
  ] as const)(
    'lets nobody new in where somebody else removed the last PIN (%s)',
    async (language, said, press, name, password) => {
      sealFor(['rosa']);
      fakeServer({ [SIGN_IN]: { body: BODY } });
      const path = '/authentication/signin';
      const user = await atDoor(path, { language, isRosaKnown: false });
      await fill(user, { [name]: 'ana', [password]: 'Geheim#12345' });
      await user.click(screen.getByRole('button', { name: press }));
      expect(await screen.findByText(said, { exact: false })).toBeTruthy();
      expect(storedSession().user).toBeNull();
      expect(sealedFor()).toEqual(['rosa']);
    },
  );

  it('… but lets in the person whose PIN it was, which ends the seal', async () => {
    sealFor(['rosa']);
    fakeServer({ [SIGN_IN]: { body: { user: aUser({ id: 'rosa' }), token: 'abc' } } });
    await signInAtDoor(await atDoor('/authentication/signin', { isRosaKnown: false }));
    await waitFor(() => expect(lockState()).toBe('open'));
    expect(sealedFor()).toBeNull();
  });

  it('asks other accounts for the PIN of a known person, and stores no session until it is right', async () => {
    const server = fakeServer({ [SIGN_IN]: { body: BODY } });
    const user = await atDoor({
      pathname: '/authentication/signin',
      state: { target: '/privacy' },
    });
    await signInAtDoor(user);
    await asked();
    await typePin(user, '111222');
    expect(await screen.findByText('This PIN is not right.')).toBeTruthy();
    expect(storedSession().user).toBeNull();
    expect(lockState()).toBe('locked');
    await press(user, 'Another person');
    await typePin(user, PIN);
    await waitFor(() => expect(address()).toBe('/privacy'));
    expect(storedSession()).toMatchObject({ token: 'abc', active: { username: 'ana' } });
    expect(await screen.findByText('Welcome Ana')).toBeTruthy();
    expect(server.askedFor(SIGN_OUT)).toEqual([]);
  });

  it('ends the session of a person who leaves instead, on the server too', async () => {
    const server = fakeServer({ [SIGN_IN]: { body: BODY }, [SIGN_OUT]: { body: {} } });
    const user = await atDoor('/authentication/signin');
    await signInAtDoor(user);
    await asked();
    await press(user, 'Do not enter');
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
    await waitFor(() => expect(server.askedFor(SIGN_OUT)).toHaveLength(1));
    expect(server.askedFor(SIGN_OUT)[0]?.headers['authorization']).toBe('JWT abc');
    expect(storedSession().user).toBeNull();

    await press(user, 'Sign in');
    await asked();
    user.unmount();
    await waitFor(() => expect(server.askedFor(SIGN_OUT)).toHaveLength(2));
  });

  it('a person who returns from another service is asked for a PIN too', async () => {
    fakeServer({ [EXCHANGE]: { body: { ...BODY, redirectTo: '/privacy' } } });
    const user = await atDoor({ pathname: '/authentication/return', hash: '#code=x' });
    await asked();
    expect(storedSession().user).toBeNull();
    await typePin(user, PIN);
    await waitFor(() => expect(address()).toBe('/privacy'));
  });

  it('does not let in who left the page before the answer came, while somebody else works', async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<{ body: typeof BODY }>((resolve) => {
      answer = () => resolve({ body: BODY });
    });
    const server = fakeServer({ [SIGN_IN]: () => answered, [SIGN_OUT]: { body: { ok: true } } });
    const user = await atDoor('/authentication/signin');
    await signInAtDoor(user);
    await user.click(screen.getByRole('link', { name: 'Screen without signing in' }));
    // Rosa opens the phone with her PIN and works.
    keepPerson(ROSA);
    openLock('pin');
    answer();
    await waitFor(() => expect(server.askedFor(SIGN_OUT)).toHaveLength(1));
    expect(server.askedFor(SIGN_OUT)[0]?.headers['authorization']).toBe('JWT abc');
    expect(storedSession()).toMatchObject({ user: null, active: { id: 'rosa' } });
    expect(address()).toBe('/');
    expect(screen.queryByText('Welcome Ana')).toBeNull();
  });
});
