import { describe, expect, it, onTestFinished } from 'vitest';
import { insideOf } from '../stake/inside.ts';
import type { CarriedDocument } from '../sync/types.ts';
import { carriedDocument } from '../testing/carried.ts';
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
import { childFields, motherFields, screeningOf } from '../testing/records.ts';

/** Two versions of one child from the server: both changed the ward after the first revision. */
function contestedChild(stakeDb: string): CarriedDocument[] {
  const id = `chld_${stakeDb}_1746889200000_aaaaaa`;
  const stamp = { firstName: 1, ward: 2 };
  const version = (letter: string, ward: string): CarriedDocument =>
    carriedDocument(id, [letter, 'a'], { ...childFields({ ward }), device: 'other', stamp });
  return [version('b', 'Norte'), version('c', 'Sur')];
}

describe('an acknowledgement', () => {
  it('updates rows, child file and counts at once, without a document being read', async () => {
    const { stake } = await openTestStake();
    const { ledger, store } = insideOf(stake);
    const child = await stake.createChild(childFields(), AUTHOR, NOW);
    const saved = await stake.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    const mother = await stake.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    const gone = await stake.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    await stake.removeMother(gone._id, AUTHOR, NOW);
    const live = stake.childFile(child._id);
    onTestFinished(live.subscribe(() => undefined));
    await eventually(() => expect(live.snapshot()?.pendingIds).toEqual([child._id, saved._id]));
    expect(stake.snapshot()).toMatchObject({ pending: 4, mothers: [{ id: mother._id }] });

    const before = stake.snapshot();
    const newest = before.children[0]?.newest;
    // The child's copy stands before the mothers in the feed: they are not answered for yet.
    await ledger.settle({ offered: 3, now: NOW });
    expect(stake.snapshot()).toMatchObject({ pending: 2, children: [{ pending: false }] });
    expect(stake.snapshot().mothers[0]?.pending).toBe(true);
    expect(stake.snapshot().children[0]?.newest).toBe(newest);
    await ledger.settle({ offered: await store.lastSequence(), now: NOW });
    expect(stake.snapshot()).toMatchObject({ pending: 0, mothers: [{ pending: false }] });
    await eventually(() => expect(live.snapshot()?.pendingIds).toEqual([]));
    expect(before.children[0]?.pending).toBe(true);
  });

  it('is shown by every tab', async () => {
    const { stake, stakeDb } = await openTestStake();
    const tab = await openSecondTab();
    onTestFinished(() => tab.close());
    const device = await tab.openDevice({
      databaseName: freshName('device'),
      catalogueName: freshName('countries'),
    });
    onTestFinished(() => device.close());
    const other = await tab.openStake(stakeDb, { device, timeZone: TIME_ZONE, clock: () => NOW });
    onTestFinished(() => other.close());
    const child = await stake.createChild(childFields(), AUTHOR, NOW);
    await eventually(() => expect(other.snapshot().pending).toBe(1));
    const { ledger } = insideOf(stake);
    await ledger.settle({ offered: 1, now: NOW });
    const stamp = { completedAt: NOW.toISOString(), serverSequence: '1-x', epoch: 'one' };
    await ledger.note({ stamp, clockDifference: 5_000 });
    await eventually(() => {
      expect(other.snapshot()).toMatchObject({
        pending: 0,
        children: [{ id: child._id, pending: false }],
        sync: { stamp },
      });
    });
    expect(other.clockDifference()).toBe(5_000);
  });

  it('that changes nothing on screen leaves the snapshot as it is', async () => {
    const { stake } = await openTestStake();
    const { ledger } = insideOf(stake);
    await stake.createChild(childFields(), AUTHOR, NOW);
    const before = stake.snapshot();
    await ledger.note({ pulledTo: '12-x', clockDifference: 3, contactAt: NOW.toISOString() });
    await ledger.load();
    await stake.readChildFile('chld_none');
    expect(stake.snapshot()).toBe(before);
    await ledger.note({ download: { state: 'complete' } });
    expect(stake.snapshot()).not.toBe(before);
    expect(stake.snapshot().children).toBe(before.children);
  });
});

