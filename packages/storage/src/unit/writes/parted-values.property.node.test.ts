import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openPhone } from '../../testing/index.ts';
import { histories } from '../../testing/node/short-or-deep.ts';
import { childFields } from '../../testing/records.ts';

const ANA = { name: 'Ana Morales' };
const NOW = new Date('2025-06-01T12:00:00.000Z');
const FIELDS = ['birthDate', 'firstName', 'gender'] as const;
const COUNT = 4;

/** What each record says by itself. */
const OWN = Array.from({ length: COUNT }, (_, at) => ({
  birthDate: `2024-0${at + 1}-15`,
  firstName: `Name${at}`,
  gender: at % 2 === 0 ? ('Boy' as const) : ('Girl' as const),
}));

const merges = fc.array(
  fc.record({
    pair: fc.uniqueArray(fc.nat(COUNT - 1), { minLength: 2, maxLength: 2 }),
    fromLarger: fc.subarray([...FIELDS]),
  }),
  { minLength: 1, maxLength: 5 },
);
const order = fc.shuffledSubarray(
  Array.from({ length: COUNT }, (_, at) => at),
  { minLength: COUNT, maxLength: COUNT },
);

it('records that were made one child, in any order and with any values, each have their own again once they are parted', async () => {
  await fc.assert(
    fc.asyncProperty(merges, order, async (merged, parted) => {
      const phone = await openPhone({ stakeDB: 'test_stake_gtm', clock: () => NOW });
      try {
        await phone.engine.ledger.note({ isWhole: true });
        const { unit, engine } = phone;
        const ids: string[] = [];
        for (const [at, own] of OWN.entries()) {
          const registered = new Date(NOW.getTime() + at);
          ids.push((await unit.createChild(childFields(own), ANA, registered))._id);
        }
        for (const { pair, fromLarger } of merged) {
          const [one = 0, other = 0] = pair;
          await unit.mergeChildren(
            { ids: [ids[one] ?? '', ids[other] ?? ''], fromLarger },
            ANA,
            NOW,
          );
        }
        const valuesOf = async (...wanted: readonly string[]) => {
          const stored = await engine.store.readMany(wanted);
          return wanted.map((id) => {
            const { birthDate, firstName, gender } = stored.get(id) ?? { _id: id };
            return { birthDate, firstName, gender };
          });
        };
        for (const at of parted) {
          await unit.unmergeChildren(ids[at] ?? '', ANA, NOW);
          expect(await valuesOf(ids[at] ?? '')).toEqual([OWN[at]]);
        }
        expect(await valuesOf(...ids)).toEqual(OWN);
      } finally {
        await phone.close();
      }
    }),
    histories(40, 2_000),
  );
});
