import { describe, expect, it } from 'vitest';
import { ANA, type TestPhone, twoPhones } from '../../engine/conflicts/testing/two-phones.ts';
import { NOW } from '../../testing/open-test-unit.ts';
import { childFields, motherFields } from '../../testing/records.ts';
import { isStored } from '../records/indexeddb-store.ts';
import { databaseNameOf } from './opened-unit.ts';
import { keepCounts, readCounts } from './unit-counts.ts';

const countsOf = ({ engine, unit }: TestPhone) => readCounts(engine.device, unit.stakeDB);

describe('the counts of a unit that is not open', () => {
  it('the counts are those of the last state: children, and records that exist only here', async () => {
    const { ana } = await twoPhones();
    await ana.unit.createChild(childFields(), ANA, NOW);
    await ana.unit.saveMother('pregnant', motherFields(), ANA, NOW);
    await expect.poll(() => countsOf(ana)).toEqual({ children: 1, pending: 2 });
    const { ledger, store } = ana.engine;
    await ledger.settle({ offered: await store.lastSequence(), now: NOW });
    await expect.poll(() => countsOf(ana)).toEqual({ children: 1, pending: 0 });
  });

  it('counts are not known when something was written or acknowledged after they were kept', async () => {
    const { ana } = await twoPhones();
    await ana.unit.createChild(childFields(), ANA, NOW);
    await expect.poll(() => countsOf(ana)).toEqual({ children: 1, pending: 1 });
    const { device, stakeDB } = ana.engine;
    const name = databaseNameOf(device, stakeDB);
    const kept = await device.store.get('values', `counts:${name}`);
    await ana.unit.createChild(childFields({ firstName: 'Luz' }), ANA, NOW);
    await expect.poll(() => countsOf(ana)).toEqual({ children: 2, pending: 2 });
    // As after a kill before the counts were kept.
    await device.store.put('values', `counts:${name}`, kept);
    expect(await countsOf(ana)).toBeNull();
  });

  it('counts are not known while records of the unit are arriving', async () => {
    const { ana } = await twoPhones();
    await ana.unit.createChild(childFields(), ANA, NOW);
    await expect.poll(() => countsOf(ana)).toEqual({ children: 1, pending: 1 });
    const { device, instance, ledger, stakeDB, store } = ana.engine;
    await ledger.note({ isWhole: false });
    expect(await countsOf(ana)).toBeNull();
    const state = { instance, sequence: await store.lastSequence() };
    const name = databaseNameOf(device, stakeDB);
    await keepCounts(device.store, name, ana.unit.snapshot(), { ...state, ledger: ledger.state });
    expect(await countsOf(ana)).toBeNull();
  });

  it('a unit that was never here has no counts, and is not created', async () => {
    const { ana } = await twoPhones();
    const { device } = ana.engine;
    expect(await readCounts(device, 'nowhere_gtm')).toBeNull();
    expect(await isStored(databaseNameOf(device, 'nowhere_gtm'))).toBe(false);
  });

  it('damaged counts are not believed', async () => {
    const { ana } = await twoPhones();
    await ana.unit.createChild(childFields(), ANA, NOW);
    await expect.poll(() => countsOf(ana)).not.toBeNull();
    const { device, stakeDB } = ana.engine;
    await device.store.put('values', `counts:${databaseNameOf(device, stakeDB)}`, {
      children: '3',
    });
    expect(await countsOf(ana)).toBeNull();
  });
});
