import { nameMark } from '@crece/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  clearSession,
  forgetUser,
  keepPerson,
  keepSession,
  storedSession,
} from '../../api/stored-session.ts';
import { lockNow, lockState, makeLock, markLeft, openLock } from '../../data/lock.ts';
import { sealedFor, sealFor } from '../../data/seal.ts';
import { aUser, memoryDevice } from '../../testing/render.tsx';
import {
  ANA,
  below,
  JUAN,
  JUANS,
  lockHere,
  opened,
  output,
  PIN,
  said,
  start,
  typePin,
} from './testing/render-lock.tsx';

describe('several people on one phone', () => {
  const both = [
    [ANA, PIN],
    [JUAN, JUANS],
  ] as const;

  it('switch with their PINs: records get the name of the person at work, and rights follow', async () => {
    // The name from before the sign-ins must not be on any new record.
    const device = memoryDevice({ screenerName: 'Eva Tot' });
    const { user } = await start({ people: both, device });
    expect(output()).toContain('me=ana server=true remove=true');
    await lockHere();
    await user.click(await screen.findByRole('button', { name: 'Another person' }));
    const list = screen.getByRole('list', { name: 'People known to this device' });
    await user.click(within(list).getByRole('button', { name: /Juan Choc/ }));
    await typePin(JUANS);
    await opened();
    expect(output()).toContain('me=juan server=false remove=false');
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(output()).toContain('saved=Juan Choc'));
    expect(storedSession()).toMatchObject({ user: { username: 'ana' }, isUserActive: false });

    await lockHere();
    await user.click(await screen.findByRole('button', { name: 'Another person' }));
    await user.click(screen.getByRole('button', { name: /Ana López/ }));
    await typePin(PIN);
    await opened();
    expect(output()).toContain('me=ana server=true remove=true');
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(output()).toContain('saved=Ana López'));
  });

  it('another person’s PIN does not open the lock', async () => {
    await start({ people: both });
    await lockHere();
    await typePin(JUANS);
    await waitFor(() => expect(said()).toBe('This PIN is not right.'));
    expect(lockState()).toBe('locked');
  });

  it('who turns to another person while a slow phone checks the PIN does not open the lock', async () => {
    const device = memoryDevice();
    const { user } = await start({ people: both, device });
    const { people } = device;
    let go = () => {};
    const waits = new Promise<void>((resolve) => (go = resolve));
    device.people = async () => {
      const known = await people();
      return { ...known, tryPin: (...of) => waits.then(() => known.tryPin(...of)) };
    };
    await lockHere();
    await typePin(PIN);
    await user.click(screen.getByRole('button', { name: 'Another person' }));
    go();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.getByRole('list', { name: 'People known to this device' })).toBeTruthy();
    expect(lockState()).toBe('locked');
  });

  it('a person at work without a PIN makes the lock ask who is there', async () => {
    await start({
      people: [
        [JUAN, JUANS],
        [{ ...JUAN, id: 'user-3', displayName: 'Eva Tot' }, PIN],
      ],
    });
    await lockHere();
    expect(await screen.findByRole('heading', { name: 'Who is there?' })).toBeTruthy();
  });
});

describe('a person whose account was erased', () => {
  it('leaves the phone with the PIN, and what they had half typed says no longer whose it is', async () => {
    const device = memoryDevice();
    await device.drafts.save('user-2:child', { firstName: 'Luz' });
    const former = { names: [], accounts: [nameMark(JUAN.id)] };
    localStorage.setItem('crece.config', JSON.stringify({ providers: [], former }));
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    await start({
      people: [
        [ANA, PIN],
        [JUAN, JUANS],
      ],
      device,
    });
    const people = await device.people();
    await waitFor(async () => {
      expect((await people.list()).map(({ account }) => account.id)).toEqual([ANA.id]);
    });
    expect(await device.drafts.list()).toEqual(['child']);
    await lockHere();
    await typePin(PIN);
    await opened();
  });
});

describe('sign-in of a locked phone', () => {
  it('a forgotten PIN leads to the sign-in, with drafts kept and the PIN page as the target', async () => {
    const device = memoryDevice();
    const flush = vi.spyOn(device.drafts, 'flush');
    const assign = vi.fn();
    vi.stubGlobal('location', {
      ...window.location,
      pathname: '/children/view/1',
      search: '',
      assign,
    });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const { user } = await start({ device });
    await lockHere();
    await user.click(await screen.findByRole('button', { name: 'Forgot your PIN?' }));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() =>
      expect(assign).toHaveBeenCalledWith('/authentication/signin?target=%2Fsettings%2Fdevice'),
    );
    expect(flush).toHaveBeenCalledTimes(1);
  });

  it('says offline that it needs a connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const { user } = await start();
    await lockHere();
    await user.click(await screen.findByRole('button', { name: 'Forgot your PIN?' }));
    expect(screen.getByText(/Signing in needs a connection/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
  });

  it('the sign-in is not covered and has nobody at work, while everything else stays covered', async () => {
    const { user } = await start({ path: '/authentication/signin' });
    await lockHere();
    expect(below()).toBeNull();
    expect(output()).toContain('me=nobody server=false');
    await user.click(screen.getByText('home'));
    expect(below()?.hasAttribute('inert')).toBe(true);
  });

  it('opens the lock and lets that person set a new PIN without the old one', async () => {
    await start({ path: '/authentication/signin', people: [[JUAN, JUANS]] });
    await lockHere();
    await act(async () => {
      keepSession(aUser({ ...JUAN, roles: ['sync'] }), 'token');
      openLock('sign-in');
    });
    await waitFor(() => expect(output()).toContain('me=juan server=true'));
    expect(localStorage.getItem('crece.lock')).toMatch(/^sign-in /);
  });
});

