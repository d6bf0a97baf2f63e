import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endSession, keepPerson, storedSession } from '../../api/stored-session.ts';
import { lockState, makeLock } from '../../data/lock.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { aUser, memoryDevice, type RenderOptions, renderApp } from '../../testing/render.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { HeaderTools } from './header-tools.tsx';

function Header() {
  const { pathname } = useLocation();
  const state: unknown = useLocation().state;
  const { notify } = useNotices();
  return (
    <>
      <HeaderTools />
      <button type="button" onClick={() => notify({ text: 'Saved.' })}>
        Save
      </button>
      <output data-state={JSON.stringify(state)}>{pathname}</output>
    </>
  );
}

async function openMenu(name: string | RegExp, options: RenderOptions = {}) {
  const user = userEvent.setup();
  await renderApp(<Header />, { path: '/children/countries/false', ...options });
  await user.click(screen.getByRole('button', { name }));
  return { user, menu: await screen.findByRole('dialog') };
}

const linksOf = (menu: HTMLElement) =>
  within(menu)
    .queryAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

const ACCOUNT = [
  'Edit Profile /settings/profile',
  'Edit Profile Picture /settings/picture',
  'Change Password /settings/password',
  'Manage Social Accounts /settings/accounts',
  'How to use Crece /guide',
  'This device /settings/device',
  'Privacy /privacy',
];
/** In the menu of a phone, whose header has no room for it. */
const COUNTRIES = 'Countries /children/countries/true';
const ADMIN = [
  'Overview /children/desk',
  'Manage Users /admin/users',
  'Requests /admin/requests',
  'Audit log /admin/audit',
  'Places /admin/places',
  'Programme /admin/programme',
];

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

