import { expect, it, onTestFinished } from 'vitest';
import { carriedDocument } from '../../testing/carried.ts';
import { newDisk, openPhone } from '../../testing/phone.ts';
import { childFields } from '../../testing/records.ts';
import { LEDGER_ID } from '../../unit/known/ledger-state.ts';

const NOW = new Date('2026-11-23T15:00:00.000Z');
const UNIT = 'test_stake_gtm';
const AT = '2026-11-23T14:00:00.000Z';

/** The ledger as builds c6b4d99 and 7c1746aa wrote it, with a version that they did not take. */
const FORMER = {
  lineage: '4f1c9a0b7d2e6358',
  epoch: '9c3e6f0a1b2d4857',
  mark: 'a-mark',
  scanned: 2,
  offered: 2,
  isChecking: false,
  received: [],
  facts: [],
  pulledTo: '12',
  download: { state: 'complete' },
  isWhole: true,
  mergedTo: 2,
  waiting: {},
  untaken: [
    {
      id: 'chld_test_stake_gtm_1746878400000_0a1b2c',
      rev: `20001-${'b'.repeat(32)}`,
      codes: ['generation-too-high'],
      raw: { _id: 'chld_test_stake_gtm_1746878400000_0a1b2c', firstName: 'Marisol' },
    },
  ],
  stamp: { completedAt: AT, serverSequence: '12', epoch: '9c3e6f0a1b2d4857' },
  isPullCut: false,
  checkedAt: AT,
  checkDue: false,
  clockDifference: 0,
  contactAt: AT,
};

it('a ledger of an earlier build is read as it is; its records are asked for once more', async () => {
  const disk = newDisk();
  const before = await openPhone({ stakeDB: UNIT, disk, clock: () => NOW });
  const child = 'chld_test_stake_gtm_1746878400001_0a1b2c';
  const foreign = { ...childFields({ firstName: 'Nayeli' }), device: 'other' };
  await before.engine.store.take([carriedDocument(child, ['a'], foreign)], { isOnServer: true });
  await before.engine.store.writeLocal(LEDGER_ID, { version: 1, ledger: FORMER });
  await before.close();

  const phone = await openPhone({ stakeDB: UNIT, disk, clock: () => NOW });
  onTestFinished(() => phone.close());
  const { ledger, store } = phone.engine;
  const { offered: _, isChecking: _none, checkDue: _neither, ...same } = FORMER;
  expect(ledger.state).toEqual({
    ...same,
    check: { state: 'none' },
    leaves: 'unasked',
    removalsInFiles: 0,
    erasedAt: null,
    fromFiles: [],
    isUnproven: false,
  });
  expect(phone.unit.snapshot()).toMatchObject({
    pending: 0,
    unreadable: [{ codes: ['generation-too-high'] }],
  });

  // The version that the earlier build did not take is taken now, and listed no more.
  const [listed] = FORMER.untaken;
  const hash = 'b'.repeat(32);
  await ledger.receive([
    {
      ...childFields({ firstName: 'Marisol' }),
      _id: listed?.id ?? '',
      _rev: `20001-${hash}`,
      _revisions: { start: 20_001, ids: [hash] },
    },
  ]);
  await phone.engine.announce();
  expect(ledger.state.untaken).toEqual([]);
  expect(phone.unit.snapshot()).toMatchObject({ pending: 0, unreadable: [] });
  expect(
    phone.unit
      .snapshot()
      .children.map(({ firstName }) => firstName)
      .sort(),
  ).toEqual(['Marisol', 'Nayeli']);
  expect(await store.leaves(listed?.id ?? '')).toHaveLength(1);
  // What this build adds does not disturb an earlier one after a rollback: it keeps what it does
  // not know.
  const stored = await store.readLocal(LEDGER_ID);
  expect(stored?.['version']).toBe(1);
  expect(Object.keys(stored?.['ledger'] as object)).toEqual(
    expect.arrayContaining(Object.keys(FORMER)),
  );
});
