import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aUser, renderApp } from '../../testing/render.tsx';
import { SessionsPage } from './sessions-page.tsx';
import { refusal, settingsServer } from './testing/settings-server.ts';

const session = (id: string, browser: string | null, system: string | null, isThis = false) => ({
  id,
  begun: '2025-03-10T10:00:00.000Z',
  used: '2025-03-10T11:00:00.000Z',
  device: { browser, system },
  isThis,
});

describe('sessions page', () => {
  it('lists the sessions and ends one of them', async () => {
    let sessions = [
      session('a', 'Chrome', 'Android', true),
      session('b', 'Firefox', null),
      session('c', null, null),
    ];
    const calls = settingsServer({
      'GET /api/users/sessions': () => ({ sessions }),
      'DELETE /api/users/sessions/b': () => {
        sessions = sessions.filter(({ id }) => id !== 'b');
        return { ok: true };
      },
    });
    await renderApp(<SessionsPage />, { user: aUser() });
    const rows = await screen.findAllByText(/Signed in:/);
    expect(rows).toHaveLength(3);
    const own = screen.getByText('Chrome on Android').closest('li') as HTMLElement;
    expect(within(own).getByText('this one')).toBeTruthy();
    expect(within(own).queryByRole('button')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^End Firefox/ }));
    expect(await screen.findByText('The session has ended.')).toBeTruthy();
    expect(screen.queryByText('Firefox')).toBeNull();
    expect(screen.getByText('Unknown device')).toBeTruthy();
    expect(calls.map(({ route }) => route)).toEqual([
      'GET /api/users/sessions',
      'DELETE /api/users/sessions/b',
      'GET /api/users/sessions',
    ]);
  });

  it('ends all other sessions after a question', async () => {
    const calls = settingsServer({
      'GET /api/users/sessions': () => ({
        sessions: [session('a', 'Chrome', 'Android', true), session('b', 'Edge', 'Windows')],
      }),
      'DELETE /api/users/sessions': () => ({ ended: 1 }),
    });
    await renderApp(<SessionsPage />, { user: aUser(), language: 'es' });
    await userEvent.click(await screen.findByRole('button', { name: 'Terminar todas las demás' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Terminar todas las demás' }));
    expect(await screen.findByText('Todas las demás sesiones terminaron.')).toBeTruthy();
    expect(calls.map(({ route }) => route)).toContain('DELETE /api/users/sessions');
  });

  it('reports that the server did not answer, and retries', async () => {
    let isDown = true;
    settingsServer({
      'GET /api/users/sessions': () =>
        isDown ? refusal('unavailable') : { sessions: [session('a', null, 'Android', true)] },
    });
    await renderApp(<SessionsPage />, { user: aUser() });
    expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Android')).toBeTruthy();
  });
});