describe("the header's account menu", () => {
  it('the account menu has account, device and sign-out for everyone signed in', async () => {
    fakeServer();
    const { user, menu } = await openMenu('Account: Ana López', { user: aUser() });
    expect(linksOf(menu)).toEqual([COUNTRIES, ...ACCOUNT]);
    expect(menu.getAttribute('aria-labelledby')).toBeTruthy();
    expect(within(menu).getByRole('heading', { name: 'Ana López' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Admin' })).toBeNull();
    await user.click(within(menu).getByRole('button', { name: 'Español' }));
    await waitFor(() => expect(document.documentElement.lang).toBe('es'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the account menu is in Spanish', async () => {
    fakeServer();
    const { menu } = await openMenu(/Ana López/, { user: aUser(), language: 'es' });
    expect(linksOf(menu).map((link) => link.replace(/ \/.*$/, ''))).toEqual([
      'Países',
      'Editar perfil',
      'Editar foto de perfil',
      'Cambiar contraseña',
      'Administrar cuentas sociales',
      'Cómo usar Crece',
      'Este dispositivo',
      'Privacidad',
    ]);
    expect(within(menu).getByRole('button', { name: 'Cerrar sesión' })).toBeTruthy();
  });

  it('offers sign-in and a new account to a guest, who returns to the same page', async () => {
    fakeServer();
    const device = memoryDevice({ screenerName: 'Luz' });
    const { user, menu } = await openMenu('Account and notices', { device });
    expect(linksOf(menu)).toEqual([
      COUNTRIES,
      'Sign in /authentication/signin',
      'Create account /authentication/signup',
      ...ACCOUNT.slice(4),
    ]);
    expect(within(menu).getByText('You save as Luz.')).toBeTruthy();
    expect(within(menu).queryByRole('button', { name: 'Sign out' })).toBeNull();
    await user.click(within(menu).getByRole('link', { name: 'Sign in' }));
    const output = document.querySelector('output');
    expect(output?.textContent).toBe('/authentication/signin');
    expect(output?.dataset['state']).toBe('{"target":"/children/countries/false"}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('signs out at once', async () => {
    const server = fakeServer();
    const { user, menu } = await openMenu(/Ana López/, { user: aUser() });
    await user.click(within(menu).getByRole('button', { name: 'Sign out' }));
    expect(storedSession().user).toBeNull();
    expect(screen.getByRole('button', { name: 'Account and notices' })).toBeTruthy();
    await waitFor(() => expect(server.askedFor('GET /api/auth/signout')).toHaveLength(1));
  });

  it('lists past notices, signed in or not', async () => {
    fakeServer();
    const user = userEvent.setup();
    await renderApp(<Header />);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(screen.getByRole('button', { name: 'Account and notices' }));
    const menu = await screen.findByRole('dialog');
    expect(within(menu).getByText('Saved.', { exact: false })).toBeTruthy();
  });

  it('closes by Escape, by its button and by a press outside', async () => {
    fakeServer();
    const { user, menu } = await openMenu('Account and notices');
    const again = async () => {
      await user.click(screen.getByRole('button', { name: 'Account and notices' }));
      return screen.findByRole('dialog');
    };
    act(() => void menu.dispatchEvent(new Event('cancel', { cancelable: true })));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(within(await again()).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(await again());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('marks an ended session and links to sign-in', async () => {
    fakeServer();
    await renderApp(<Header />, { user: aUser(), path: '/children/countries/false' });
    act(() => endSession());
    const mark = screen.getByRole('link', { name: 'Sign in again' });
    expect(mark.getAttribute('href')).toBe('/authentication/signin');
    await userEvent
      .setup()
      .click(screen.getByRole('button', { name: 'Account: Ana López. Sign in again' }));
    const menu = await screen.findByRole('dialog');
    expect(linksOf(menu)[1]).toBe('Sign in again /authentication/signin');
    expect(within(menu).getByText(/What is on this device still works/)).toBeTruthy();
  });

  it("locks a shared phone, and offers sign-out only to the server's user", async () => {
    fakeServer();
    makeLock('pin');
    await renderApp(<Header />, { user: aUser() });
    act(() => keepPerson({ id: 'b', username: 'berta', displayName: 'Berta B.', roles: ['user'] }));
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Account: Berta B.' }));
    const menu = await screen.findByRole('dialog');
    expect(within(menu).queryByRole('button', { name: 'Sign out' })).toBeNull();
    await user.click(within(menu).getByRole('button', { name: 'Lock' }));
    expect(lockState()).toBe('locked');
  });

  it('shows the picture, or the initials when it cannot be loaded', async () => {
    fakeServer();
    await renderApp(<Header />, { user: aUser({ profileImageURL: '/api/pictures/abc.webp' }) });
    const button = screen.getByRole('button', { name: 'Account: Ana López' });
    const image = button.querySelector('img');
    expect(image?.getAttribute('src')).toBe('/api/pictures/abc.webp');
    act(() => void image?.dispatchEvent(new Event('error')));
    expect(button.querySelector('.avatar')?.textContent).toBe('AL');
  });
});

describe("the header's administration menu", () => {
  it('the administration menu has its pages and the number of open requests', async () => {
    fakeServer({ 'GET /api/role-requests': { body: { requests: [{}, {}] } } });
    const { menu } = await openMenu('Admin', { user: aUser({ roles: ['user', 'admin'] }) });
    await within(menu).findByText('2 open');
    expect(linksOf(menu)).toEqual(ADMIN.with(2, 'Requests2 open /admin/requests'));
  });

  it('shows no number when there are no requests or the server cannot tell', async () => {
    const server = fakeServer({ 'GET /api/role-requests': { body: { requests: [] } } });
    const { user, menu } = await openMenu('Admin', { user: aUser({ roles: ['admin'] }) });
    expect(linksOf(menu)).toEqual(ADMIN);
    await user.click(within(menu).getByRole('button', { name: 'Close' }));
    server.answer('GET /api/role-requests', refusal(500, 'server-error'));
    await user.click(screen.getByRole('button', { name: 'Admin' }));
    expect(linksOf(await screen.findByRole('dialog'))).toEqual(ADMIN);
  });

  it('a phone has administration in the account menu', async () => {
    fakeServer();
    const { menu } = await openMenu(/Ana López/, { user: aUser({ roles: ['admin'] }) });
    expect(linksOf(menu)).toEqual([COUNTRIES, ...ADMIN, ...ACCOUNT]);
    expect(
      within(menu).getByRole('navigation', { name: 'Administration' }).closest('.only-narrow'),
    ).not.toBeNull();
  });
});

describe('the way to the overview', () => {
  it.each([
    [undefined, '/children/desk'],
    [{ country: 'GTM' }, '/children/desk/GTM'],
    [{ country: 'GTM', stakeDB: 'coban_stake_gtm' }, '/children/desk/GTM/coban_stake_gtm'],
  ])('leads from the menu, with %j opened last, to %s', async (last, path) => {
    fakeServer();
    const device = memoryDevice();
    if (last !== undefined) await device.setSetting('lastDesk', last);
    const { menu } = await openMenu(/Ana López/, {
      user: aUser({ roles: ['user', 'sync'] }),
      device,
    });
    expect(linksOf(menu)).toContain(`Overview ${path}`);
  });
});