describe('kept rows', () => {
  it('are true after acknowledgements and refusals that were made while they lay', async () => {
    const { stake, stakeDb, device } = await openTestStake();
    const first = await stake.createChild(childFields(), AUTHOR, NOW);
    await stake.createChild(childFields({ firstName: 'Ana' }), AUTHOR, NOW);
    await stake.close();
    const elsewhere = await openTestStake({ stakeDb, device: await openTestDevice() });
    const { ledger, store } = insideOf(elsewhere.stake);
    const [document] = await store.leaves(first._id);
    if (document === undefined) throw new Error('not there');
    await ledger.settle({
      offered: 2,
      refused: [{ document, reason: 'unknown-kind' }],
      now: NOW,
    });
    await elsewhere.stake.close();
    const again = await openTestStake({ stakeDb, device });
    expect(again.stake.snapshot()).toMatchObject({
      pending: 1,
      children: [{ pending: false }, { id: first._id, pending: true }],
      sync: { refused: [{ id: first._id, title: 'Marisol Xicay' }] },
    });
  });

  it('are read anew when the server was exchanged while they lay', async () => {
    const { stake, stakeDb, device } = await openTestStake();
    await stake.createChild(childFields(), AUTHOR, NOW);
    await insideOf(stake).ledger.settle({ offered: 1, now: NOW });
    expect(stake.snapshot().pending).toBe(0);
    await stake.close();
    const elsewhere = await openTestStake({ stakeDb, device: await openTestDevice() });
    await insideOf(elsewhere.stake).ledger.renew('another');
    expect(elsewhere.stake.snapshot().pending).toBe(1);
    await elsewhere.stake.close();
    const again = await openTestStake({ stakeDb, device });
    expect(again.stake.snapshot().pending).toBe(1);
  });
});

describe('open conflicts', () => {
  it('are tasks of the snapshot, by title, until they end; kept with the rows', async () => {
    const { stake, stakeDb, device } = await openTestStake();
    const inside = insideOf(stake);
    const versions = contestedChild(stakeDb);
    const other = carriedDocument(`mthr_${stakeDb}_1746889200000_bbbbbb`, ['x'], theirMother());
    await inside.ledger.receive([...versions, other]);
    await inside.announce();
    const task = {
      id: versions[0]?._id,
      kind: 'values',
      childId: versions[0]?._id,
      title: 'Marisol Xicay',
      fields: ['ward'],
    };
    expect(stake.snapshot().sync.tasks).toEqual([task]);
    expect(stake.snapshot().pending).toBe(0);
    const tasks = stake.snapshot().sync.tasks;
    await stake.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    expect(stake.snapshot().sync.tasks).toBe(tasks);
    await stake.close();

    const key = `crece_unit_${stakeDb}`;
    const kept = (await device.store.get('projections', key)) as { body: string };
    const body = kept.body.replace('"fields":["ward"]', '"fields":["kept"]');
    await device.store.put('projections', key, { ...kept, body });
    const again = await openTestStake({ stakeDb, device });
    expect(again.stake.snapshot().sync.tasks).toEqual([{ ...task, fields: ['kept'] }]);

    const read = await again.stake.readTask(task.id ?? '');
    if (read === null) throw new Error('no task');
    await again.stake.choose(read, { ward: 'second' }, AUTHOR, NOW);
    expect(again.stake.snapshot()).toMatchObject({
      sync: { tasks: [] },
      children: [{ ward: read.second.document['ward'], pending: true }],
    });
  });

  it('are the same when the unit is read as a whole', async () => {
    const { stake, stakeDb } = await openTestStake();
    const inside = insideOf(stake);
    await inside.ledger.receive(contestedChild(stakeDb));
    await inside.announce();
    const { tasks } = stake.snapshot().sync;
    expect(tasks).toHaveLength(1);
    const fresh = await openTestStake({ stakeDb, device: await openTestDevice() });
    expect(fresh.stake.snapshot().sync.tasks).toEqual(tasks);
  });
});

function theirMother(): Record<string, unknown> {
  return { ...motherFields(), device: 'other' };
}
