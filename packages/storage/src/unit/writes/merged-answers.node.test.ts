import type { Child } from '@crece/domain';
import { expect, it, onTestFinished } from 'vitest';
import { hand, merge } from '../../engine/conflicts/testing/exchange.ts';
import type { EngineParts } from '../../engine/core/engine.ts';
import { openPhone } from '../../testing/index.ts';
import { childFields } from '../../testing/records.ts';

const STAKE = 'test_stake_gtm';
const ANA = { name: 'Ana Morales' };
const NOW = new Date('2025-06-01T12:00:00.000Z');
const LATER = new Date('2025-06-02T12:00:00.000Z');
const YES = { given: true, day: '2025-05-01', who: 'Ana Morales' } as const;
const NO = { given: false, day: '2025-05-02', who: 'Eva' } as const;

/** A child of two records, of which the second says `answers`. `before`: done before the merge. */
async function mergedWith(
  answers: Pick<Child, 'consent' | 'mayMessage'>,
  before?: (engine: EngineParts) => Promise<void>,
) {
  const phone = await openPhone({ stakeDB: STAKE, clock: () => LATER });
  await phone.engine.ledger.note({ isWhole: true });
  onTestFinished(() => phone.close());
  const { unit } = phone;
  const first = await unit.createChild(childFields({ mayMessage: YES, consent: YES }), ANA, NOW);
  const second = await unit.createChild(childFields(answers), ANA, LATER);
  await before?.(phone.engine);
  await unit.mergeChildren({ ids: [first._id, second._id], fromLarger: [] }, ANA, LATER);
  const read = async () => {
    const file = await unit.readChildFile(first._id);
    if (file === null) throw new Error('no child');
    return file;
  };
  const family = () => unit.snapshot().children[0]?.family;
  const stored = async (id: string) => (await phone.engine.store.readMany([id])).get(id);
  return { phone, unit, first, second, read, family, stored };
}

it('a refusal of a merged child is taken back in all its records, also on the day of the refusal', async () => {
  const { unit, second, read, family, stored } = await mergedWith({ mayMessage: NO, consent: NO });
  const { child } = await read();
  expect([child.mayMessage, child.consent, family()?.mayMessage]).toEqual([NO, NO, false]);
  const yes = { given: true, day: NO.day, who: 'Luz' };
  await unit.editChild(child, { ...childFields(), mayMessage: yes, consent: NO }, ANA, LATER);
  const after = await read();
  expect([after.child.mayMessage, after.child.consent]).toEqual([yes, NO]);
  expect(family()?.mayMessage).toBe(true);
  expect(await stored(second._id)).toMatchObject({ mayMessage: yes, consent: NO });
});

it('a refusal typed in another record where the merge was not known counts, and is taken back', async () => {
  const other = await openPhone({ stakeDB: STAKE, clock: () => LATER });
  onTestFinished(() => other.close());
  const { phone, unit, first, second, read, family } = await mergedWith(
    { mayMessage: YES },
    async (engine) => void (await hand(engine, other.engine)),
  );
  await other.unit.editChild(second, childFields({ mayMessage: NO }), ANA, LATER);
  await hand(other.engine, phone.engine);
  await merge(phone.engine);
  const { child } = await read();
  expect([child._id, child.mayMessage, family()?.mayMessage]).toEqual([first._id, NO, false]);
  expect(child.consent).toEqual(YES);
  await unit.editChild(
    child,
    childFields({ ward: 'Sur', consent: YES, mayMessage: NO }),
    ANA,
    LATER,
  );
  expect((await read()).child).toMatchObject({ ward: 'Sur', mayMessage: NO });
  const yes = { given: true, day: '2025-06-02', who: 'Luz' };
  await unit.editChild((await read()).child, childFields({ mayMessage: yes }), ANA, LATER);
  expect([(await read()).child.mayMessage, family()?.mayMessage]).toEqual([yes, true]);
});
