import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { keepUser, storedSession } from '../../api/stored-session.ts';
import { aUser, memoryDevice, renderApp } from '../../testing/render.tsx';
import { ProfilePage } from './profile-page.tsx';
import { refusal, settingsServer } from './testing/settings-server.ts';

const field = async (label: string | RegExp) =>
  (await screen.findByLabelText(label)) as HTMLInputElement;

describe('Edit Profile page', () => {
  it('saves names, e-mail address and user name, the last two in lower case', async () => {
    const changed = aUser({
      firstName: 'Anita',
      username: 'ana.lopez',
      displayName: 'Anita López',
    });
    const calls = settingsServer({ 'PUT /api/users': () => changed });
    await renderApp(<ProfilePage />, { user: aUser() });
    const user = userEvent.setup();
    await user.clear(await field('First name'));
    await user.type(await field('First name'), 'Anita');
    await user.clear(await field('Username'));
    await user.type(await field('Username'), 'Ana.Lopez');
    expect((await field('Username')).value).toBe('ana.lopez');
    await user.clear(await field('E-mail'));
    await user.type(await field('E-mail'), 'ANA@Example.org');
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('Your profile is saved.')).toBeTruthy();
    expect(calls).toEqual([
      {
        route: 'PUT /api/users',
        body: {
          firstName: 'Anita',
          lastName: 'López',
          email: 'ana@example.org',
          username: 'ana.lopez',
        },
      },
    ]);
    expect(storedSession().active?.displayName).toBe('Anita López');
    expect((await field('First name')).value).toBe('Anita');
  });

  it.each([
    ['en', 'Save profile', 'Enter the first name.', 'First name'],
    ['es', 'Guardar perfil', 'Escriba los nombres.', 'Nombres'],
  ] as const)('shows errors only after an attempt (%s)', async (language, save, error, label) => {
    const calls = settingsServer();
    await renderApp(<ProfilePage />, { user: aUser(), language });
    const user = userEvent.setup();
    await user.clear(await field(label));
    expect((await field(label)).getAttribute('aria-invalid')).toBe('false');
    await user.click(screen.getByRole('button', { name: save }));
    await waitFor(() => expect(screen.getAllByText(error).length).toBeGreaterThan(0));
    expect((await field(label)).getAttribute('aria-invalid')).toBe('true');
    expect(calls).toEqual([]);
  });

  it('explains why the server refused, at the field too, and keeps the typed text', async () => {
    settingsServer({
      'PUT /api/users': () => refusal('name-taken', [{ field: 'username', code: 'name-taken' }]),
    });
    await renderApp(<ProfilePage />, { user: aUser() });
    const user = userEvent.setup();
    await user.clear(await field('Username'));
    await user.type(await field('Username'), 'juan');
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('Edit profile failed!')).toBeTruthy();
    const username = await field('Username');
    expect(username.value).toBe('juan');
    expect(username.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText(/This username is taken/).length).toBe(3);
  });

  it('keeps typed text when the profile is saved in another tab, and otherwise shows the new profile', async () => {
    settingsServer();
    await renderApp(<ProfilePage />, { user: aUser() });
    const user = userEvent.setup();
    const savedElsewhere = (firstName: string) =>
      act(() => keepUser(aUser({ firstName, displayName: `${firstName} López` })));
    savedElsewhere('Anita');
    await waitFor(async () => expect((await field('First name')).value).toBe('Anita'));

    const lastName = await field('Last name');
    await user.type(lastName, ' To');
    savedElsewhere('Anabel');
    expect(await field('Last name')).toBe(lastName);
    expect(document.activeElement).toBe(lastName);
    await user.keyboard('bar');
    expect(lastName.value).toBe('López Tobar');
    expect((await field('First name')).value).toBe('Anita');
  });

  it('restores a half-typed profile, only for its owner', async () => {
    settingsServer();
    const device = memoryDevice();
    const typed = { firstName: 'An', lastName: 'L', email: 'a@b.org', username: 'ana' };
    await device.drafts.save('user-1:profile:user-1', typed);
    const view = await renderApp(<ProfilePage />, { user: aUser(), device });
    expect((await field('First name')).value).toBe('An');
    view.unmount();
    await renderApp(<ProfilePage />, { user: aUser({ id: 'user-2', firstName: 'Juan' }), device });
    expect((await field('First name')).value).toBe('Juan');
  });

  it('shows the own roles and places', async () => {
    settingsServer();
    await renderApp(<ProfilePage />, {
      user: aUser({ roles: ['user', 'sync'], scope: { countries: ['GTM'], stakes: ['x_unit'] } }),
    });
    expect(
      screen.getByText('Sends and fetches records, and makes reports of a unit.'),
    ).toBeTruthy();
    expect(await screen.findByText('Only in: Guatemala and x_unit.')).toBeTruthy();
  });
});

describe('right to synchronise', () => {
  it('the right to synchronise is requested with a note', async () => {
    const request = { role: 'sync', note: 'Unit Cobán', at: '2026-03-14T12:00:00.000Z' } as const;
    const calls = settingsServer({
      'POST /api/role-requests': () => aUser({ roleRequest: request }),
    });
    await renderApp(<ProfilePage />, { user: aUser() });
    const user = userEvent.setup();
    await user.type(await field(/^Why you need it/), ' Unit Cobán ');
    await user.click(screen.getByRole('button', { name: 'Ask for it' }));
    expect(
      await screen.findByText('Asked on 14 Mar 2026. Waiting for an administrator.'),
    ).toBeTruthy();
    expect(calls[0]?.body).toEqual({ role: 'sync', note: 'Unit Cobán' });
  });

  it('needs a note within the limit: one more character is rejected', async () => {
    const calls = settingsServer({ 'POST /api/role-requests': () => aUser() });
    await renderApp(<ProfilePage />, { user: aUser() });
    const user = userEvent.setup();
    const note = await field(/^Why you need it/);
    await user.click(note);
    await user.paste('x'.repeat(501));
    await user.click(screen.getByRole('button', { name: 'Ask for it' }));
    expect(await screen.findByText('At most 500 characters.')).toBeTruthy();
    expect(calls).toEqual([]);
    await user.type(note, '{Backspace}');
    await user.click(screen.getByRole('button', { name: 'Ask for it' }));
    await waitFor(() => expect(calls).toHaveLength(1));
  });

  it('request can be withdrawn', async () => {
    const calls = settingsServer({ 'DELETE /api/role-requests': () => aUser() });
    const roleRequest = { role: 'sync', note: '', at: '2026-03-14T12:00:00.000Z' } as const;
    await renderApp(<ProfilePage />, { user: aUser({ roleRequest }) });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Cancel the request' }));
    expect(await screen.findByRole('button', { name: 'Ask for it' })).toBeTruthy();
    expect(calls).toHaveLength(1);
    expect(storedSession().user?.roleRequest).toBeUndefined();
  });

  it('says that the last request was refused, and lets the person ask again', async () => {
    settingsServer();
    await renderApp(<ProfilePage />, { user: aUser({ roleRefused: '2026-03-14T12:00:00.000Z' }) });
    expect(
      await screen.findByText(
        'An administrator did not agree to your request on 14 Mar 2026. You can ask again.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Ask for it' })).toBeTruthy();
  });

  it('people who have the right to synchronise are not offered it', async () => {
    settingsServer();
    await renderApp(<ProfilePage />, { user: aUser({ roles: ['user', 'sync'] }) });
    await field('First name');
    expect(screen.queryByText('The right to sync')).toBeNull();
  });
});
