import { describe, expect, it } from 'vitest';
import { hand } from '../../engine/conflicts/testing/exchange.ts';
import type { DeviceWithUnits } from '../../open-unit.ts';
import { firstShown } from '../../testing/first-shown.ts';
import { writeForeign } from '../../testing/foreign-writes.ts';
import { AUTHOR, NOW, openTestUnit } from '../../testing/open-test-unit.ts';
import { childFields, motherFields, screeningOf } from '../../testing/records.ts';
import type { UnitSnapshot } from './types.ts';

interface Kept {
  stakeDB: string;
  device: DeviceWithUnits;
  /** The whole unit, as it was shown when its rows were stored. */
  whole: UnitSnapshot;
}

/** A whole unit whose rows are stored; child 59 has graduated, child 58 is of this device alone. */
async function keptUnit(children = 60): Promise<Kept> {
  const { unit, stakeDB, device } = await openTestUnit();
  const named = Array.from({ length: children }, (_, index) => ({
    _id: `chld_demo_${index}`,
    ...childFields({
      firstName: `Ana ${String(index).padStart(2, '0')}`,
      ward: `Barrio ${index % 2}`,
      birthDate: index === 59 ? '2019-01-10' : '2024-03-10',
    }),
  }));
  await unit.fill([...named, { _id: 'mthr_demo_1', ...motherFields({ ward: 'Sur' }) }]);
  const file = await unit.readChildFile('chld_demo_0');
  if (file !== null) await unit.saveScreening(file.child._id, screeningOf(file.child), AUTHOR, NOW);
  await unit.close();
  const again = await openTestUnit({ stakeDB, device });
  const whole = again.unit.snapshot();
  await again.unit.close();
  return { stakeDB, device, whole };
}

const keyOf = ({ stakeDB }: Kept) => `crece_store_${stakeDB}`;

/** Changes the kept first part. */
async function tamper(
  kept: Kept,
  change: (first: Record<string, unknown>) => unknown,
): Promise<UnitSnapshot> {
  const { store } = kept.device;
  const first = await store.get('projections', `${keyOf(kept)}/first`);
  await store.put('projections', `${keyOf(kept)}/first`, change(first as Record<string, unknown>));
  return firstShown(kept);
}

async function storedOf(stakeDB: string, { store }: DeviceWithUnits) {
  const keys = [`crece_store_${stakeDB}`, `crece_store_${stakeDB}/first`];
  const values = await Promise.all(keys.map((key) => store.get('projections', key)));
  return new Map(keys.map((key, index) => [key, values[index]]));
}

/** Saves one more child, without its rows being stored, as when the browser is killed. */
async function writeUnstored(kept: Kept): Promise<void> {
  await writeForeign(kept.stakeDB, [
    { _id: 'chld_demo_99', ...childFields({ firstName: 'Aída' }) },
  ]);
}

