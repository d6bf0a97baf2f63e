import { RENEWED_TOKEN_HEADER } from '@crece/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { storedSession } from '../../api/stored-session.ts';
import { aUser, memoryDevice, renderApp } from '../../testing/render.tsx';
import { PasswordPage } from './password-page.tsx';
import { refusal, settingsServer } from './testing/settings-server.ts';

const GOOD = 'Kiwi-Trova-58';

const input = (label: string) => screen.getByLabelText(label) as HTMLInputElement;

async function fill(current: string | null, next: string, again = next) {
  const user = userEvent.setup();
  if (current !== null) await user.type(input('Current password'), current);
  if (next !== '') await user.type(input('New password'), next);
  if (again !== '') await user.type(input('New password again'), again);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
}

describe('Change Password page', () => {
  it('changes the password and continues with the new token', async () => {
    const calls = settingsServer({
      'POST /api/users/password': () =>
        Response.json(aUser(), { headers: { [RENEWED_TOKEN_HEADER]: 'newer' } }),
    });
    await renderApp(<PasswordPage />, { user: aUser() });
    await fill('Old-Password-1', GOOD);
    expect(
      await screen.findByText('Your password is changed. Other sessions have ended.'),
    ).toBeTruthy();
    expect(calls[0]?.body).toEqual({
      currentPassword: 'Old-Password-1',
      newPassword: GOOD,
      verifyPassword: GOOD,
    });
    expect(storedSession().token).toBe('newer');
    await waitFor(() => expect(input('New password').value).toBe(''));
  });

  it('never stores the typed passwords as a draft', async () => {
    settingsServer();
    const device = memoryDevice();
    const save = vi.spyOn(device.drafts, 'save');
    await renderApp(<PasswordPage />, { user: aUser(), device });
    await userEvent.setup().type(input('New password'), GOOD);
    expect(save).not.toHaveBeenCalled();
  });

  it('reports a wrong current password with the specified title', async () => {
    settingsServer({
      'POST /api/users/password': () =>
        refusal('wrong-password', [{ field: 'currentPassword', code: 'wrong-password' }]),
    });
    await renderApp(<PasswordPage />, { user: aUser() });
    await fill('no', GOOD);
    expect(await screen.findByText('Password change failed!')).toBeTruthy();
    expect(input('Current password').getAttribute('aria-invalid')).toBe('true');
    expect(input('New password').value).toBe(GOOD);
  });

  it('requires the current password, a good new one, and the new one twice', async () => {
    const calls = settingsServer();
    await renderApp(<PasswordPage />, { user: aUser() });
    await fill(null, 'short', 'other');
    const problems = await screen.findByRole('heading', { name: '3 things to correct' });
    expect(problems.parentElement?.textContent).toContain('Enter your current password.');
    expect(problems.parentElement?.textContent).toContain('The two passwords are not the same.');
    expect(calls).toEqual([]);
  });

  it('an account without a password is not asked for the current one', async () => {
    const calls = settingsServer({ 'POST /api/users/password': () => aUser() });
    await renderApp(<PasswordPage />, { user: aUser({ hasPassword: false }) });
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await fill(null, GOOD);
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ currentPassword: '' }));
  });

  it.each([
    ['en', 'Strength', ['none yet', 'very weak', 'strong']],
    ['es', 'Seguridad', ['aún ninguna', 'muy débil', 'muy buena']],
  ] as const)(
    'shows the strength of the password in five levels (%s)',
    async (language, label, words) => {
      settingsServer();
      await renderApp(<PasswordPage />, { user: aUser(), language });
      const meter = screen.getByRole('meter', { name: label }) as HTMLMeterElement;
      const user = userEvent.setup();
      const seen = [[meter.value, meter.getAttribute('aria-valuetext')]];
      const next = input(language === 'en' ? 'New password' : 'Contraseña nueva');
      for (const text of ['a', 'Kiwi-Trova-58-Luna-Sabe-Volar']) {
        await user.clear(next);
        await user.type(next, text);
        seen.push([meter.value, meter.getAttribute('aria-valuetext')]);
      }
      expect(seen).toEqual([
        [0, words[0]],
        [20, words[1]],
        [100, words[2]],
      ]);
    },
  );
});
