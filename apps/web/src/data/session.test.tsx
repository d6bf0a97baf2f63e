import type { Account } from '@crece/domain';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listenToFailures } from '../api/failed-calls.ts';
import {
  clearSession,
  endSession,
  keepSession,
  keepUser,
  storedSession,
} from '../api/stored-session.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { aUser } from '../testing/render.tsx';
import { lockNow, lockState, peopleLeft } from './lock.ts';
import { useCan, useSession, useSignIn } from './session.tsx';
import { useSessionCheck } from './session-check.ts';

const BERTA: Account = { id: 'b', username: 'berta', displayName: 'Berta B.', roles: ['user'] };

function look() {
  return renderHook(() => ({
    account: useSession(),
    mayRemove: useCan('remove-child'),
    ...useSignIn(),
  })).result;
}

/** Simulates another tab: the storage changes, and this tab gets the event. */
function inAnotherTab(key: string, value: string | null) {
  act(() => {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
  });
}

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('session of this device', () => {
  it('a tab that was frozen while somebody else signed in knows them when it is visible again', () => {
    keepSession(aUser(), 'of-ana');
    const seen = look();
    const other = aUser({ id: 'user-2', username: 'berta' });
    // Of what changes meanwhile no event comes.
    localStorage.setItem('crece.user', JSON.stringify(other));
    localStorage.setItem('crece.token', 'of-berta');
    expect(seen.current.account?.id).toBe('user-1');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(seen.current.account?.id).toBe('user-2');
  });

  it('a session has no account at first', () => {
    expect(look().current).toMatchObject({
      account: null,
      user: null,
      isServerSession: false,
      hasEnded: false,
      mayRemove: false,
    });
  });

  it('a sign-in stores the session in local storage, and returns the account that rights need', () => {
    const seen = look();
    const user = aUser({ scope: { countries: ['BOL'] } });
    act(() => seen.current.signedIn({ user, token: 'abc' }));
    expect(localStorage.getItem('crece.token')).toBe('abc');
    expect(JSON.parse(localStorage.getItem('crece.user') ?? '')).toEqual(user);
    expect(seen.current).toMatchObject({ isServerSession: true, hasEnded: false, mayRemove: true });
    expect(seen.current.account).toEqual({
      id: 'user-1',
      username: 'ana',
      displayName: 'Ana López',
      roles: ['user'],
      scope: { countries: ['BOL'], stakes: [] },
    });
    expect(lockState()).toBe('none');
  });

  it('opens the lock of a shared phone after a sign-in', () => {
    lockNow();
    const seen = look();
    act(() => seen.current.signedIn({ user: aUser(), token: 'abc' }));
    expect(lockState()).toBe('open');
  });

  it('a session that the server ended stays active locally: rights remain, calls need a new sign-in', () => {
    keepSession(aUser(), 'abc');
    const seen = look();
    act(() => endSession());
    expect(seen.current).toMatchObject({
      isServerSession: false,
      hasEnded: true,
      mayRemove: true,
      account: { username: 'ana' },
    });
    expect(localStorage.getItem('crece.token')).toBeNull();
  });

  it('follows changes made in other tabs', () => {
    const seen = look();
    act(() => localStorage.setItem('crece.token', 'abc'));
    inAnotherTab('crece.user', JSON.stringify(aUser()));
    expect(seen.current.account?.username).toBe('ana');
    inAnotherTab('crece.token', null);
    expect(seen.current.hasEnded).toBe(true);
    inAnotherTab('crece.user', null);
    expect(seen.current.account).toBeNull();
    inAnotherTab('crece.language', 'es');
    expect(seen.current.account).toBeNull();
  });

  it('ends in every tab at sign-out, and the server is informed', async () => {
    const server = fakeServer({ 'GET /api/auth/signout': { body: { ok: true } } });
    keepSession(aUser(), 'abc');
    const seen = look();
    act(() => seen.current.signOut());
    expect(seen.current).toMatchObject({ account: null, user: null, hasEnded: false });
    expect(localStorage.getItem('crece.token')).toBeNull();
    expect(localStorage.getItem('crece.user')).toBeNull();
    expect(peopleLeft()).toEqual(['user-1']);
    await waitFor(() =>
      expect(server.askedFor('GET /api/auth/signout').map(({ headers }) => headers)).toMatchObject([
        { authorization: 'JWT abc' },
      ]),
    );
  });

  it('ends without a network too, and shows no failure', async () => {
    const server = fakeServer();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const told: string[] = [];
    const stop = listenToFailures(({ purpose }) => told.push(purpose));
    keepSession(aUser(), 'abc');
    const seen = look();
    act(() => seen.current.signOut());
    expect(seen.current.account).toBeNull();
    await waitFor(() => expect(told).toEqual(['background']));
    expect(server.asked).toEqual([]);
    stop();
  });

  it('a session is ended on the server at the next contact, with a part of the token that grants no access', async () => {
    const answer = { body: { ok: true } };
    let server = fakeServer({ 'GET /api/auth/signout': refusal(503, 'unavailable') });
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    for (const name of ['ana', 'eve']) {
      keepSession(aUser(), `head.${name}.signature`);
      const seen = look();
      act(() => seen.current.signOut());
    }
    expect(JSON.stringify({ ...localStorage })).not.toContain('signature');
    // What sends them is loaded only now, and finds no connection.
    await vi.dynamicImportSettled();
    expect(server.askedFor('GET /api/auth/signout')).toEqual([]);
    line.mockReturnValue(true);
    // The server answers but cannot end the session now: the next start tries again.
    renderHook(() => useSessionCheck()).unmount();
    await waitFor(() => expect(server.askedFor('GET /api/auth/signout')).toHaveLength(1));
    // A captive portal that answers everything with 200 has not ended the session.
    server = fakeServer({ 'GET /api/auth/signout': { body: {} } });
    renderHook(() => useSessionCheck()).unmount();
    await waitFor(() => expect(server.askedFor('GET /api/auth/signout')).toHaveLength(1));
    server = fakeServer({ 'GET /api/auth/signout': answer });
    renderHook(() => useSessionCheck());
    await waitFor(() =>
      expect(server.askedFor('GET /api/auth/signout').map(({ headers }) => headers)).toMatchObject([
        { authorization: 'JWT eve' },
        { authorization: 'JWT ana' },
      ]),
    );
    await waitFor(() => expect(localStorage.getItem('crece.ended')).toBe(''));
  });

  it('belongs to another person while that person works, until the signed-in user comes back', () => {
    keepSession(aUser(), 'abc');
    const seen = look();
    act(() => seen.current.setPerson(BERTA));
    expect(seen.current).toMatchObject({
      account: BERTA,
      user: { username: 'ana' },
      isServerSession: false,
      hasEnded: false,
    });
    act(() => seen.current.setPerson({ ...BERTA, id: 'user-1' }));
    expect(seen.current).toMatchObject({ account: { username: 'ana' }, isServerSession: true });
    act(() => seen.current.setPerson(BERTA));
    act(() => seen.current.signedIn({ user: aUser({ id: 'c', username: 'carla' }), token: 'def' }));
    expect(seen.current.account?.username).toBe('carla');
    act(() => seen.current.setPerson(BERTA));
    act(() => seen.current.signOut());
    expect(seen.current.account).toBeNull();
  });

  it('accepts a changed account only for the signed-in person', () => {
    keepSession(aUser(), 'abc');
    keepUser(aUser({ displayName: 'Ana María' }));
    expect(storedSession().active?.displayName).toBe('Ana María');
    keepUser(aUser({ id: 'user-2', displayName: 'Eve' }));
    expect(storedSession().active?.displayName).toBe('Ana María');
    clearSession();
    keepUser(aUser());
    expect(storedSession().user).toBeNull();
  });

  it.each(['{', 'null', '[]', '{"id":1}', '{"id":"1","username":"a","displayName":"b"}'])(
    'ignores the unreadable value %s in local storage',
    (text) => {
      localStorage.setItem('crece.user', text);
      localStorage.setItem('crece.token', 'abc');
      localStorage.setItem('crece.person', text);
      expect(storedSession()).toEqual({
        user: null,
        token: null,
        active: null,
        isUserActive: false,
      });
    },
  );
});

