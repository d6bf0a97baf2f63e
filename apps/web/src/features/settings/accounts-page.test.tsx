import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { storedSession } from '../../api/stored-session.ts';
import { aUser, renderApp } from '../../testing/render.tsx';
import { SocialAccountsPage } from './accounts-page.tsx';
import { refusal, settingsServer } from './testing/settings-server.ts';

const GOOGLE = { google: { displayName: 'Ana L', email: 'ana@gmail.com' } };
const offers = () => [
  { id: 'google', name: 'Google' },
  { id: 'github', name: 'GitHub' },
];

async function removeGoogle() {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove Google' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove Google?' });
  const yes = [...dialog.querySelectorAll('button')].find((b) => b.textContent === 'Remove');
  await user.click(yes ?? dialog);
}

describe('Manage Social Accounts page', () => {
  it.each([
    ['en', 'No social accounts here'],
    ['es', 'Aquí no hay cuentas sociales'],
  ] as const)('says that the server offers no providers (%s)', async (language, title) => {
    settingsServer();
    await renderApp(<SocialAccountsPage />, { user: aUser(), language });
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  });

  it('shows the linked and the available accounts', async () => {
    settingsServer({ providers: offers });
    await renderApp(<SocialAccountsPage />, { user: aUser({ additionalProvidersData: GOOGLE }) });
    expect(await screen.findByText('Linked as ana@gmail.com')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Link GitHub' })).toBeTruthy();
  });

  it('removes a linked account after a question', async () => {
    const calls = settingsServer({
      providers: offers,
      'DELETE /api/users/accounts?provider=google': () => aUser(),
    });
    await renderApp(<SocialAccountsPage />, { user: aUser({ additionalProvidersData: GOOGLE }) });
    await removeGoogle();
    expect(await screen.findByText('Google is removed.')).toBeTruthy();
    expect(calls).toHaveLength(1);
    expect(storedSession().user?.additionalProvidersData).toEqual({});
  });

  it('explains why an account could not be removed', async () => {
    settingsServer({
      providers: offers,
      'DELETE /api/users/accounts?provider=google': () => refusal('last-sign-in'),
    });
    await renderApp(<SocialAccountsPage />, { user: aUser({ additionalProvidersData: GOOGLE }) });
    await removeGoogle();
    expect(await screen.findByText('Remove failed!')).toBeTruthy();
    expect(screen.getByText(/This is your only way to sign in/)).toBeTruthy();
  });

  it('the only way to sign in cannot be removed', async () => {
    settingsServer({ providers: offers });
    await renderApp(<SocialAccountsPage />, {
      user: aUser({ additionalProvidersData: GOOGLE, hasPassword: false }),
    });
    const remove = await screen.findByRole('button', { name: 'Remove Google' });
    expect((remove as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Set a password' }).getAttribute('href')).toBe(
      '/settings/password',
    );
  });

  it('leaves for the provider at the address that the server gives', async () => {
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, assign });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const calls = settingsServer({
      providers: offers,
      'POST /api/users/accounts/github': () => ({ url: 'https://github.test/login?x=1' }),
    });
    await renderApp(<SocialAccountsPage />, { user: aUser() });
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Link GitHub' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://github.test/login?x=1'));
    expect(calls[0]?.body).toEqual({ redirectTo: '/settings/accounts' });
  });

  it.each([
    ['?linked=google', /^google is linked\.$/i],
    ['?err=social-denied', 'You chose not to sign in there. Nothing was changed.'],
    ['?err=<b>anything</b>', /The other service did not answer as expected/],
  ])('reports once how the linking at the provider ended: %s', async (search, text) => {
    settingsServer({ providers: offers });
    await renderApp(<SocialAccountsPage />, {
      user: aUser(),
      path: { pathname: '/settings/accounts', search },
    });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(document.querySelector('.notice b, .notice-error b')).toBeNull();
  });
});
