import { describe, expect, it } from 'vitest';
import { FakeGateway } from '../testing/fake-gateway.ts';
import { fullFromPut } from '../testing/full-disk.ts';
import { AUTHOR, NOW, openTestUnit } from '../testing/open-test-unit.ts';
import { childFields } from '../testing/records.ts';
import { UNIT_DATABASE } from '../unit/device/open-device.ts';
import { openSync } from './sync/open-sync.ts';
import {
  ACTS,
  isSound,
  runFullAt,
  saveFullAt,
  shownAfter,
  shownBy,
  tidyFullAt,
  withChild,
} from './testing/full-at.ts';

// On IndexedDB; `full-at-every-put.both.test.ts` goes through every put of each work.

describe('a device that becomes full in the middle of a save', () => {
  it.each(ACTS)(
    '%s: stores all of it or nothing, says so, and succeeds when repeated',
    async (_, act) => {
      expect(await saveFullAt(2, act, await shownAfter(act))).toBe(true);
    },
  );
});

describe('a device that becomes full in the middle of a run', () => {
  it.each([1, 4, 9, 16])(
    'at put %i: keeps what was acknowledged, says why the run ended, and the next run ends with everything',
    async (nth) => {
      expect(await runFullAt(nth)).toBe(true);
    },
  );
});

describe('a device that becomes full in the middle of tidying', () => {
  it('changes no record, sends nothing again, and tidies when there is room', async () => {
    expect(await tidyFullAt(2)).toBe(true);
  });
});

describe('a run on a device that is full', () => {
  it('sends everything all the same, says why it ended, and counts it as sent once there is room', async () => {
    const { unit, stakeDB } = await withChild();
    const gateway = new FakeGateway();
    const sync = openSync(unit, gateway.server, { limits: { pushDocuments: 2 } });
    await sync.run();
    for (const firstName of ['Ana', 'Eva', 'Lucía', 'Sara']) {
      await unit.createChild(childFields({ firstName }), AUTHOR, NOW);
    }
    const disk = fullFromPut(0, stakeDB);
    for (const _ of ['at first', 'again']) {
      expect(await sync.run()).toMatchObject({
        kind: 'failed',
        fault: { code: 'storage', cause: { name: 'StorageError', code: 'full-disk' } },
      });
      expect(gateway.documents).toHaveLength(6);
      expect(unit.snapshot()).toMatchObject({ pending: 4 });
    }
    disk.makeRoom();
    expect(await sync.run()).toMatchObject({ kind: 'complete', sent: 0, pending: 0 });
    expect(gateway.documents).toHaveLength(6);
    await isSound(stakeDB);
  });

  it.each([
    ['that has never synchronised', false],
    ['whose weekly check is due', true],
  ])('%s sends everything too', async (_, isCheckDue) => {
    const { unit, stakeDB } = await withChild();
    const gateway = new FakeGateway();
    let now = NOW;
    const sync = openSync(unit, gateway.server, { clock: () => now });
    if (isCheckDue) await sync.run();
    now = new Date(NOW.getTime() + 8 * 24 * 60 * 60 * 1000);
    await unit.createChild(childFields({ firstName: 'Ana' }), AUTHOR, now);
    const disk = fullFromPut(0, stakeDB);
    expect(await sync.run()).toMatchObject({ fault: { code: 'storage' } });
    expect(gateway.documents).toHaveLength(3);
    disk.makeRoom();
    expect(await sync.run()).toMatchObject({ kind: 'complete', sent: 0, pending: 0 });
    expect(unit.snapshot()).toMatchObject({ sync: { arrival: 'whole' } });
    await isSound(stakeDB);
  });
});

describe('a device that is full', () => {
  it('opens a unit, shows its list and keeps nothing of the rows; with room they are kept again', async () => {
    const { device, unit, stakeDB, child } = await withChild();
    const shown = await shownBy(unit, child._id);
    const disk = fullFromPut(0, stakeDB);
    await unit.close();
    const again = await openTestUnit({ stakeDB, device });
    expect(await shownBy(again.unit, child._id)).toEqual(shown);
    const key = UNIT_DATABASE + stakeDB;
    expect(await device.store.get('projections', key)).toBeUndefined();
    disk.makeRoom();
    await again.unit.close();
    expect(await device.store.get('projections', key)).not.toBeUndefined();
    const last = await openTestUnit({ stakeDB, device });
    expect(await shownBy(last.unit, child._id)).toEqual(shown);
  });
});
