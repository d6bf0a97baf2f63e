import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DeviceWithUnits } from '../../open-unit.ts';
import { eventually } from '../../testing/eventually.ts';
import { AUTHOR, NOW, openTestUnit } from '../../testing/open-test-unit.ts';
import { childFields, screeningOf } from '../../testing/records.ts';
import { PROJECTION_VERSION } from './stored-projection.ts';

describe('a stored projection', () => {
  async function keptUnit(): Promise<{
    stakeDB: string;
    device: DeviceWithUnits;
    key: string;
    id: string;
  }> {
    const { unit, stakeDB, device } = await openTestUnit();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    await unit.close();
    return { stakeDB, device, key: `crece_store_${stakeDB}`, id: child._id };
  }

  /** Changes the stored rows, so that a restored list differs from a rebuilt one. */
  async function tamper(
    change: (kept: Record<string, unknown>) => unknown,
  ): Promise<string | undefined> {
    const { stakeDB, device, key } = await keptUnit();
    const kept = (await device.store.get('projections', key)) as Record<string, unknown>;
    const marked = { ...kept, body: String(kept['body']).replace('"Marisol"', '"Kept"') };
    await device.store.put('projections', key, change(marked));
    const { unit } = await openTestUnit({ stakeDB, device });
    return unit.snapshot().children[0]?.firstName;
  }

  it('a stored projection is shown at the next start', async () => {
    expect(await tamper((kept) => kept)).toBe('Kept');
  });

  it('a projection that is missing, damaged, of another version or database is rebuilt', async () => {
    expect(await tamper(() => undefined)).toBe('Marisol');
    expect(await tamper(() => 'nonsense')).toBe('Marisol');
    expect(await tamper((kept) => ({ ...kept, body: '{"entries":[[' }))).toBe('Marisol');
    expect(await tamper((kept) => ({ ...kept, body: '{}' }))).toBe('Marisol');
    expect(await tamper((kept) => ({ ...kept, body: '{"entries":[[{}]]}' }))).toBe('Marisol');
    expect(await tamper((kept) => ({ ...kept, version: PROJECTION_VERSION + 1 }))).toBe('Marisol');
    expect(await tamper((kept) => ({ ...kept, instance: 'another' }))).toBe('Marisol');
    expect(await tamper((kept) => ({ ...kept, sequence: 1_000_000 }))).toBe('Marisol');
    expect(await tamper((kept) => ({ ...kept, sequence: -1 }))).toBe('Marisol');
  });

  it('a stored projection is brought up to date with what was written after it', async () => {
    const { stakeDB, device, key, id } = await keptUnit();
    const old = await device.store.get('projections', key);
    const first = await openTestUnit({ stakeDB, device });
    const file = await first.unit.readChildFile(id);
    if (file === null) throw new Error('not there');
    await first.unit.editChild(file.child, childFields({ firstName: 'Lucía' }), AUTHOR, NOW);
    await first.unit.close();
    await device.store.put('projections', key, old);
    const second = await openTestUnit({ stakeDB, device });
    expect(second.unit.snapshot().children[0]?.firstName).toBe('Lucía');
  });

  /** Waits until rows are stored for the unit; returns their sequence. */
  async function keptSequence(device: DeviceWithUnits, stakeDB: string): Promise<number> {
    return eventually(async () => {
      const kept = await device.store.get('projections', `crece_store_${stakeDB}`);
      expect(kept).toMatchObject({ version: PROJECTION_VERSION });
      return Number(Reflect.get(kept as object, 'sequence'));
    });
  }

  it('the projection is stored when the page is hidden', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    await unit.createChild(childFields(), AUTHOR, NOW);
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    onTestFinished(() => state.mockRestore());
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await keptSequence(device, stakeDB)).toBe(1);
  });

  it('the projection is stored after many changes, when the page is idle', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    const records = Array.from({ length: 200 }, (_, index) => ({
      _id: `chld_demo_${index}`,
      ...childFields({ firstName: `Child ${index}` }),
    }));
    await unit.fill(records.slice(0, 198));
    expect(await device.store.get('projections', `crece_store_${stakeDB}`)).toBeUndefined();
    await unit.fill(records.slice(198));
    expect(await keptSequence(device, stakeDB)).toBe(200);
  });

  it('the first part is stored together with the whole, or neither is', async () => {
    const { device, key } = await keptUnit();
    const { store } = device;
    const before = await store.get('projections', key);
    const uncloneable = new Map<string, unknown>([
      [key, 'new'],
      [`${key}/first`, () => undefined],
    ]);
    await expect(store.change('projections', uncloneable)).rejects.toThrow();
    expect(await store.get('projections', key)).toEqual(before);
  });

  it('a second tab does not write the projection while one tab is storing it', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    await unit.createChild(childFields(), AUTHOR, NOW);
    await navigator.locks.request(`crece_projection_crece_store_${stakeDB}`, () => unit.close());
    expect(await device.store.get('projections', `crece_store_${stakeDB}`)).toBeUndefined();
  });
});
