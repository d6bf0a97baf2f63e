import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeLocalCopy } from '../index.ts';
import { writeForeign } from '../testing/foreign-writes.ts';
import { NOW } from '../testing/open-test-unit.ts';
import { quickKeys } from '../testing/quick-keys.ts';
import { childFields } from '../testing/records.ts';
import { isThere } from '../testing/test-place.ts';
import { makeBackup } from './backup/index.ts';
import { ANA, type TestPhone, twoPhones } from './conflicts/testing/two-phones.ts';

beforeEach(quickKeys);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the number of records lost with a local copy', () => {
  const ALL = 100_000;

  /** Copies everything of one phone as if it came from the server, whose epoch is `one`. */
  async function receiveAll(from: TestPhone, to: TestPhone): Promise<void> {
    const { changes } = await from.engine.store.changesSince(0, ALL);
    const leaves = changes.flatMap(({ id, leaves: revs }) => revs.map((rev) => ({ id, rev })));
    const { ledger } = to.engine;
    const note = { epoch: 'one', pulledTo: '5', download: { state: 'complete' as const } };
    await ledger.receive(await from.engine.store.revisions(leaves), note);
    await prove(to);
  }

  async function prove({ engine }: TestPhone): Promise<void> {
    const stamp = { completedAt: NOW.toISOString(), serverSequence: '5', epoch: 'one' };
    await engine.ledger.note({ stamp });
    await engine.announce();
  }

  /** Checks that the page, a backup file and the removal give the same number. */
  async function expectLoss({ unit, engine }: TestPhone, records: number): Promise<void> {
    expect(await unit.countLoss()).toBe(records);
    const made = await makeBackup([unit], 'lluvia de mayo', { now: NOW });
    expect(made.ok ? made.units[0]?.records : made.code).toBe(
      records === 0 ? 'nothing-to-save' : records,
    );
    if (records === 0) return;
    const { stakeDB } = unit;
    const removing = removeLocalCopy(stakeDB, { device: engine.device, expectedLoss: records - 1 });
    await expect(removing).rejects.toMatchObject({ code: 'refused' });
  }

  async function remove({ unit, engine }: TestPhone, expectedLoss: number): Promise<void> {
    const { stakeDB } = unit;
    await removeLocalCopy(stakeDB, { device: engine.device, expectedLoss });
    expect(await isThere(stakeDB)).toBe(false);
  }

  it('the loss is all records when the server has another history, whichever device wrote them', async () => {
    const { ana, jose } = await twoPhones();
    for (const firstName of ['Ana', 'Luz', 'Zoe']) {
      await ana.unit.createChild(childFields({ firstName }), ANA, NOW);
    }
    await receiveAll(ana, jose);
    expect(await jose.unit.countLoss()).toBe(0);
    const { ledger } = jose.engine;
    await ledger.renew('two');
    expect(jose.unit.snapshot().pending).toBe(0);
    await expectLoss(jose, 3);
    // The server has received two of them again, then all, but no run has ended yet.
    await ledger.settle({ offered: 2, now: NOW });
    await expectLoss(jose, 1);
    await ledger.settle({ offered: 3, now: NOW });
    await expectLoss(jose, 0);
    await jose.unit.createChild(childFields({ firstName: 'Eva' }), ANA, NOW);
    await expectLoss(jose, 1);
    await prove(jose);
    await expectLoss(jose, 1);
    await remove(jose, 1);
  });

  it('the loss is what was not received while no run has ended', async () => {
    const { ana, jose } = await twoPhones();
    await expectLoss(jose, 0);
    const own = await jose.unit.createChild(childFields({ firstName: 'Eva' }), ANA, NOW);
    await expectLoss(jose, 1);
    await ana.unit.createChild(childFields(), ANA, NOW);
    await receiveAll(ana, jose);
    await jose.engine.ledger.note({ stamp: null });
    await expectLoss(jose, 1);
    await writeForeign(jose.unit.stakeDB, [{ ...own, comments: 'from nowhere' }]);
    await expectLoss(jose, 1);
    const { _rev, ...other } = own;
    await writeForeign(jose.unit.stakeDB, [{ ...other, _id: `${own._id}d` }]);
    await expectLoss(jose, 2);
  });

  it('counts a record with two versions, and a refused one, once each', async () => {
    const { ana, jose, meet } = await twoPhones();
    const child = await ana.unit.createChild(childFields(), ANA, NOW);
    await meet();
    await ana.unit.editChild(child, childFields({ phone: '1' }), ANA, NOW);
    await jose.unit.editChild(child, childFields({ phone: '2' }), ANA, NOW);
    await meet();
    expect(await ana.engine.store.leaves(child._id)).toHaveLength(2);
    await expectLoss(ana, 1);
    const [leaf] = await ana.engine.store.leaves(child._id);
    if (leaf === undefined) throw new Error('no leaf');
    const { ledger, store } = ana.engine;
    const refused = [{ document: leaf, reason: 'removal' }];
    await ledger.settle({ refused, now: NOW });
    await expectLoss(ana, 1);
    await ledger.settle({ offered: await store.lastSequence(), now: NOW });
    await expectLoss(ana, 1);
    await ledger.settle({ accepted: [{ id: leaf._id, rev: leaf._rev }], now: NOW });
    await expectLoss(ana, 0);
    await remove(ana, 0);
  });

  it('excludes demonstration records', async () => {
    const { ana } = await twoPhones();
    await ana.unit.fill([{ ...childFields(), _id: 'chld_test_stake_gtm_1_abcdef' }]);
    await expectLoss(ana, 0);
    await ana.unit.createChild(childFields({ firstName: 'Real' }), ANA, NOW);
    await expectLoss(ana, 1);
    await remove(ana, 1);
  });
});
