import { describe, expect, it, onTestFinished } from 'vitest';

import { carriedDocument } from '../../testing/carried.ts';
import { eventually } from '../../testing/eventually.ts';
import { secondTab } from '../../testing/open-second-tab.ts';
import {
  AUTHOR,
  freshName,
  NOW,
  openTestDevice,
  openTestUnit,
  TIME_ZONE,
} from '../../testing/open-test-unit.ts';
import { childFields, motherFields, screeningOf } from '../../testing/records.ts';
import type { CarriedDocument } from '../records/carried-document.ts';

/** Two versions of one child from the server; both changed the ward after the first revision. */
function contestedChild(stakeDB: string): CarriedDocument[] {
  const id = `chld_${stakeDB}_1746889200000_aaaaaa`;
  const stamp = { firstName: 1, ward: 2 };
  const version = (letter: string, ward: string): CarriedDocument =>
    carriedDocument(id, [letter, 'a'], { ...childFields({ ward }), device: 'other', stamp });
  return [version('b', 'Norte'), version('c', 'Sur')];
}

describe('an acknowledgement', () => {
  it('updates rows, child file and counts at once, without reading a document', async () => {
    const { unit } = await openTestUnit();
    const { ledger, store } = await unit.engine();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    const saved = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    const mother = await unit.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    const gone = await unit.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    await unit.removeMother(gone._id, AUTHOR, NOW);
    const live = unit.childFile(child._id);
    onTestFinished(live.subscribe(() => undefined));
    await eventually(() => expect(live.snapshot()?.pendingIds).toEqual([child._id, saved._id]));
    expect(unit.snapshot()).toMatchObject({ pending: 4, mothers: [{ id: mother._id }] });

    const before = unit.snapshot();
    const newest = before.children[0]?.newest;
    // In the feed the child's copy comes before the mothers, which are not acknowledged yet.
    await ledger.settle({ offered: 3, now: NOW });
    expect(unit.snapshot()).toMatchObject({ pending: 2, children: [{ pending: false }] });
    expect(unit.snapshot().mothers[0]?.pending).toBe(true);
    expect(unit.snapshot().children[0]?.newest).toBe(newest);
    await ledger.settle({ offered: await store.lastSequence(), now: NOW });
    expect(unit.snapshot()).toMatchObject({ pending: 0, mothers: [{ pending: false }] });
    await eventually(() => expect(live.snapshot()?.pendingIds).toEqual([]));
    expect(before.children[0]?.pending).toBe(true);
  });

  it('every tab shows an acknowledgement', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const tab = await secondTab();
    const device = await tab.openDevice({
      databaseName: freshName('device'),
    });
    onTestFinished(() => device.close());
    const other = await tab.openUnit(stakeDB, { device, timeZone: TIME_ZONE, clock: () => NOW });
    onTestFinished(() => other.close());
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    await eventually(() => expect(other.snapshot().pending).toBe(1));
    const { ledger } = await unit.engine();
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

  it('without a visible effect leaves the snapshot object unchanged', async () => {
    const { unit } = await openTestUnit();
    const { ledger } = await unit.engine();
    await unit.createChild(childFields(), AUTHOR, NOW);
    const before = unit.snapshot();
    await ledger.note({ pulledTo: '12-x', clockDifference: 3, contactAt: NOW.toISOString() });
    await ledger.load();
    await unit.readChildFile('chld_none');
    expect(unit.snapshot()).toBe(before);
    await ledger.note({ download: { state: 'complete' } });
    expect(unit.snapshot()).not.toBe(before);
    expect(unit.snapshot().children).toBe(before.children);
  });
});

describe('kept rows', () => {
  it('kept rows are correct after acknowledgements and refusals made since they were stored', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    const first = await unit.createChild(childFields(), AUTHOR, NOW);
    await unit.createChild(childFields({ firstName: 'Ana' }), AUTHOR, NOW);
    await unit.close();
    const elsewhere = await openTestUnit({ stakeDB, device: await openTestDevice() });
    const { ledger, store } = await elsewhere.unit.engine();
    const [document] = await store.leaves(first._id);
    if (document === undefined) throw new Error('not there');
    await ledger.settle({
      offered: 2,
      refused: [{ document, reason: 'unknown-kind' }],
      now: NOW,
    });
    await elsewhere.unit.close();
    const again = await openTestUnit({ stakeDB, device });
    expect(again.unit.snapshot()).toMatchObject({
      pending: 1,
      children: [{ pending: false }, { id: first._id, pending: true }],
      sync: { refused: [{ id: first._id, title: 'Marisol Xicay' }] },
    });
  });

  it('kept rows are read again when the server was exchanged since they were stored', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    await unit.createChild(childFields(), AUTHOR, NOW);
    await (await unit.engine()).ledger.settle({ offered: 1, now: NOW });
    expect(unit.snapshot().pending).toBe(0);
    await unit.close();
    const elsewhere = await openTestUnit({ stakeDB, device: await openTestDevice() });
    await (await elsewhere.unit.engine()).ledger.renew('another');
    expect(elsewhere.unit.snapshot().pending).toBe(1);
    await elsewhere.unit.close();
    const again = await openTestUnit({ stakeDB, device });
    expect(again.unit.snapshot().pending).toBe(1);
  });
});

describe('open conflicts', () => {
  it('open conflicts are tasks of the snapshot, by title, until they end, and are stored with the rows', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    const engine = await unit.engine();
    const versions = contestedChild(stakeDB);
    const other = carriedDocument(`mthr_${stakeDB}_1746889200000_bbbbbb`, ['x'], theirMother());
    await engine.ledger.receive([...versions, other]);
    await engine.announce();
    const task = {
      id: versions[0]?._id,
      kind: 'values',
      childId: versions[0]?._id,
      title: 'Marisol Xicay',
      fields: ['ward'],
    };
    expect(unit.snapshot().sync.tasks).toEqual([task]);
    expect(unit.snapshot().pending).toBe(0);
    const tasks = unit.snapshot().sync.tasks;
    await unit.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    expect(unit.snapshot().sync.tasks).toBe(tasks);
    await unit.close();

    const key = `crece_store_${stakeDB}`;
    const kept = (await device.store.get('projections', key)) as { body: string };
    const body = kept.body.replace('"fields":["ward"]', '"fields":["kept"]');
    await device.store.put('projections', key, { ...kept, body });
    const again = await openTestUnit({ stakeDB, device });
    expect(again.unit.snapshot().sync.tasks).toEqual([{ ...task, fields: ['kept'] }]);

    const read = await again.unit.readTask(task.id ?? '');
    if (read === null) throw new Error('no task');
    await again.unit.choose(read, { ward: 'second' }, AUTHOR, NOW);
    expect(again.unit.snapshot()).toMatchObject({
      sync: { tasks: [] },
      children: [{ ward: read.second.document['ward'], pending: true }],
    });
  });

  it('open conflicts are the same when the unit is read as a whole', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const engine = await unit.engine();
    await engine.ledger.receive(contestedChild(stakeDB));
    await engine.announce();
    const { tasks } = unit.snapshot().sync;
    expect(tasks).toHaveLength(1);
    const fresh = await openTestUnit({ stakeDB, device: await openTestDevice() });
    expect(fresh.unit.snapshot().sync.tasks).toEqual(tasks);
  });
});

function theirMother(): Record<string, unknown> {
  return { ...motherFields(), device: 'other' };
}
