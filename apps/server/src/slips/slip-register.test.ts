import { aScreening } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import type { StoredDocument } from '../store/document-store.ts';
import { aStores } from '../testing/test-app.ts';
import { slipKey } from './slip-key.ts';
import { SlipRegister } from './slip-register.ts';

const UNIT = 'test_stake_gtm';
const slipOf = (at: number) => String(at).padStart(16, '0');
const idOf = (at: number) => `scr_${UNIT}_17488800000${String(at).padStart(2, '0')}_aaaaaa`;

const visit = (at: number, slip: readonly string[], surveyDate = '2025-06-10') =>
  ({
    ...aScreening({ _id: idOf(at), surveyDate }),
    _rev: '1-a',
    slip,
  }) as unknown as StoredDocument;

/** A register, and how many documents each write to it had. */
async function open() {
  const store = await (await aStores()).open('sys_catalogue');
  const writes: number[] = [];
  const write = store.write.bind(store);
  store.write = async (drafts) => {
    writes.push(drafts.length);
    return write(drafts);
  };
  const register = new SlipRegister(store);
  const homes = async (slip: string) => (await register.homesOf(slipKey(slip))).map(({ id }) => id);
  return { store, writes, register, homes };
}

describe('slips of a push', () => {
  it('are noted in one write, and in none when all are known', async () => {
    const { register, writes, homes } = await open();
    const visits = Array.from({ length: 20 }, (_, at) => visit(at, [slipOf(at)]));
    const keys = visits.map((_, at) => slipKey(slipOf(at)));
    expect(await register.note(UNIT, visits)).toEqual(keys);
    expect(writes).toEqual([20]);
    expect(await register.note(UNIT, visits)).toEqual(keys);
    expect(writes).toEqual([20]);
    expect(await homes(slipOf(19))).toEqual([idOf(19)]);
    expect(await register.note(UNIT, [])).toEqual([]);
    expect(writes).toEqual([20]);
  });

  it('of two screenings that carry one slip lead to both, until the later day', async () => {
    const { register, writes, homes } = await open();
    await register.note(UNIT, [
      visit(1, [slipOf(1), slipOf(2)], '2025-06-12'),
      visit(2, [slipOf(1)], '2025-06-10'),
    ]);
    expect(writes).toEqual([2]);
    expect(await homes(slipOf(1))).toEqual([idOf(1), idOf(2)]);
    expect(await register.drop(({ until }) => until < '2026-06-13')).toEqual([]);
    expect(await register.drop(({ until }) => until < '2026-06-14')).toHaveLength(2);
  });

  it('lead to eight screenings at most', async () => {
    const { register, writes, homes } = await open();
    const visits = Array.from({ length: 9 }, (_, at) => visit(at, [slipOf(1)]));
    await register.note(UNIT, visits.slice(0, 7));
    await register.note(UNIT, visits.slice(0, 8));
    expect(await homes(slipOf(1))).toHaveLength(8);
    await register.note(UNIT, visits);
    expect(await homes(slipOf(1))).toEqual(visits.slice(0, 8).map(({ _id }) => _id));
    expect(writes).toEqual([1, 1]);
  });

  it('that another process notes at the same moment keep what either saw', async () => {
    const { store, register, writes, homes } = await open();
    const { write } = store;
    let isFirst = true;
    store.write = async (drafts) => {
      const isOvertaken = isFirst;
      isFirst = false;
      if (isOvertaken) await register.note(UNIT, [visit(2, [slipOf(1)])]);
      return write(drafts);
    };
    await register.note(UNIT, [visit(1, [slipOf(1)]), visit(3, [slipOf(3)])]);
    expect(await homes(slipOf(1))).toEqual([idOf(2), idOf(1)]);
    expect(await homes(slipOf(3))).toEqual([idOf(3)]);
    // Only what was overtaken is written once more.
    expect(writes).toEqual([1, 2, 1]);
  });

  it('are a fault when another process never stops', async () => {
    const { store, register } = await open();
    const conflict = { ok: false, error: 'conflict' } as const;
    store.write = async (drafts) => drafts.map(({ _id: id }) => ({ ...conflict, id }));
    await expect(register.note(UNIT, [visit(1, [slipOf(1)])])).rejects.toThrow('another process');
  });
});
