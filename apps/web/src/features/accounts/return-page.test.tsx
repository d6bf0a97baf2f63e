import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { storedSession } from '../../api/stored-session.ts';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { aUser } from '../../testing/render.tsx';
import { address, onAPhone, openAccounts } from './testing/open-accounts.tsx';

onAPhone();

describe('return of a social sign-in', () => {
  const EXCHANGE = 'POST /api/auth/exchange';
  const path = { pathname: '/authentication/return', hash: '#code=abc%2B1' };
  const answer = (redirectTo: string) => ({
    body: { user: aUser(), token: 'abc', redirectTo },
  });

  it('exchanges its code once for the session and opens the page', async () => {
    const server = fakeServer({ [EXCHANGE]: answer('/settings/profile') });
    await openAccounts(path);
    await waitFor(() => expect(address()).toBe('/settings/profile'));
    expect(server.asked.map(({ body }) => body)).toEqual([{ code: 'abc+1' }]);
    expect(storedSession().token).toBe('abc');
    expect(await screen.findByText('Welcome Ana')).toBeTruthy();
  });

  it('opens no address outside the application', async () => {
    fakeServer({ [EXCHANGE]: answer('//evil.example') });
    await openAccounts(path);
    await waitFor(() => expect(address()).toBe('/'));
  });

  it('removes the code from the address before any answer', async () => {
    fakeServer({ [EXCHANGE]: () => new Promise(() => {}) });
    await openAccounts(path);
    expect(address()).toBe('/authentication/return');
    expect(screen.getByText('Signing you in…')).toBeTruthy();
  });

  it.each([
    [refusal(422, 'code-invalid'), 'en', 'The sign-in took too long or was used already.'],
    [refusal(422, 'code-invalid'), 'es', 'El inicio de sesión tardó demasiado o ya se usó.'],
    ['no-response' as const, 'en', 'No response received from server.'],
  ] as const)('explains why it failed, and offers it again', async (failed, language, text) => {
    fakeServer({ [EXCHANGE]: failed });
    await openAccounts(path, { language });
    await waitFor(() => expect(document.querySelector('main')?.textContent).toContain(text));
    const link = document.querySelector('main .btn-1');
    expect(link?.getAttribute('href')).toBe('/authentication/signin');
    expect(storedSession().user).toBeNull();
  });

  it('makes no request without a code', async () => {
    const server = fakeServer();
    await openAccounts('/authentication/return');
    expect(await screen.findByText('The sign-in did not work')).toBeTruthy();
    expect(server.asked).toEqual([]);
  });
});
