import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openPhone } from '../../testing/index.ts';
import { histories } from '../../testing/node/short-or-deep.ts';
import { childFields } from '../../testing/records.ts';

const ANA = { name: 'Ana Morales' };
const NOW = new Date('2025-06-01T12:00:00.000Z');
const COUNT = 4;

/** So few values that most histories have equal ones, which do not tell which merge replaced which. */
const names = fc.array(fc.constantFrom('Ana', 'Eva', 'Luz'), {
  minLength: COUNT,
  maxLength: COUNT,
});
/** Two records: merged where they are of two children; else the first one is parted from its child. */
const acts = fc.array(
  fc.record({
    pair: fc.uniqueArray(fc.nat(COUNT - 1), { minLength: 2, maxLength: 2 }),
    isTaken: fc.boolean(),
  }),
  { minLength: 2, maxLength: 8 },
);

it('a child shows what one of its records said by itself, however records with equal values were merged and parted', async () => {
  await fc.assert(
    fc.asyncProperty(names, acts, async (own, done) => {
      const phone = await openPhone({ stakeDB: 'test_stake_gtm', clock: () => NOW });
      try {
        await phone.engine.ledger.note({ isWhole: true });
        const { unit, engine } = phone;
        const ids: string[] = [];
        for (const [at, firstName] of own.entries()) {
          const registered = new Date(NOW.getTime() + at);
          ids.push((await unit.createChild(childFields({ firstName }), ANA, registered))._id);
        }
        /** The places of the records of each child, the leading one first. */
        let children = own.map((_name, at) => [at]);
        const childOf = (at: number) => children.find((each) => each.includes(at)) ?? [];
        for (const { pair, isTaken } of done) {
          const [one = 0, other = 0] = pair;
          const [first, second] = [childOf(one), childOf(other)];
          children = children.filter((each) => each !== first && each !== second);
          if (first === second) {
            await unit.unmergeChildren(ids[one] ?? '', ANA, NOW);
            children.push(
              [one],
              first.filter((at) => at !== one),
            );
          } else {
            const fromLarger = isTaken ? (['firstName'] as const) : [];
            const both = [ids[one] ?? '', ids[other] ?? ''] as const;
            await unit.mergeChildren({ ids: both, fromLarger }, ANA, NOW);
            children.push([...first, ...second].sort());
          }
          const stored = await engine.store.readMany(ids);
          for (const records of children) {
            const shown = stored.get(ids[records[0] ?? 0] ?? '')?.['firstName'];
            expect(records.map((at) => own[at])).toContain(shown);
          }
        }
      } finally {
        await phone.close();
      }
    }),
    histories(40, 2_000),
  );
});
