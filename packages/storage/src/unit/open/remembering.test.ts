import { describe, expect, it, vi } from 'vitest';
import { runWhenIdle } from '../../base/when-idle.ts';
import { removeLocalCopy } from '../../index.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  AUTHOR,
  freshName,
  NOW,
  openTestDevice,
  openTestUnit,
} from '../../testing/open-test-unit.ts';
import { childFields, motherFields } from '../../testing/records.ts';

describe('records that vanished from the device', () => {
  async function removeDatabase(name: string): Promise<void> {
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = resolve;
      request.onerror = reject;
    });
  }

  /** Removes the unit's database as the browser may do without notice. */
  const vanish = (stakeDB: string) => removeDatabase(`crece_store_${stakeDB}`);

  it('vanished records are reported with their number until somebody has read it, also after a reload', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    await unit.createChild(childFields(), AUTHOR, NOW);
    await unit.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    const key = `seen:crece_store_${stakeDB}`;
    await expect.poll(() => device.store.get('values', key)).toMatchObject({ pending: 2 });
    await unit.close();
    await vanish(stakeDB);
    const vanished = { seenAt: NOW.toISOString(), records: 2, pending: 2, syncedAt: null };
    const first = await openTestUnit({ stakeDB, device });
    await eventually(() => expect(first.unit.snapshot().sync.vanished).toEqual(vanished));
    expect(first.unit.snapshot().children).toEqual([]);
    await first.unit.close();
    const second = await openTestUnit({ stakeDB, device });
    await eventually(() => expect(second.unit.snapshot().sync.vanished).toEqual(vanished));
    await second.unit.acknowledgeVanished();
    expect(second.unit.snapshot().sync.vanished).toBeNull();
    await second.unit.close();
    const third = await openTestUnit({ stakeDB, device });
    await third.unit.createChild(childFields(), AUTHOR, NOW);
    await expect.poll(() => device.store.get('values', key)).toMatchObject({ pending: 1 });
    expect(third.unit.snapshot().sync.vanished).toBeNull();
  });

  it('vanished records are reported when all databases are gone, even before the unit is opened', async () => {
    const databaseName = freshName('device');
    const { unit, stakeDB, device } = await openTestUnit({
      device: await openTestDevice(databaseName),
    });
    await unit.createChild(childFields(), AUTHOR, NOW);
    await unit.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    await (await unit.engine()).ledger.note({
      stamp: { completedAt: NOW.toISOString(), serverSequence: '7', epoch: 'one' },
    });
    const key = `seen:crece_store_${stakeDB}`;
    await expect.poll(() => device.beside.get(key)).toMatchObject({ syncedAt: NOW.toISOString() });
    expect(await device.unitsMissed()).toEqual([]);
    await unit.close();
    await device.close();
    await vanish(stakeDB);
    await removeDatabase(databaseName);

    const emptied = await openTestDevice(databaseName);
    expect(emptied.unitsOpened()).toMatchObject([{ stakeDB }]);
    expect(await emptied.unitsMissed()).toEqual([{ stakeDB, pending: 2 }]);
    const { unit: again } = await openTestUnit({ stakeDB, device: emptied });
    const at = NOW.toISOString();
    await eventually(() =>
      expect(again.snapshot().sync.vanished).toEqual({
        seenAt: at,
        records: 2,
        pending: 2,
        syncedAt: at,
      }),
    );
    expect(await emptied.unitsMissed()).toEqual([{ stakeDB, pending: 2 }]);
    await again.acknowledgeVanished();
    expect(await emptied.unitsMissed()).toEqual([]);
    await again.createChild(childFields(), AUTHOR, NOW);
    await expect.poll(() => emptied.beside.get(key)).toMatchObject({ pending: 1, vanished: null });
    // A deliberate removal is not reported as a loss.
    await again.close();
    await removeLocalCopy(stakeDB, { device: emptied, expectedLoss: 1 });
    expect(emptied.beside.keys()).toEqual([]);
  });

  it('leave no names of people or records outside the databases', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    await unit.createChild(childFields({ firstName: 'Marisol' }), AUTHOR, NOW);
    await expect.poll(() => device.beside.get(`seen:crece_store_${stakeDB}`)).not.toBeNull();
    expect(JSON.stringify({ ...localStorage })).not.toContain('Marisol');
  });

  it('vanished records are reported even if everything was on the server', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    await unit.createChild(childFields(), AUTHOR, NOW);
    await (await unit.engine()).ledger.settle({ offered: 1, now: NOW });
    const key = `seen:crece_store_${stakeDB}`;
    await expect.poll(() => device.store.get('values', key)).toMatchObject({ pending: 0 });
    await unit.close();
    await vanish(stakeDB);
    const again = await openTestUnit({ stakeDB, device });
    await eventually(() => {
      expect(again.unit.snapshot().sync.vanished).toMatchObject({ pending: 0 });
    });
  });

  it.each([
    ['as now', {}, false],
    ['by build 7c1746aa', { hasRecords: true }, false],
    ['by build c6b4d99', { hasRecords: true, records: undefined, syncedAt: undefined }, true],
  ])(
    'a unit that is empty on the server too, remembered %s, reports a loss after a sync: %o %s',
    async (_by, was, isTold) => {
      const { unit, stakeDB, device } = await openTestUnit();
      await (await unit.engine()).ledger.note({
        stamp: { completedAt: NOW.toISOString(), serverSequence: '0', epoch: 'one' },
      });
      const key = `seen:crece_store_${stakeDB}`;
      await expect.poll(() => device.store.get('values', key)).toMatchObject({ records: 0 });
      await unit.close();
      await device.store.put('values', key, {
        ...((await device.store.get('values', key)) as object),
        ...was,
      });
      const { unit: again } = await openTestUnit({ stakeDB, device });
      // A loss is told in a pause of the page, and of a unit that is still empty. Where none is, the
      // comparison is over when the next act is remembered.
      if (isTold) await expect.poll(() => again.snapshot().sync.vanished).not.toBeNull();
      await again.createChild(childFields(), AUTHOR, NOW);
      await expect.poll(() => device.store.get('values', key)).toMatchObject({ pending: 1 });
      expect(again.snapshot().sync.vanished !== null).toBe(isTold);
      expect(await device.unitsMissed()).toHaveLength(isTold ? 1 : 0);
    },
  );

  it('a unit that had no records, or that a person emptied, reports none', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    await unit.close();
    await vanish(stakeDB);
    const again = await openTestUnit({ stakeDB, device });
    expect(again.unit.snapshot().sync.vanished).toBeNull();
    const child = await again.unit.createChild(childFields(), AUTHOR, NOW);
    await again.unit.removeChild(child._id, AUTHOR, NOW);
    await again.unit.close();
    const emptied = await openTestUnit({ stakeDB, device });
    expect(emptied.unit.snapshot()).toMatchObject({ pending: 1, sync: { vanished: null } });
  });
});

describe('persistent storage', () => {
  it("persistent storage is requested once, when a person's records exist, and without a prompt", async () => {
    const { unit, device } = await openTestUnit();
    const ask = vi.spyOn(device, 'requestPersistence').mockRejectedValue(new Error('refused'));
    await unit.fill([{ _id: 'chld_demo_1', ...childFields() }]);
    await new Promise<void>(runWhenIdle);
    expect(ask).not.toHaveBeenCalled();
    await unit.createChild(childFields(), AUTHOR, NOW);
    await expect.poll(() => ask.mock.calls.length).toBe(1);
    await unit.createChild(childFields({ firstName: 'Ana' }), AUTHOR, NOW);
    await new Promise<void>(runWhenIdle);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(unit.snapshot().state).toBe('ready');
  });
});
