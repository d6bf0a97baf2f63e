import { expect, it, onTestFinished } from 'vitest';
import { openPhone } from '../../testing/index.ts';
import { childFields } from '../../testing/records.ts';

const ANA = { name: 'Ana Morales' };
const BORN = ['2024-05-01', '2024-06-02', '2024-07-03'];

/** One child in three records, each with its own birth date; every merge took that of the larger id. */
async function mergedTwice() {
  const now = new Date('2025-06-01T12:00:00.000Z');
  const phone = await openPhone({ stakeDB: 'test_stake_gtm', clock: () => now });
  onTestFinished(() => phone.close());
  await phone.engine.ledger.note({ isWhole: true });
  const { unit, engine } = phone;
  const ids: string[] = [];
  for (const [at, birthDate] of BORN.entries()) {
    const registered = new Date(now.getTime() + at);
    ids.push((await unit.createChild(childFields({ birthDate }), ANA, registered))._id);
  }
  const [first = '', second = '', third = ''] = ids;
  const fromLarger = ['birthDate'] as const;
  await unit.mergeChildren({ ids: [first, second], fromLarger }, ANA, now);
  await unit.mergeChildren({ ids: [first, third], fromLarger }, ANA, now);
  return {
    /** Parts these records, one after the other, and resolves with the birth dates of all three. */
    part: async (order: readonly number[]) => {
      for (const at of order) await unit.unmergeChildren(ids[at] ?? '', ANA, now);
      const stored = await engine.store.readMany(ids);
      return ids.map((id) => stored.get(id)?.['birthDate']);
    },
  };
}

it.each([
  ['the second, then the third', [1, 2]],
  ['the third, then the second', [2, 1]],
  ['the first, then the second', [0, 1]],
  ['the first, then the third', [0, 2]],
])(
  'records of one child that are parted again have their own values: %s',
  async (_order, order) => {
    const { part } = await mergedTwice();
    expect(await part(order)).toEqual(BORN);
  },
);
