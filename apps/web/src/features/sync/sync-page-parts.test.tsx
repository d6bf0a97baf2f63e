import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '../../testing/fake-server.ts';
import { memoryDevice } from '../../testing/render.tsx';
import {
  address,
  button,
  notices,
  openSyncPage,
  STAMP,
  SYNC_PATH,
  unfold,
} from './testing/open-sync-page.tsx';

const SYNCED = { stamp: STAMP } as const;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

it('shows a volunteer one card; what a device and a server are asked is folded', async () => {
  const { container } = await openSyncPage({ pending: 2 });
  expect(container.querySelectorAll('section.card')).toHaveLength(1);
  const folds = [...container.querySelectorAll('details')];
  expect(folds.map(({ open, textContent }) => [open, textContent])).toEqual([
    [false, 'Files and copies'],
    [false, 'This device'],
    [false, 'For administrators'],
  ]);
});

describe('server card', () => {
  const VIEWS = 'GET /api/children/updateviews/test_stake_gtm';
  const COMPACT = 'GET /api/children/compactDB/test_stake_gtm';

  it('updates the server’s views and compacts, and reports it', async () => {
    const { user, network } = await openSyncPage({ server: { [VIEWS]: {}, [COMPACT]: {} } });
    await unfold('For administrators');
    await user.click(button(/^Update views/));
    await waitFor(() => expect(notices('status')).toContain('Views updated.'));
    await user.click(button(/^Compact the server/));
    await waitFor(() => expect(notices('status')).toContain('The server’s database is compacted.'));
    expect(network.askedFor(VIEWS)).toHaveLength(1);
    expect(network.askedFor(COMPACT)).toHaveLength(1);
  });

  it('reports a failed update of the views with the support contact, and stays on the page', async () => {
    const { user } = await openSyncPage({
      server: { [VIEWS]: refusal(500, 'server-error') },
    });
    await unfold('For administrators');
    await user.click(button(/^Update views/));
    await waitFor(() =>
      expect(notices('alert')).toEqual([
        'couch view update errorThe server answered with an error (500). Try again in a few minutes. If it keeps happening, ask your administrator.',
      ]),
    );
    expect(address()).toBe(SYNC_PATH);
  });

  it('compares every record with the server on request', async () => {
    const { user, sync } = await openSyncPage();
    await unfold('For administrators');
    await user.click(button(/^Check everything/));
    await waitFor(() => expect(sync.asked).toEqual(['check', 'run']));
  });
});

describe('device card', () => {
  it('shows the last complete sync, the size of the unit, and the storage', async () => {
    const device = memoryDevice();
    device.storageState = async () => ({
      persisted: true,
      usage: 38_000_000,
      quota: 1_238_000_000,
      low: false,
    });
    await openSyncPage({
      content: { sync: SYNCED },
      size: { documents: 1240, bytes: 912_000 },
      device,
    });
    const box = within(await unfold('This device'));
    expect(await box.findByText('1,240 records, 912 kB')).toBeTruthy();
    expect(box.getByText('38 MB used, 1.2 GB free')).toBeTruthy();
    expect(box.getByText(/^10 Mar(?: 2026)?, \d\d:\d\d$/)).toBeTruthy();
  });

  it('says that nobody knows what is free where the browser does not tell', async () => {
    const device = memoryDevice();
    const state = { persisted: true, usage: 38_000_000, quota: null, low: false };
    device.storageState = async () => state;
    await openSyncPage({ content: { sync: SYNCED }, device });
    const box = within(await unfold('This device'));
    expect(
      await box.findByText('38 MB used; the browser does not say how much is free'),
    ).toBeTruthy();
  });

  it('frees space and shows the sizes before and after', async () => {
    const device = memoryDevice();
    const { user, unit } = await openSyncPage({
      size: { documents: 10, bytes: 9_000 },
      device,
    });
    await unfold('This device');
    let usage = 12_300_000;
    device.storageState = async () => ({ persisted: true, usage, quota: 1e9, low: false });
    unit.compact = async () => {
      usage = 10_100_000;
    };
    await user.click(button(/^Free space/));
    expect(await screen.findByText('Before 12.3 MB, now 10.1 MB')).toBeTruthy();
  });

  it('measures the other units on this device on request', async () => {
    const device = memoryDevice({}, { units: ['test_stake_gtm', 'coro_ven'] });
    const { user } = await openSyncPage({
      size: { documents: 3, bytes: 2_000 },
      device,
    });
    await unfold('This device');
    await user.click(button(/^1 other unit/));
    expect(await screen.findAllByText('3 records, 2 kB')).toHaveLength(2);
  });

  it('stores the settings for background synchronisation and for mobile data', async () => {
    const device = memoryDevice();
    const { user } = await openSyncPage({ device });
    await unfold('This device');
    const background = screen.getByRole('switch', { name: 'Sync in the background' });
    const metered = screen.getByRole('switch', { name: 'Also on mobile data' });
    expect((background as HTMLInputElement).checked).toBe(true);
    expect((metered as HTMLInputElement).checked).toBe(false);
    await user.click(metered);
    expect(device.getSetting('syncOnMetered')).toBe(true);
    await user.click(background);
    expect(device.getSetting('backgroundSync')).toBe('off');
    expect(screen.queryByRole('switch', { name: 'Also on mobile data' })).toBeNull();
  });
});

it('says that something was erased here for good, and not what', async () => {
  await openSyncPage({ content: { sync: { ...SYNCED, erasedAt: STAMP.completedAt } } });
  expect(screen.getByText('Something was erased for good').parentElement?.textContent).toMatch(
    /An administrator had erased it; it left this device \(.+\)\. What it was is kept nowhere\.$/,
  );
});
