import type { Account } from '@crece/domain';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { generatePath, useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  clearSession,
  endSession,
  keepPerson,
  keepSession,
  storedSession,
} from '../api/stored-session.ts';
import { useMarkUnsaved } from '../shared/forms/unsaved.tsx';
import { OFFERED } from '../shared/navigation/account-paths.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { aUser, renderApp } from '../testing/render.tsx';
import { ROUTES } from './features.ts';
import { AppRoutes } from './routes.tsx';

function Address() {
  const { pathname, search } = useLocation();
  const state: unknown = useLocation().state;
  return <output data-state={JSON.stringify(state)}>{pathname + search}</output>;
}

async function open(path: string, options: Omit<Parameters<typeof renderApp>[1], 'path'> = {}) {
  cleanup();
  const { container } = await renderApp(
    <>
      <AppRoutes />
      <Address />
    </>,
    { ...options, path },
  );
  const output = () => container.querySelector('output');
  return {
    address: () => output()?.textContent,
    state: () => JSON.parse(output()?.dataset['state'] ?? 'null') as unknown,
  };
}

/** The title of the shown error page, and its address. */
async function go(path: string, options: Parameters<typeof open>[1] = {}) {
  const { address } = await open(path, options);
  const title = await screen.findByRole('heading', { level: 2 });
  return { title: title.textContent, address: address() };
}

const filled = (pattern: string) =>
  generatePath(
    pattern,
    Object.fromEntries([...pattern.matchAll(/:(\w+)/g)].map(([, n]) => [n, 'x'])),
  );

const withRoles = Object.entries(ROUTES)
  .filter(([, { needs }]) => needs !== undefined)
  .map(([route]) => route);

