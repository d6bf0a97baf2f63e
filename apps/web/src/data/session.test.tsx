import type { Account } from '@crece/domain';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listenToFailures } from '../api/http.ts';
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

/** What another tab does: the store changes, and this tab hears of it. */
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

describe('the session', () => {
  it('is nobody’s at first', () => {
    expect(look().current).toMatchObject({
      account: null,
      user: null,
      isServerSession: false,
      hasEnded: false,
      mayRemove: false,
    });
  });

  it('is kept in local storage after a sign-in, and the account is what rights need', () => {
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

  it('opens the lock of a shared phone by a sign-in', () => {
    lockNow();
    const seen = look();
    act(() => seen.current.signedIn({ user: aUser(), token: 'abc' }));
    expect(lockState()).toBe('open');
  });

  it('goes on locally when the server has ended it: rights stay, calls need a sign-in', () => {
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

  it('follows other tabs', () => {
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

  it('ends everywhere at once by signing out, and the server is told', async () => {
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

  it('ends without a network too, and nobody is told of a failure', async () => {
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

  it('ends on the server when it can be reached again, by a part that opens nothing', async () => {
    const answer = { body: { ok: true } };
    let server = fakeServer({ 'GET /api/auth/signout': refusal(503, 'unavailable') });
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    for (const name of ['ana', 'eve']) {
      keepSession(aUser(), `head.${name}.signature`);
      const seen = look();
      act(() => seen.current.signOut());
    }
    expect(JSON.stringify({ ...localStorage })).not.toContain('signature');
    line.mockReturnValue(true);
    // Reached, but it cannot do it now: asked again at the next start.
    renderHook(() => useSessionCheck()).unmount();
    await waitFor(() => expect(server.askedFor('GET /api/auth/signout')).toHaveLength(1));
    // A box on the line that answers everything with 200 has ended nothing.
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

  it('is somebody else’s while another person works, until the user comes back', () => {
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

  it('takes a changed account over only for the person it is of', () => {
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
    'takes nothing from %s in local storage',
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

describe('the check of a kept session', () => {
  const sessionCalls = (server: ReturnType<typeof fakeServer>) =>
    server.askedFor('GET /api/auth/session').length;

  it('takes the account over as the server has it now', async () => {
    fakeServer({ 'GET /api/auth/session': { body: aUser({ roles: ['user', 'sync'] }) } });
    keepSession(aUser(), 'abc');
    renderHook(useSessionCheck);
    await waitFor(() => expect(storedSession().active?.roles).toEqual(['user', 'sync']));
  });

  it('asks at the start and when the network is back, and not without a session or network', async () => {
    const server = fakeServer({ 'GET /api/auth/session': { body: aUser() } });
    renderHook(useSessionCheck);
    expect(sessionCalls(server)).toBe(0);
    keepSession(aUser(), 'abc');
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(sessionCalls(server)).toBe(0);
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(sessionCalls(server)).toBe(1));
  });

  it('asks when the window shows again after a minute, not sooner', () => {
    const server = fakeServer({ 'GET /api/auth/session': { body: aUser() } });
    keepSession(aUser(), 'abc');
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    renderHook(useSessionCheck);
    const show = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));
    clock.mockReturnValue(1_060_000);
    show();
    expect(sessionCalls(server)).toBe(1);
    clock.mockReturnValue(1_060_001);
    show();
    expect(sessionCalls(server)).toBe(2);
  });

  it.each([refusal(500, 'server-error'), 'no-response' as const])(
    'leaves the session as it is when the server cannot tell',
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
