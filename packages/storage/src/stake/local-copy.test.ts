import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { removeLocalCopy } from '../index.ts';
import { whenIdle } from '../projection/when-idle.ts';
import { eventually } from '../testing/eventually.ts';
import { openSecondTab } from '../testing/open-second-tab.ts';
import {
  AUTHOR,
  freshName,
  NOW,
  openTestDevice,
  openTestStake,
  TIME_ZONE,
} from '../testing/open-test-stake.ts';
import { countBodies } from '../testing/raw-database.ts';
import { childFields, motherFields, screeningOf } from '../testing/records.ts';
import { insideOf } from './inside.ts';

async function databasesOf(stakeDb: string): Promise<string[]> {
  const all = await indexedDB.databases();
  return all.flatMap(({ name = '' }) => (name.endsWith(stakeDb) ? [name] : []));
}

describe('removing a unit’s local copy', () => {
  it('is refused when more would be lost than the person agreed to; nothing changes then', async () => {
    const { stake, stakeDb, device } = await openTestStake();
    await stake.createChild(childFields(), AUTHOR, NOW);
    await stake.createChild(childFields({ firstName: 'Ana' }), AUTHOR, NOW);
    for (const expectedLoss of [0, 1]) {
      await expect(removeLocalCopy(stakeDb, { device, expectedLoss })).rejects.toMatchObject({
        name: 'StorageError',
        code: 'refused',
      });
    }
    await stake.createChild(childFields({ firstName: 'Zoe' }), AUTHOR, NOW);
    expect(stake.snapshot()).toMatchObject({ state: 'ready', pending: 3 });
  });

  it('takes records, kept rows and drafts of that unit away, and is not told as a loss', async () => {
    const device = await openTestDevice();
    const stakeDb = freshName('test_stake');
    const { stake } = await openTestStake({ device, stakeDb });
    const longer = await openTestStake({ device, stakeDb: `${stakeDb}_north` });
    await longer.stake.createChild(childFields(), AUTHOR, NOW);
    const child = await stake.createChild(childFields(), AUTHOR, NOW);
    const drafts = [`child:new:${stakeDb}`, `screening:new:${child._id}`, `child:${child._id}:1-a`];
    const others = [`child:new:${stakeDb}_north`, `child:chld_${stakeDb}_north_1_a:1-a`, 'x'];
    for (const key of [...drafts, ...others]) await device.drafts.save(key, { firstName: 'M' });
    await expect.poll(() => device.store.get('values', `seen:crece_unit_${stakeDb}`)).toBeDefined();

    await removeLocalCopy(stakeDb, { device, expectedLoss: 1 });
    expect(await databasesOf(stakeDb)).toEqual([]);
    expect(await device.store.get('projections', `crece_unit_${stakeDb}`)).toBeUndefined();
    const kept = (await device.drafts.list()).map(({ key }) => key);
    expect(kept.sort()).toEqual(others.sort());
    expect(device.unitsOpened().map((unit) => unit.stakeDb)).toEqual([`${stakeDb}_north`]);
    expect(stake.snapshot()).toMatchObject({ state: 'failed', fault: { code: 'closed' } });
    await expect(stake.createChild(childFields(), AUTHOR, NOW)).rejects.toMatchObject({
      code: 'closed',
    });
    await stake.close();

    const again = await openTestStake({ device, stakeDb });
    expect(again.stake.snapshot()).toMatchObject({
      state: 'ready',
      children: [],
      pending: 0,
      sync: { vanished: null },
    });
    expect(longer.stake.snapshot()).toMatchObject({ state: 'ready', pending: 1 });
  });

  it('needs nobody’s agreement when the server has everything', async () => {
    const { stake, stakeDb, device } = await openTestStake();
    await stake.createChild(childFields(), AUTHOR, NOW);
    await insideOf(stake).ledger.settle({ offered: 1, now: NOW });
    await removeLocalCopy(stakeDb, { device, expectedLoss: 0 });
    expect(await databasesOf(stakeDb)).toEqual([]);
  });

  it('makes other tabs let go of the unit', async () => {
    const { stakeDb, device } = await openTestStake();
    const tab = await openSecondTab();
    onTestFinished(() => tab.close());
    const elsewhere = await tab.openDevice({
      databaseName: freshName('device'),
      catalogueName: freshName('countries'),
    });
    onTestFinished(() => elsewhere.close());
    const other = await tab.openStake(stakeDb, { device: elsewhere, timeZone: TIME_ZONE });
    await other.ready();
    await removeLocalCopy(stakeDb, { device, expectedLoss: 0 });
    expect(await databasesOf(stakeDb)).toEqual([]);
    expect(other.snapshot()).toMatchObject({ state: 'failed', fault: { code: 'closed' } });
    await other.close();
    expect(await databasesOf(stakeDb)).toEqual([]);
  });
});

