import type { Account } from '@crece/domain';
import { act, screen } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, endSession, keepPerson, keepSession } from '../api/stored-session.ts';
import { Page } from '../shared/navigation/page.tsx';
import { UnitRoute } from '../shared/navigation/unit-route.tsx';
import { fakeServer } from '../testing/fake-server.ts';
import { COMPLETE, fakeSync } from '../testing/fake-sync.ts';
import { openTestUnit, setPending } from '../testing/open-unit.ts';
import { aUser, memoryDevice, type RenderOptions, renderApp } from '../testing/render.tsx';
import { keepUnit } from './keep-unit.ts';
import { personRuns } from './open-sync.ts';
import { setKeeping, setSyncOf } from './sync.ts';

/** Long timeout for a busy machine. */
const PATIENT = { timeout: 20_000 };

const STAKE_DB = 'test_stake_gtm';
const SYNCER: Account = {
  id: 'user-1',
  username: 'ana',
  displayName: 'Ana López',
  roles: ['user', 'sync'],
};

/** Longer than the connection must be stable before an automatic run begins. */
const SOON_MS = 6_000;

/** Simulates `navigator.connection` as Chrome provides it. */
function connect(first: { type?: string; saveData?: boolean }) {
  const connection = Object.assign(new EventTarget(), first);
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  return {
    change: (next: { type?: string; saveData?: boolean }) =>
      act(() => {
        Object.assign(connection, next);
        connection.dispatchEvent(new Event('change'));
      }),
  };
}

function InUnit({ stakeDB, to }: { stakeDB: string; to: string }) {
  return (
    <UnitRoute stakeDB={stakeDB}>
      {(unit) => (
        <Page title={unit.stakeName} unit={unit}>
          in {unit.stakeDB} <Link to={to}>on</Link>
        </Page>
      )}
    </UnitRoute>
  );
}

async function keep(options: RenderOptions = {}) {
  fakeServer();
  const unit = await openTestUnit({ stakeDB: STAKE_DB });
  const sync = fakeSync();
  setSyncOf(unit, sync);
  await renderApp(
    <Routes>
      <Route path="/" element={<InUnit stakeDB={STAKE_DB} to="/next" />} />
      <Route path="/next" element={<InUnit stakeDB={STAKE_DB} to="/other" />} />
      <Route path="/other" element={<InUnit stakeDB="coro_ven" to="/" />} />
    </Routes>,
    { session: SYNCER, unit, ...options },
  );
  // The unit opens and its code chunk loads in real time; the fake clock does not affect them.
  await vi.waitFor(() => expect(document.body.textContent).toContain(`in ${STAKE_DB}`), PATIENT);
  await act(async () => {
    await import('./keep-unit.ts');
    await import('./keep-synced.ts');
  });
  await act(async () => undefined);
  return {
    unit,
    sync,
    wait: (ms = SOON_MS) => act(() => vi.advanceTimersByTimeAsync(ms)),
    end: () =>
      act(async () => {
        sync.end(COMPLETE);
      }),
    goOn: () => act(async () => screen.getByRole('link', { name: 'on' }).click()),
  };
}

beforeEach(() => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
});

afterEach(() => {
  setKeeping();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'connection');
  localStorage.clear();
});

describe('background synchronisation of the open unit', () => {
  it('starts automatically when a unit is open, and again soon after a change', async () => {
    const { sync, unit, wait, end } = await keep();
    expect(sync.asked).toEqual([]);
    await wait();
    expect(sync.asked).toEqual(['run']);
    await end();
    await wait();
    expect(sync.asked).toEqual(['run']);
    await act(() => setPending(unit, 1));
    await wait();
    expect(sync.asked).toEqual(['run', 'run']);
  });

  it.each([
    ['without the role', { session: { ...SYNCER, roles: ['user'] as const } }],
    ['when it is switched off', { device: memoryDevice({ backgroundSync: 'off' }) }],
  ])('background synchronisation does not start %s', async (_when, options) => {
    const { sync, wait } = await keep(options);
    await wait();
    expect(sync.asked).toEqual([]);
  });

  it('synchronisation does not start offline, and starts when the connection is back', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { sync, wait } = await keep();
    await wait();
    expect(sync.asked).toEqual([]);
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await wait();
    expect(sync.asked).toEqual(['run']);
  });

  it.each([{ type: 'cellular' }, { saveData: true }])(
    'metered data (%o) starts no synchronisation unless the setting allows it',
    async (connection) => {
      connect(connection);
      const device = memoryDevice();
      const { sync, wait } = await keep({ device });
      await wait();
      expect(sync.asked).toEqual([]);
      await act(() => device.setSetting('syncOnMetered', true));
      await wait();
      expect(sync.asked).toEqual(['run']);
    },
  );

  it('continues across pages, and ends when another unit is opened', async () => {
    const { sync, wait, goOn } = await keep();
    await wait();
    await goOn();
    await wait();
    expect(sync.asked).toEqual(['run']);
    await goOn();
    expect(sync.asked).toEqual(['run', 'cancel']);
  });

  it('cancels its own run when the connection becomes mobile data', async () => {
    const line = connect({ type: 'wifi' });
    const { sync, wait } = await keep();
    await wait();
    line.change({ type: 'cellular' });
    expect(sync.asked).toEqual(['run', 'cancel']);
  });

  it('cancels its own run when background synchronisation is switched off', async () => {
    const device = memoryDevice();
    const { sync, wait } = await keep({ device });
    await wait();
    await act(() => device.setSetting('backgroundSync', 'off'));
    expect(sync.asked).toEqual(['run', 'cancel']);
  });

  it('switching background synchronisation off does not cancel a run that a person started', async () => {
    const line = connect({ type: 'cellular' });
    const { sync } = await keep();
    personRuns.set(sync, sync.run());
    line.change({ type: 'cellular', saveData: true });
    expect(sync.asked).toEqual(['run']);
  });

  it.each([
    ['signs out', () => clearSession()],
    ['is no longer known to the server', () => endSession()],
    [
      'gives the phone to somebody else',
      () => keepPerson({ ...SYNCER, id: 'b', username: 'juan', displayName: 'Juan' }),
    ],
  ])('cancels its run at once when the person %s', async (_what, leave) => {
    const { sync, unit, wait } = await keep({ user: aUser({ roles: ['user', 'sync'] }) });
    await wait();
    expect(sync.asked).toEqual(['run']);
    await act(async () => leave());
    expect(sync.asked).toEqual(['run', 'cancel']);
    await act(() => setPending(unit, 3));
    await wait(60_000);
    expect(sync.asked).toEqual(['run', 'cancel']);
  });
});

describe('code of the background sync that cannot be fetched', () => {
  it('code that cannot be fetched is fetched again at the next connection', async () => {
    keepSession(aUser({ id: 'user-1', roles: ['user', 'sync'] }), 'token');
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const unit = await openTestUnit({ stakeDB: STAKE_DB });
    const stop = vi.fn();
    const keepUnitSynced = vi.fn(() => stop);
    const load = vi.fn(async () => keepUnitSynced);
    load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    keepUnit(unit, memoryDevice(), load);
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalledOnce());
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(keepUnitSynced).toHaveBeenCalledOnce());
    window.dispatchEvent(new Event('online'));
    setKeeping();
    expect(stop).toHaveBeenCalledOnce();
    window.dispatchEvent(new Event('online'));
    expect(load).toHaveBeenCalledTimes(2);
  });
});