describe('the first part of a stored projection', () => {
  it('the first part is shown first: fifty rows, the number of all, and what the whole unit has', async () => {
    const kept = await keptUnit();
    const { state, first, children, wards, pending, sync } = await firstShown(kept);
    expect({ state, children }).toEqual({ state: 'loading', children: [] });
    expect(first).toEqual({ rows: kept.whole.children.slice(0, 50), total: 59, unreadable: [] });
    expect({ wards, pending, sync }).toEqual({
      wards: kept.whole.wards,
      pending: 2,
      sync: kept.whole.sync,
    });
  });

  it('the first part is not shown when something was written since', async () => {
    const kept = await keptUnit();
    await writeUnstored(kept);
    const shown = await firstShown(kept);
    expect(shown.first).toBeUndefined();
    expect(shown.children.map(({ firstName }) => firstName)).toContain('Aída');
  });

  it('a first part that is missing, damaged, of another version or database is not shown', async () => {
    const kept = await keptUnit();
    for (const change of [
      () => undefined,
      () => 'nonsense',
      (first) => ({ ...first, body: String(first['body']).slice(0, -9) }),
      (first) => ({ ...first, body: '{}' }),
      (first) => ({ ...first, wards: 'Norte' }),
      (first) => ({ ...first, unreadable: undefined }),
      (first) => ({ ...first, total: undefined }),
      (first) => ({ ...first, version: -1 }),
      (first) => ({ ...first, instance: 'another' }),
    ] satisfies ((first: Record<string, unknown>) => unknown)[]) {
      const shown = await tamper(kept, change);
      expect(shown.first, String(change)).toBeUndefined();
      expect(shown.children).toEqual(kept.whole.children);
      // The part is as it was before.
      await kept.device.store.delete('projections', keyOf(kept));
      await firstShown(kept);
    }
  });

  it('the first part is not believed beyond the database: one from before the last records waits', async () => {
    const kept = await keptUnit();
    const { store } = kept.device;
    const old = await store.get('projections', `${keyOf(kept)}/first`);
    const { unit } = await openTestUnit(kept);
    const ana = await unit.createChild(childFields({ firstName: 'Aída' }), AUTHOR, NOW);
    await unit.close();
    // As if the browser had stored the whole and not its beginning.
    await store.put('projections', `${keyOf(kept)}/first`, old);
    const shown = await firstShown(kept);
    expect(shown.first).toBeUndefined();
    expect(shown.children[0]?.id).toBe(ana._id);
  });

  it('the first part is right before a whole that is older, and before one that is damaged', async () => {
    const kept = await keptUnit();
    const { store } = kept.device;
    const old = await store.get('projections', keyOf(kept));
    const { unit } = await openTestUnit(kept);
    const ana = await unit.createChild(childFields({ firstName: 'Aída' }), AUTHOR, NOW);
    const { children } = unit.snapshot();
    await unit.close();
    for (const whole of [old, 'nonsense']) {
      await store.put('projections', keyOf(kept), whole);
      const { first } = await firstShown(kept);
      expect(first?.rows[0]?.id).toBe(ana._id);
      expect(first?.total).toBe(60);
      const read = await openTestUnit(kept);
      expect(read.unit.snapshot().children).toEqual(children);
      await read.unit.close();
    }
  });

  it('counts a child of two birth dates until it is five by both, as the whole list does', async () => {
    const [here, other] = [await openTestUnit(), await openTestUnit()];
    const [mine, theirs] = [await here.unit.engine(), await other.unit.engine()];
    const base = await here.unit.createChild(childFields(), AUTHOR, NOW);
    await hand(mine, theirs);
    // Of two versions the one that was changed more often is the one that lists show.
    const moved = await here.unit.editChild(base, childFields({ ward: 'Sur' }), AUTHOR, NOW);
    const past = childFields({ ward: 'Sur', birthDate: '2019-01-10' });
    await here.unit.editChild(moved, past, AUTHOR, NOW);
    await other.unit.editChild(base, childFields({ birthDate: '2023-01-10' }), AUTHOR, NOW);
    await hand(theirs, mine);
    await mine.ledger.note({ isWhole: true });
    await here.unit.close();
    const { first } = await firstShown(here);
    expect(first?.rows).toMatchObject([
      { birthDate: '2019-01-10', standing: { youngest: '2023-01-10' } },
    ]);
    expect(first?.total).toBe(1);
  });

  it('counts nobody on another day, and still has the rows', async () => {
    const kept = await keptUnit();
    const tomorrow = await firstShown({ ...kept, clock: () => new Date('2025-05-11T15:00:00Z') });
    expect(tomorrow.first?.rows).toEqual(kept.whole.children.slice(0, 50));
    expect(tomorrow.first).not.toHaveProperty('total');
  });

  it('the first part is not shown on another day when a screening may begin to count, or no longer does', async () => {
    const { stakeDB, device } = await keptUnit();
    const { unit } = await openTestUnit({ stakeDB, device });
    const file = await unit.readChildFile('chld_demo_3');
    if (file === null) throw new Error('not there');
    const ahead = screeningOf(file.child);
    const fields = { ...ahead.fields, surveyDate: '2025-05-12' };
    const saved = await unit.saveScreening(file.child._id, { ...ahead, fields }, AUTHOR, NOW);
    await unit.close();
    const on = (day: string) =>
      firstShown({ stakeDB, device, clock: () => new Date(`${day}T15:00:00Z`) });
    expect((await on('2025-05-10')).first?.rows[3]).toMatchObject({ dateToCheck: true });
    const next = await on('2025-05-11');
    expect(next.first).toBeUndefined();
    expect(next.children[3]?.newest?.id).toBe(saved._id);
  });

  it('says what is pending by what the server has acknowledged meanwhile', async () => {
    const { stakeDB, device } = await keptUnit();
    const stored = await storedOf(stakeDB, device);
    const { unit } = await openTestUnit({ stakeDB, device });
    await (await unit.engine()).ledger.settle({ offered: 100_000, now: NOW });
    await unit.close();
    // As if the browser had been killed before it stored the rows again.
    await device.store.change('projections', stored);
    const { first, pending } = await firstShown({ stakeDB, device });
    expect(pending).toBe(0);
    expect(first?.rows[0]?.pending).toBe(false);
  });

  it('no first part is kept of an empty list, of a unit that is not whole, or with hundreds of pending records', async () => {
    const empty = await openTestUnit();
    await empty.unit.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    await (await empty.unit.engine()).ledger.note({ isWhole: true });
    await empty.unit.close();
    expect((await firstShown(empty)).first).toBeUndefined();

    const own = await openTestUnit();
    await own.unit.createChild(childFields(), AUTHOR, NOW);
    await own.unit.close();
    expect((await firstShown(own)).first).toBeUndefined();

    const { stakeDB, device } = await keptUnit();
    const { unit } = await openTestUnit({ stakeDB, device });
    await writeForeign(
      stakeDB,
      Array.from({ length: 501 }, (_, index) => ({
        _id: `chld_own_${index}`,
        ...childFields(),
        device: device.id,
      })),
    );
    await unit.readChildFile('chld_none');
    await unit.close();
    expect(await firstShown({ stakeDB, device })).toMatchObject({ state: 'ready', pending: 503 });
  });
});