describe('records that vanished', () => {
  /** The browser takes the unit's database away while nobody looks. */
  async function vanish(stakeDb: string): Promise<void> {
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(`_pouch_crece_unit_${stakeDb}`);
      request.onsuccess = resolve;
      request.onerror = reject;
    });
  }

  it('are told with their number until somebody has read it, also after a reload', async () => {
    const { stake, stakeDb, device } = await openTestStake();
    await stake.createChild(childFields(), AUTHOR, NOW);
    await stake.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    const key = `seen:crece_unit_${stakeDb}`;
    await expect.poll(() => device.store.get('values', key)).toMatchObject({ pending: 2 });
    await stake.close();
    await vanish(stakeDb);
    const vanished = { seenAt: NOW.toISOString(), pending: 2 };
    const first = await openTestStake({ stakeDb, device });
    await eventually(() => expect(first.stake.snapshot().sync.vanished).toEqual(vanished));
    expect(first.stake.snapshot().children).toEqual([]);
    await first.stake.close();
    const second = await openTestStake({ stakeDb, device });
    await eventually(() => expect(second.stake.snapshot().sync.vanished).toEqual(vanished));
    await second.stake.acknowledgeVanished();
    expect(second.stake.snapshot().sync.vanished).toBeNull();
    await second.stake.close();
    const third = await openTestStake({ stakeDb, device });
    await third.stake.createChild(childFields(), AUTHOR, NOW);
    await expect.poll(() => device.store.get('values', key)).toMatchObject({ pending: 1 });
    expect(third.stake.snapshot().sync.vanished).toBeNull();
  });

  it('are missed too when everything was on the server', async () => {
    const { stake, stakeDb, device } = await openTestStake();
    await stake.createChild(childFields(), AUTHOR, NOW);
    await insideOf(stake).ledger.settle({ offered: 1, now: NOW });
    const key = `seen:crece_unit_${stakeDb}`;
    await expect.poll(() => device.store.get('values', key)).toMatchObject({ pending: 0 });
    await stake.close();
    await vanish(stakeDb);
    const again = await openTestStake({ stakeDb, device });
    await eventually(() => {
      expect(again.stake.snapshot().sync.vanished).toMatchObject({ pending: 0 });
    });
  });

  it('are not missed in a unit that never had any, or was emptied by hand', async () => {
    const { stake, stakeDb, device } = await openTestStake();
    await stake.close();
    await vanish(stakeDb);
    const again = await openTestStake({ stakeDb, device });
    expect(again.stake.snapshot().sync.vanished).toBeNull();
    const child = await again.stake.createChild(childFields(), AUTHOR, NOW);
    await again.stake.removeChild(child._id, AUTHOR, NOW);
    await again.stake.close();
    const emptied = await openTestStake({ stakeDb, device });
    expect(emptied.stake.snapshot()).toMatchObject({ pending: 1, sync: { vanished: null } });
  });
});

describe('a unit’s size', () => {
  it('counts living documents, and the bytes of all texts', async () => {
    const { stake } = await openTestStake();
    expect(await stake.measure()).toEqual({ documents: 0, bytes: 0 });
    const child = await stake.createChild(childFields({ firstName: 'Ñandú' }), AUTHOR, NOW);
    const one = await stake.measure();
    expect(one.documents).toBe(1);
    const [stored] = await insideOf(stake).store.leaves(child._id);
    const { _revisions, ...document } = stored ?? {};
    expect(one.bytes).toBe(new TextEncoder().encode(JSON.stringify(document)).length);
    await stake.removeChild(child._id, AUTHOR, NOW);
    const removed = await stake.measure();
    expect(removed.documents).toBe(0);
    expect(removed.bytes).toBeGreaterThan(one.bytes);
  });

  it('shrinks by replaced texts when it is compacted, and by nothing else', async () => {
    const { stake, stakeDb } = await openTestStake();
    const child = await stake.createChild(childFields(), AUTHOR, NOW);
    await stake.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    const bodies = await countBodies(stakeDb);
    await leaveReplacedText(stakeDb, child._id);
    expect(await countBodies(stakeDb)).toBe(bodies + 1);
    expect((await stake.readChildFile(child._id))?.child.ward).toBe('Norte');
    const before = stake.snapshot();
    await stake.compact();
    expect(await countBodies(stakeDb)).toBe(bodies);
    expect((await stake.readChildFile(child._id))?.screenings).toHaveLength(1);
    expect(stake.snapshot()).toBe(before);
  });
});

/** A replaced revision keeps its text, as a version without compaction left it. */
async function leaveReplacedText(stakeDb: string, id: string): Promise<void> {
  const { default: PouchDB } = await import('pouchdb-core');
  const pouch = new PouchDB(`crece_unit_${stakeDb}`, { adapter: 'idb', auto_compaction: false });
  await pouch.put({ ...(await pouch.get(id)), ward: 'Norte' });
  await pouch.close();
}

describe('persistent storage', () => {
  it('is asked for once, when a person’s records are there, and quietly', async () => {
    const { stake, device } = await openTestStake();
    const ask = vi.spyOn(device, 'requestPersistence').mockRejectedValue(new Error('refused'));
    await stake.fill([{ _id: 'chld_demo_1', ...childFields() }]);
    await new Promise<void>(whenIdle);
    expect(ask).not.toHaveBeenCalled();
    await stake.createChild(childFields(), AUTHOR, NOW);
    await expect.poll(() => ask.mock.calls.length).toBe(1);
    await stake.createChild(childFields({ firstName: 'Ana' }), AUTHOR, NOW);
    await new Promise<void>(whenIdle);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(stake.snapshot().state).toBe('ready');
  });
});
