import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openUnit } from '../../open-unit.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  AUTHOR,
  freshName,
  NOW,
  openTestDevice,
  openTestUnit,
  TIME_ZONE,
} from '../../testing/open-test-unit.ts';
import { rawDocument } from '../../testing/raw-database.ts';
import { childFields, motherFields, screeningOf } from '../../testing/records.ts';
import { nextBatchSize } from '../records/batch-size.ts';
import { StoredRecords } from '../records/stored-records.ts';

describe('openUnit', () => {
  it('returns the same unit to all users in this tab until the last one has closed it', async () => {
    const device = await openTestDevice();
    const stakeDB = freshName('test_stake');
    const options = { device, timeZone: TIME_ZONE, clock: () => NOW };
    const [first, second] = await Promise.all([
      openUnit(stakeDB, options),
      openUnit(stakeDB, options),
    ]);
    expect(second).toBe(first);
    await first.close();
    await second.createChild(childFields(), AUTHOR, NOW);
    await second.close();
    const again = await openUnit(stakeDB, options);
    onTestFinished(() => again.close());
    expect(again).not.toBe(first);
    await again.ready();
    expect(again.snapshot().children).toHaveLength(1);
  });

  it('a unit can be closed and reopened at once, as a screen mounted twice does', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    await unit.createChild(childFields(), AUTHOR, NOW);
    const closing = unit.close();
    const again = await openTestUnit({ stakeDB, device });
    await closing;
    await again.unit.createChild(childFields(), AUTHOR, NOW);
    expect(again.unit.snapshot().children).toHaveLength(2);
  });

  it('keeps units apart when one name contains the other', async () => {
    const device = await openTestDevice();
    const name = freshName('test_stake');
    const short = await openTestUnit({ device, stakeDB: name });
    const long = await openTestUnit({ device, stakeDB: `${name}_north` });
    await short.unit.createChild(childFields(), AUTHOR, NOW);
    expect(long.unit.snapshot().children).toEqual([]);
  });
});

describe('subscribe', () => {
  it('notifies of changes until unsubscribed', async () => {
    const { unit } = await openTestUnit();
    let calls = 0;
    const { subscribe } = unit;
    const unsubscribe = subscribe(() => {
      calls += 1;
    });
    await unit.createChild(childFields(), AUTHOR, NOW);
    // The child, and that it was registered here, may be told apart.
    expect(calls).toBeGreaterThan(0);
    const before = calls;
    unsubscribe();
    await unit.createChild(childFields(), AUTHOR, NOW);
    expect(calls).toBe(before);
  });
});

describe('childFile', () => {
  it('a child file is undefined while it loads, then the file, and follows every change', async () => {
    const { unit } = await openTestUnit();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    const live = unit.childFile(child._id);
    expect(unit.childFile(child._id)).toBe(live);
    expect(live.snapshot()).toBeUndefined();
    const unsubscribe = live.subscribe(() => undefined);
    await eventually(() => expect(live.snapshot()?.child._id).toBe(child._id));
    const before = live.snapshot();
    expect(live.snapshot()).toBe(before);
    const saved = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    await eventually(() => expect(live.snapshot()?.screenings).toEqual([saved]));
    await unit.removeChild(child._id, AUTHOR, NOW);
    await eventually(() => expect(live.snapshot()).toBeNull());
    unsubscribe();
  });

  it('shows changes made without a subscriber when one returns', async () => {
    const { unit } = await openTestUnit();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    const live = unit.childFile(child._id);
    live.subscribe(() => undefined)();
    await eventually(() => expect(live.snapshot()).toMatchObject({ screenings: [] }));
    await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    onTestFinished(live.subscribe(() => undefined));
    await eventually(() => expect(live.snapshot()?.screenings).toHaveLength(1));
  });

  it("a child file is up to date when a person's act has ended, even on a slow disk", async () => {
    const { unit } = await openTestUnit();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    const live = unit.childFile(child._id);
    onTestFinished(live.subscribe(() => undefined));
    await eventually(() => expect(live.snapshot()).toMatchObject({ screenings: [] }));
    const { readMany } = StoredRecords.prototype;
    const slow = vi.spyOn(StoredRecords.prototype, 'readMany');
    onTestFinished(() => slow.mockRestore());
    slow.mockImplementation(async function (this: StoredRecords, ids) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return readMany.call(this, ids);
    });

    const saved = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    expect(live.snapshot()?.screenings).toEqual([saved]);
    await unit.removeScreening(child._id, saved._id, AUTHOR, NOW);
    expect(live.snapshot()?.screenings).toEqual([]);
    expect(live.snapshot()?.child.zscoreStatus).toBeUndefined();
    const now = live.snapshot()?.child ?? child;
    await unit.editChild(now, { ...childFields(), firstName: 'Anita' }, AUTHOR, NOW);
    expect(live.snapshot()?.child.firstName).toBe('Anita');
    await unit.removeChild(child._id, AUTHOR, NOW);
    expect(live.snapshot()).toBeNull();
  });

  it('a child that is not here has null for a file', async () => {
    const { unit } = await openTestUnit();
    const live = unit.childFile('chld_none');
    onTestFinished(live.subscribe(() => undefined));
    await eventually(() => expect(live.snapshot()).toBeNull());
  });
});

describe('fill with demonstration records', () => {
  it('stores records under their own ids, signed by no device, and leaves existing ones alone', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const child = {
      _id: 'chld_demo_1',
      ...childFields(),
      created: '2025-01-10T12:00:00.000Z',
      interviewer: 'Demo',
    };
    const mother = { _id: 'mthr_demo_1', ...motherFields() };
    expect(await unit.fill([child, mother])).toEqual({ written: 2 });
    expect(unit.snapshot()).toMatchObject({
      pending: 0,
      children: [{ id: 'chld_demo_1' }],
      mothers: [{ id: 'mthr_demo_1' }],
      // The unit is whole: no more data of it exists anywhere.
      sync: { arrival: 'whole' },
    });
    expect(await rawDocument(stakeDB, 'chld_demo_1')).toMatchObject({
      created: '2025-01-10T12:00:00.000Z',
      updatedBy: 'Demo',
      device: 'demo',
      stamp: { firstName: 1 },
    });
    const changed = { ...child, firstName: 'Changed' };
    expect(await unit.fill([changed, { ...mother, _id: 'mthr_demo_2' }])).toEqual({ written: 1 });
    expect(unit.snapshot().children[0]?.firstName).toBe('Marisol');
  });

  it('makes batches that take about 40 ms, never more than double the last', () => {
    expect(nextBatchSize(50, 10)).toBe(100);
    expect(nextBatchSize(50, 40)).toBe(50);
    expect(nextBatchSize(100, 80)).toBe(50);
    expect(nextBatchSize(50, 4000)).toBe(10);
    expect(nextBatchSize(800, 1)).toBe(1000);
  });
});
