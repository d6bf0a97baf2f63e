import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { storedSession } from '../../api/stored-session.ts';
import { aUser, renderApp } from '../../testing/render.tsx';
import { SocialAccountsPage } from './accounts-page.tsx';
import { PasswordPage } from './password-page.tsx';
import { ProfilePage } from './profile-page.tsx';
import { refusal, settingsServer } from './testing/settings-server.ts';

const GOOGLE = { google: { displayName: 'Ana L', email: 'ana@gmail.com' } };
const offers = () => [{ id: 'google', name: 'Google' }];

/** Refuses until the right password is sent. */
const asking = (calls: () => { body: unknown }[], answer: () => unknown) => () => {
  const body = calls().at(-1)?.body;
  const { currentPassword } = Object(body) as { currentPassword?: string };
  if (currentPassword === undefined) return refusal('confirm-needed');
  return currentPassword === 'right' ? answer() : refusal('wrong-password');
};

async function saveNewAddress(): Promise<void> {
  const user = userEvent.setup();
  const email = await screen.findByLabelText('E-mail');
  await user.clear(email);
  await user.type(email, 'new@example.org');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
}

describe('confirming that the account is one’s own', () => {
  it('asks for the password, again when it is wrong, and continues with the right one', async () => {
    const pending = { email: 'new@example.org', asked: '2025-03-10T10:00:00.000Z' };
    const calls = settingsServer({
      'PUT /api/users': asking(
        () => calls,
        () => aUser({ pendingEmail: pending }),
      ),
    });
    await renderApp(<ProfilePage />, { user: aUser() });
    await saveNewAddress();
    const user = userEvent.setup();
    for (const [typed, said] of [
      ['', 'Enter your password.'],
      ['wrong', 'This is not your password.'],
    ] as const) {
      const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
      if (typed !== '') await user.type(within(dialog).getByLabelText('Current password'), typed);
      await user.click(within(dialog).getByRole('button', { name: 'Go on' }));
      expect(await screen.findByText(said)).toBeTruthy();
    }
    await user.type(screen.getByLabelText('Current password'), 'right');
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    expect(
      await screen.findByRole('heading', { name: 'Waiting for confirmation of new@example.org' }),
    ).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    // The old address is still valid, and the form shows it again.
    expect(storedSession().user?.email).toBe('ana@example.org');
    expect((screen.getByLabelText('E-mail') as HTMLInputElement).value).toBe('ana@example.org');
    expect(calls).toHaveLength(3);
  });

  it('changes nothing when it is cancelled, and keeps the typed text', async () => {
    const calls = settingsServer({ 'PUT /api/users': () => refusal('confirm-needed') });
    await renderApp(<ProfilePage />, { user: aUser() });
    await saveNewAddress();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((screen.getByLabelText('E-mail') as HTMLInputElement).value).toBe('new@example.org');
    expect(calls).toHaveLength(1);
  });

  it('leads an account without a password to another sign-in, and back to this page', async () => {
    settingsServer({
      providers: offers,
      'DELETE /api/users/accounts?provider=google': () => refusal('confirm-needed'),
    });
    const linked = { ...GOOGLE, other: { displayName: 'Ana', email: null } };
    const user = aUser({ hasPassword: false, additionalProvidersData: linked });
    await renderApp(<SocialAccountsPage />, { user, path: '/settings/accounts' });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Google' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    const link = within(dialog).getByRole('link', { name: 'Sign in with Google' });
    expect(link.getAttribute('href')).toBe(
      '/api/auth/google?redirect_to=%2Fsettings%2Faccounts&known_only=true',
    );
  });
});

describe('new address that is not confirmed', () => {
  const user = aUser({
    pendingEmail: { email: 'new@example.org', asked: '2025-03-10T10:00:00.000Z' },
  });

  it('an unconfirmed address can be sent its mail again, and cancelled', async () => {
    const calls = settingsServer({
      'POST /api/users/email': () => user,
      'DELETE /api/users/email': () => aUser(),
    });
    await renderApp(<ProfilePage />, { user, language: 'es' });
    expect(
      await screen.findByRole('heading', { name: 'Falta confirmar new@example.org' }),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Enviar el correo otra vez' }));
    expect(await screen.findByText('El correo va en camino.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Seguir con la dirección anterior' }));
    expect(await screen.findByText('Su dirección sigue como antes.')).toBeTruthy();
    expect(screen.queryByText(/Falta confirmar/)).toBeNull();
    expect(calls.map(({ route }) => route)).toEqual([
      'POST /api/users/email',
      'DELETE /api/users/email',
    ]);
  });
});

describe('change of the password', () => {
  it.each([
    ['en', 'Remove', 'Those of another address are ticked already.'],
    ['es', 'Quitar', 'Las de otro correo ya están marcadas.'],
  ] as const)('ticks links of another address beforehand (%s)', async (language, remove, said) => {
    settingsServer({
      providers: () => [...offers(), { id: 'hub', name: 'Hub' }, { id: 'face', name: 'Face' }],
    });
    const linked = {
      ...GOOGLE,
      hub: { displayName: 'Ana', email: 'ana@example.org' },
      face: { displayName: 'Somebody', email: null },
    };
    await renderApp(<PasswordPage />, {
      user: aUser({ additionalProvidersData: linked }),
      language,
    });
    const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox', {
      name: new RegExp(`^${remove} `),
    });
    expect(boxes.map(({ checked }) => checked)).toEqual([true, false, true]);
    expect(screen.getByText(said, { exact: false })).toBeTruthy();
  });

  it('keeps a link whose tick was taken away', async () => {
    const calls = settingsServer({ providers: offers, 'POST /api/users/password': () => aUser() });
    await renderApp(<PasswordPage />, { user: aUser({ additionalProvidersData: GOOGLE }) });
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Current password'), 'Kiwi-Trova-58');
    await user.type(screen.getByLabelText('New password'), 'Trigo/Luna-91');
    await user.type(screen.getByLabelText('New password again'), 'Trigo/Luna-91');
    await user.click(screen.getByRole('checkbox', { name: 'Remove Google (ana@gmail.com)' }));
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText(/Your password is changed/)).toBeTruthy();
    expect(calls.at(-1)?.body).not.toHaveProperty('drop');
  });

  it('removes the ticked linked accounts', async () => {
    const calls = settingsServer({ providers: offers, 'POST /api/users/password': () => aUser() });
    await renderApp(<PasswordPage />, { user: aUser({ additionalProvidersData: GOOGLE }) });
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Current password'), 'Kiwi-Trova-58');
    await user.type(screen.getByLabelText('New password'), 'Trigo/Luna-91');
    await user.type(screen.getByLabelText('New password again'), 'Trigo/Luna-91');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText(/Your password is changed/)).toBeTruthy();
    expect(calls.at(-1)?.body).toMatchObject({ drop: ['google'] });
  });
});