describe('people of a phone and the session', () => {
  it('a person with a PIN known here who signs in gets a lock', async () => {
    await start();
    await waitFor(() => expect(lockState()).toBe('open'));
  });

  it('a person without a PIN who signs in is not locked out: the lock is removed', async () => {
    makeLock('pin');
    await start({ people: [[JUAN, JUANS]] });
    await waitFor(() => expect(lockState()).toBe('none'));
  });

  it('a person who signs out is removed; the application locks for the others', async () => {
    const { people } = await start({
      people: [
        [ANA, PIN],
        [JUAN, JUANS],
      ],
    });
    await waitFor(() => expect(lockState()).toBe('open'));
    await act(async () => {
      clearSession();
      markLeft(ANA.id);
    });
    await waitFor(() => expect(lockState()).toBe('locked'));
    await waitFor(async () =>
      expect((await people.list()).map(({ account }) => account.id)).toEqual([JUAN.id]),
    );
    expect(localStorage.getItem('crece.left')).toBeNull();
  });

  it('the last person who signs out leaves an open phone', async () => {
    const { people } = await start();
    await waitFor(() => expect(lockState()).toBe('open'));
    await act(async () => {
      clearSession();
      markLeft(ANA.id);
    });
    await waitFor(async () => expect(await people.list()).toEqual([]));
    await waitFor(() => expect(lockState()).toBe('none'));
    expect(output()).toContain('me=nobody');
  });

  it.each([
    ['en', 'Nobody has a PIN on this phone any more', 'Sign in'],
    ['es', 'Ya nadie tiene un PIN en este dispositivo', 'Iniciar sesión'],
  ] as const)(
    'a phone whose last PIN somebody else removed stays locked after the sign-out (%s)',
    async (language, said, signIn) => {
      const { people } = await start({ people: [[JUAN, JUANS]], language });
      await waitFor(() => expect(lockState()).toBe('none'));
      await act(async () => {
        await people.forget(JUAN.id);
        sealFor([JUAN.id, ANA.id]);
      });
      expect(below()).toBeNull();
      await act(async () => {
        clearSession();
        markLeft(ANA.id);
      });
      await waitFor(() => expect(lockState()).toBe('locked'));
      expect(await screen.findByText(said, { exact: false })).toBeTruthy();
      expect(screen.getByRole('button', { name: signIn })).toBeTruthy();
      expect(screen.queryByRole('list')?.children.length ?? 0).toBe(0);
      expect(below()?.hasAttribute('inert')).toBe(true);
    },
  );

  it('… at the next start too, and whatever session is left in it', async () => {
    sealFor([JUAN.id]);
    lockNow();
    await start({ people: [] });
    await waitFor(() => expect(storedSession().user).toBeNull());
    expect(lockState()).toBe('locked');
    expect(document.body.textContent).not.toContain('Luz');
  });

  it('a new PIN ends that', async () => {
    sealFor([JUAN.id]);
    const { people } = await start();
    await waitFor(() => expect(sealedFor()).toBeNull());
    await act(async () => {
      clearSession();
      markLeft(ANA.id);
    });
    await waitFor(async () => expect(await people.list()).toEqual([]));
    await waitFor(() => expect(lockState()).toBe('none'));
  });

  it('an account that the server removed leaves the phone locked', async () => {
    const { people } = await start();
    await waitFor(() => expect(lockState()).toBe('open'));
    await act(async () => {
      forgetUser();
      markLeft(ANA.id, true);
    });
    await waitFor(async () => expect(await people.list()).toEqual([]));
    await waitFor(() => expect(lockState()).toBe('locked'));
    expect(below()?.hasAttribute('inert')).toBe(true);
  });

  it('… but one on which nobody had a PIN stays open, as it was', async () => {
    await start({ people: [] });
    await act(async () => {
      forgetUser();
      markLeft(ANA.id, true);
    });
    await waitFor(() => expect(sealedFor()).toBeNull());
    await waitFor(() => expect(output()).toContain('me=nobody'));
    expect(lockState()).toBe('none');
    expect(below()).toBeNull();
  });

  it('people keep the names and rights that the server sends', async () => {
    const { people } = await start();
    await act(async () =>
      keepSession(aUser({ displayName: 'Ana M. López', roles: ['admin'] }), 't'),
    );
    await waitFor(async () =>
      expect((await people.list())[0]?.account).toMatchObject({
        displayName: 'Ana M. López',
        roles: ['admin'],
      }),
    );
  });

  it('people stay at work locally when the session has ended', async () => {
    await start();
    await waitFor(() => expect(lockState()).toBe('open'));
    await act(async () => {
      clearSession();
    });
    await waitFor(() => expect(lockState()).toBe('locked'));
    await typePin(PIN);
    await opened();
    expect(output()).toContain('me=ana server=false remove=true');
  });

  it('nobody continues as an earlier person when the PINs were lost with the device’s data', async () => {
    makeLock('pin');
    lockNow();
    await start({ people: [] });
    await waitFor(() => expect(lockState()).toBe('none'));
    expect(storedSession()).toMatchObject({ user: null, token: null, active: null });
    await waitFor(() => expect(output()).toContain('me=nobody'));
  });

  it('another person at work is kept when the account of the session is gone', async () => {
    await start({ people: [[JUAN, JUANS]] });
    await act(async () => {
      keepPerson(JUAN);
      makeLock('pin');
    });
    await waitFor(() => expect(output()).toContain('me=juan server=false'));
    expect(lockState()).toBe('open');
  });
});
