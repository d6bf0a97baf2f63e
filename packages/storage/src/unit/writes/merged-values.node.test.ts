import { expect, it, onTestFinished } from 'vitest';
import { openPhone } from '../../testing/index.ts';
import { childFields } from '../../testing/records.ts';

const ANA = { name: 'Ana Morales' };
const BORN = ['2024-05-01', '2024-06-02', '2024-07-03'];

type Pair = readonly [number, number];

/** One child in three records, each with its own birth date; every merge took that of the larger id. */
async function merged(pairs: readonly Pair[]) {
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
  const idAt = (at: number) => ids[at] ?? '';
  for (const [one, other] of pairs) {
    const both = { ids: [idAt(one), idAt(other)], fromLarger: ['birthDate'] } as const;
    await unit.mergeChildren(both, ANA, now);
  }
  return {
    /** Parts these records, one after the other, and resolves with the birth dates of all three. */
    part: async (order: readonly number[]) => {
      for (const at of order) await unit.unmergeChildren(idAt(at), ANA, now);
      const stored = await engine.store.readMany(ids);
      return ids.map((id) => stored.get(id)?.['birthDate']);
    },
  };
}

const ORDERS = [
  [1, 2],
  [2, 1],
  [0, 1],
  [0, 2],
];
const WAYS: readonly (readonly [Pair, Pair])[] = [
  [
    [0, 1],
    [0, 2],
  ],
  [
    [0, 2],
    [0, 1],
  ],
  [
    [1, 2],
    [0, 1],
  ],
];

it.each(WAYS.flatMap((pairs) => ORDERS.map((order) => ({ pairs, order }))))(
  'records of one child that are parted again have their own values: $pairs, parted $order',
  async ({ pairs, order }) => {
    const { part } = await merged(pairs);
    expect(await part(order)).toEqual(BORN);
  },
);

it('what a record had only from one that leaves is taken back where others took it on', async () => {
  const { part } = await merged([
    [1, 2],
    [0, 1],
  ]);
  expect(await part([2])).toEqual([BORN[1], BORN[1], BORN[2]]);
});