describe('useSessionCheck', () => {
  const sessionCalls = (server: ReturnType<typeof fakeServer>) =>
    server.askedFor('GET /api/auth/session').length;

  it('stores the account as the server has it now', async () => {
    fakeServer({ 'GET /api/auth/session': { body: aUser({ roles: ['user', 'sync'] }) } });
    keepSession(aUser(), 'abc');
    renderHook(useSessionCheck);
    await waitFor(() => expect(storedSession().active?.roles).toEqual(['user', 'sync']));
  });

  it('checks the session at the start and when the network is back, but not without a session or network', async () => {
    const server = fakeServer({ 'GET /api/auth/session': { body: aUser() } });
    renderHook(useSessionCheck);
    await vi.dynamicImportSettled();
    expect(sessionCalls(server)).toBe(0);
    keepSession(aUser(), 'abc');
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('online')));
    await vi.dynamicImportSettled();
    expect(sessionCalls(server)).toBe(0);
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(sessionCalls(server)).toBe(1));
  });

  it('checks the session when the window becomes visible after a minute, not sooner', async () => {
    const server = fakeServer({ 'GET /api/auth/session': { body: aUser() } });
    keepSession(aUser(), 'abc');
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    renderHook(useSessionCheck);
    await vi.dynamicImportSettled();
    const show = async () => {
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      await vi.dynamicImportSettled();
    };
    clock.mockReturnValue(1_060_000);
    await show();
    expect(sessionCalls(server)).toBe(1);
    clock.mockReturnValue(1_060_001);
    await show();
    expect(sessionCalls(server)).toBe(2);
  });

  it.each([refusal(500, 'server-error'), 'no-response' as const])(
    'a server that fails or does not answer changes no session',
    async (answer) => {
      const server = fakeServer({ 'GET /api/auth/session': answer });
      keepSession(aUser(), 'abc');
      renderHook(useSessionCheck);
      await waitFor(() => expect(sessionCalls(server)).toBe(1));
      await act(async () => undefined);
      expect(storedSession()).toMatchObject({ token: 'abc', user: { username: 'ana' } });
    },
  );
});
