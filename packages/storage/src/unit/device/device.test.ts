import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { withUnits } from '../../open-unit.ts';
import { eventually } from '../../testing/eventually.ts';
import { secondTab } from '../../testing/open-second-tab.ts';
import { freshName, openTestDevice, openTestUnit } from '../../testing/open-test-unit.ts';
import { openDevice } from './open-device.ts';

describe("the device's own data", () => {
  it('a device has a random id that remains the same', async () => {
    const name = freshName('device');
    const first = await openTestDevice(name);
    expect(first.id).toMatch(/^[0-9a-z]{16}$/);
    await first.close();
    expect((await openTestDevice(name)).id).toBe(first.id);
    expect((await openTestDevice()).id).not.toBe(first.id);
  });

  it('a device has a single id when two tabs first open at the same moment', async () => {
    const name = freshName('device');
    const tab = await secondTab();
    const [here, there] = await Promise.all([
      openTestDevice(name),
      tab.openDevice({ databaseName: name }),
    ]);
    onTestFinished(() => there.close());
    expect(there.id).toBe(here.id);
  });

  it('stores settings and counters, and notifies subscribers', async () => {
    const name = freshName('device');
    const device = await openTestDevice(name);
    let changes = 0;
    device.subscribe(() => {
      changes += 1;
    });
    expect(device.getSetting('screenerName')).toBeUndefined();
    expect(device.getCounter('countryVisits')).toBe(0);
    const saving = device.setSetting('screenerName', 'Ana');
    expect(device.getSetting('screenerName')).toBe('Ana');
    await saving;
    await device.setSetting('wardByUnit', { test_stake_gtm: 'Sur' });
    await device.setCounter('countryVisits', 3);
    expect(changes).toBe(3);
    await device.close();
    const again = await openTestDevice(name);
    expect(again.getSetting('screenerName')).toBe('Ana');
    expect(again.getSetting('wardByUnit')).toEqual({ test_stake_gtm: 'Sur' });
    expect(again.getCounter('countryVisits')).toBe(3);
  });

  it('shows settings that another tab changes', async () => {
    const name = freshName('device');
    const here = await openTestDevice(name);
    const tab = await secondTab();
    const there = await tab.openDevice({
      databaseName: name,
    });
    onTestFinished(() => there.close());
    await there.setSetting('screenerName', 'Ana Morales');
    await eventually(() => expect(here.getSetting('screenerName')).toBe('Ana Morales'));
  });

  it('remembers the units opened on it, latest first', async () => {
    let now = Date.parse('2025-05-10T10:00:00.000Z');
    const device = withUnits(
      await openDevice({
        databaseName: freshName('device'),
        clock: () => {
          now += 60_000;
          return new Date(now);
        },
      }),
    );
    onTestFinished(() => device.close());
    const first = await openTestUnit({ device });
    const second = await openTestUnit({ device });
    await eventually(() =>
      expect(device.unitsOpened()).toEqual([
        { stakeDB: second.stakeDB, openedAt: '2025-05-10T10:02:00.000Z' },
        { stakeDB: first.stakeDB, openedAt: '2025-05-10T10:01:00.000Z' },
      ]),
    );
  });

  it('reports how much space is used, and what this browser makes up about the rest as unknown', async () => {
    const device = await openTestDevice();
    const state = await device.storageState();
    expect(state.usage).toBeGreaterThan(0);
    expect([state.quota, state.low]).toEqual([null, false]);
    expect(state.persisted).toBe(await navigator.storage.persisted());
  });

  it('takes a quota as it is told, unless it is whole GiB more than what is used', async () => {
    const device = await openTestDevice();
    const estimate = vi.spyOn(navigator.storage, 'estimate');
    onTestFinished(() => estimate.mockRestore());
    const quotaOf = async (usage: number, quota: number) => {
      estimate.mockResolvedValue({ usage, quota });
      return (await device.storageState()).quota;
    };
    const left = 4 * 2 ** 30;
    expect(await quotaOf(1_234_567, 1_234_567 + left - 1)).toBe(1_234_567 + left - 1);
    expect(await quotaOf(1_234_567, 1_234_567 + left)).toBeNull();
    expect(await quotaOf(1_234_567, 1_234_567 + left + 1)).toBe(1_234_567 + left + 1);
  });

  it('reports low space below a tenth of the quota or 50 MB', async () => {
    const device = await openTestDevice();
    const estimate = vi.spyOn(navigator.storage, 'estimate');
    onTestFinished(() => estimate.mockRestore());
    const lowAt = async (usage: number, quota: number): Promise<boolean> => {
      estimate.mockResolvedValue({ usage, quota });
      return (await device.storageState()).low;
    };
    expect(await lowAt(899_000_000, 1_000_000_000)).toBe(false);
    expect(await lowAt(900_000_000, 1_000_000_000)).toBe(false);
    expect(await lowAt(900_000_001, 1_000_000_000)).toBe(true);
    expect(await lowAt(150_000_000, 200_000_000)).toBe(false);
    expect(await lowAt(150_000_001, 200_000_000)).toBe(true);
  });

  it('asks the browser for persistent storage unless it was already granted', async () => {
    const device = await openTestDevice();
    const persisted = vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false);
    const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(false);
    onTestFinished(() => {
      persisted.mockRestore();
      persist.mockRestore();
    });
    expect(await device.requestPersistence()).toBe(false);
    persisted.mockResolvedValue(true);
    expect(await device.requestPersistence()).toBe(true);
    expect(persist).toHaveBeenCalledTimes(1);
  });
});

describe('the local country list', () => {
  it('the country list is empty at first, filled from a download, and replaced later', async () => {
    const { catalogue } = await openTestDevice();
    expect(await catalogue.load()).toBeNull();
    await catalogue.save([{ name: 'Guatemala', code: 'GTM' }], new Date('2025-05-10T10:00:00Z'));
    expect(await catalogue.load()).toEqual({
      countries: [{ name: 'Guatemala', code: 'GTM' }],
      fetchedAt: '2025-05-10T10:00:00.000Z',
    });
    await catalogue.save([{ name: 'Perú', code: 'PER' }], new Date('2025-05-11T10:00:00Z'));
    expect((await catalogue.load())?.countries).toEqual([{ name: 'Perú', code: 'PER' }]);
  });

  it('accepts two saves at the same time', async () => {
    const { catalogue } = await openTestDevice();
    const at = new Date('2025-05-10T10:00:00Z');
    await Promise.all([
      catalogue.save([{ code: 'GTM' }], at),
      catalogue.save([{ code: 'PER' }], at),
    ]);
    expect((await catalogue.load())?.countries).toHaveLength(1);
  });
});