const USER: Account = { id: '1', username: 'ana', displayName: 'Ana', roles: ['user'] };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('routes', () => {
  it('show not-found for an unknown address, without mentioning a child', async () => {
    expect(await go('/nothing/ni%C3%B1os')).toEqual({
      title: 'There is no such page',
      address: '/not-found',
    });
    const main = screen.getByRole('main').textContent;
    expect(main).toContain('/nothing/niños');
    expect(main).toContain('Check for a wrong or missing letter');
    expect(main).not.toMatch(/child|removed/);
  });

  it('show it in Spanish, and an undecodable address unchanged', async () => {
    const page = await go('/nada/%E0%A4%A', { language: 'es' });
    expect(page.title).toBe('Esa página no existe');
    const main = screen.getByRole('main').textContent;
    expect(main).toContain('/nada/%E0%A4%A');
    expect(main).not.toMatch(/niñ|elimin/);
  });

  it('say that a record missing on this device may have been removed', async () => {
    const page = await go('/children/view/chld_old-17');
    expect(page).toEqual({ title: 'Page not found', address: '/not-found' });
    expect(screen.getByRole('main').textContent).toContain(
      'The child may have been removed, or the link is from another unit.',
    );
  });

  it("show the server's message on not-found, without mentioning a child", async () => {
    await go('/not-found?message=No%20such%20account');
    const main = screen.getByRole('main').textContent;
    expect(main).toContain('No such account');
    expect(main).not.toContain('child');
  });

  it('remove a trailing slash and keep the query', async () => {
    expect((await go('/bad-request/?message=Bad')).address).toBe('/bad-request?message=Bad');
    expect((await go('/forbidden///')).address).toBe('/forbidden');
  });

  it('never lead to another host', async () => {
    expect((await go('//evil.example/')).address).toBe('/not-found');
  });

  it('lead from an area to its first page', async () => {
    fakeServer({ 'GET /api/users': { body: { users: [], total: 0 } } });
    const admin = await open('/admin', { user: aUser({ roles: ['admin'] }) });
    await waitFor(() => expect(admin.address()).toBe('/admin/users'));
    const settings = await open('/settings', { session: USER });
    await waitFor(() => expect(settings.address()).toBe('/settings/profile'));
  });

  it("show the server's message as text, whatever it contains", async () => {
    const message = '<img src=x onerror=alert(1)>';
    await go(`/bad-request?message=${encodeURIComponent(message)}`);
    expect(screen.getByText(message)).toBeTruthy();
    expect(document.querySelector('main img')).toBeNull();
  });

  it.each(['/sync-error', '/server-error', '/forbidden', '/not-found'])(
    'offer a next step from %s',
    async (path) => {
      await go(path);
      expect(screen.getByRole('link', { name: 'Choose a country' }).getAttribute('href')).toBe('/');
    },
  );

  it.each([
    ['/authentication/signin?err=x', 'Sign in'],
    ['/authentication/signup', 'Create account'],
    ['/authentication/return', 'Sign in'],
    ['/authentication/first-admin', 'First administrator'],
    ['/password/forgot', 'Forgot password'],
    ['/password/reset/invalid', 'New password'],
    ['/password/reset/success', 'New password'],
  ])('allow everybody on %s', async (path, title) => {
    fakeServer();
    const { address } = await open(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(address()).toBe(path);
  });

  it('allow everybody on the privacy statement and on the page of stored data', async () => {
    fakeServer();
    for (const path of ['/privacy', '/settings/device']) {
      const { address } = await open(path);
      await waitFor(() => expect(document.querySelector('main')?.textContent).toMatch(/\w/));
      expect(address()).toBe(path);
    }
  });
});

describe('routes with roles', () => {
  it('removing, sync, reports, imports, desk, files, administration and settings need roles', () => {
    expect(withRoles).toContain('/children/remove/:childId');
    expect(withRoles).toContain('/files/:fileToDownload');
    expect(withRoles).toContain('/admin/places/:country');
    expect(withRoles).toContain('/admin/programme');
    expect(withRoles).toContain('/children/import/:stakeDB/:stakeName');
    expect(withRoles).toContain('/children/desk/:country/:stakeDB');
    expect(withRoles).toHaveLength(32);
  });

  it.each(withRoles)('lead a person without an account from %s to sign-in', async (route) => {
    fakeServer();
    const { address, state } = await open(`${filled(route)}?tab=2`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy();
    expect(address()).toBe('/authentication/signin');
    expect(state()).toEqual({ target: `${filled(route)}?tab=2`, needed: true });
  });

  it('ask a person without an account to sign in before a sync, and sign out by a call', async () => {
    for (const [path, language, said] of [
      [
        '/children/sync/test_stake_gtm/Test/children',
        'en',
        'Login required for syncingPlease log in',
      ],
      [
        '/children/syncinfo',
        'es',
        'Para sincronizar hay que iniciar sesiónInicie sesión, por favor',
      ],
    ] as const) {
      const server = fakeServer();
      const { address, state } = await open(path, { language });
      await waitFor(() => expect(document.querySelector('.account-note')?.textContent).toBe(said));
      expect(address()).toBe('/authentication/signin');
      expect(state()).toEqual({ target: path, needed: true });
      expect(server.askedFor('GET /api/auth/signout')).toHaveLength(1);
    }
  });

  it("ask a known person of this device to sign in, and keep the other person's session", async () => {
    const server = fakeServer();
    keepSession(aUser({ roles: ['sync'] }), 'of-ana');
    keepPerson({ ...USER, id: 'b', roles: ['sync'] });
    const { address } = await open('/children/sync/test_stake_gtm/Test/children');
    await waitFor(() => expect(address()).toBe('/authentication/signin'));
    expect(await screen.findByText('Login required for syncing')).toBeTruthy();
    expect(server.askedFor('GET /api/auth/signout')).toHaveLength(0);
    expect(storedSession().token).toBe('of-ana');
  });

  it('say offline that sign-in needs a connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { address, state } = await open('/admin/users');
    expect(await screen.findByText('Signing in needs a connection')).toBeTruthy();
    expect(address()).toBe('/authentication/signin');
    expect(state()).toMatchObject({ target: '/admin/users' });
  });

  it('lead an account without the role to forbidden', async () => {
    expect((await go('/admin/users', { session: USER })).address).toBe('/forbidden');
    const onward = await screen.findByRole('link', { name: 'See your rights' });
    expect(onward.getAttribute('href')).toBe('/settings/profile');
    expect((await go('/children/syncinfo', { session: USER })).address).toBe('/forbidden');
    const pilot: Account = { ...USER, roles: ['phl-pilot'] };
    expect((await go('/children/remove/x', { session: pilot })).address).toBe('/forbidden');
  });

  it('begin at home for whom a page was offered that somebody else had left open', async () => {
    const path = { pathname: '/admin/users', state: OFFERED };
    const { container } = await renderApp(
      <>
        <AppRoutes />
        <Address />
      </>,
      { path, session: USER },
    );
    await waitFor(() => expect(container.querySelector('output')?.textContent).toBe('/'));
  });

  it('need a server session of the person who uses the device', async () => {
    fakeServer();
    keepSession(aUser({ roles: ['admin'] }), 'of-ana');
    keepPerson({ ...USER, id: 'b', roles: ['admin'] });
    const { address } = await open('/admin/users');
    await waitFor(() => expect(address()).toBe('/authentication/signin'));
  });
});

describe('a person on a route with roles', () => {
  function Typing() {
    useMarkUnsaved(true);
    return null;
  }

  async function onProfile(typed: boolean) {
    cleanup();
    fakeServer();
    const { container } = await renderApp(
      <>
        {typed ? <Typing /> : null}
        <AppRoutes />
        <Address />
      </>,
      { session: USER, path: '/settings/profile' },
    );
    await waitFor(() => expect(container.querySelector('main')).not.toBeNull());
    return () => container.querySelector('output')?.textContent;
  }

  it('the end of the session, also in another tab, sends a person to sign-in', async () => {
    for (const end of [endSession, clearSession]) {
      const address = await onProfile(false);
      act(() => end());
      await waitFor(() => expect(address()).toBe('/authentication/signin'));
    }
  });

  it('unsaved typed text keeps a person on the page when the session ends', async () => {
    const address = await onProfile(true);
    act(() => endSession());
    expect(address()).toBe('/settings/profile');
    expect(document.querySelector('main')).not.toBeNull();
  });

  it('a form that goes with its text when another person takes over leaves that person at home', async () => {
    const address = await onProfile(false);
    const field = await screen.findByLabelText('First name', { selector: 'input' });
    await userEvent.type(field, 'X');
    act(() => keepPerson({ ...USER, id: 'b', username: 'juan' }));
    await screen.findByRole('heading', { name: /^Where are you screening today/ });
    expect(address()).toBe('/');
  });

  it('leaves even with typed text after a sign-out, and when another person takes over the phone', async () => {
    for (const [change, leadsTo] of [
      [clearSession, '/authentication/signin'],
      [() => keepPerson({ ...USER, id: 'b', username: 'juan' }), '/'],
    ] as const) {
      const address = await onProfile(true);
      act(change);
      await waitFor(() => expect(address()).toBe(leadsTo));
    }
  });
});
