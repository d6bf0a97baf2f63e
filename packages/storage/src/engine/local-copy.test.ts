import { describe, expect, it, onTestFinished } from 'vitest';
import { removeLocalCopy } from '../index.ts';
import { openUnit } from '../open-unit.ts';
import { eventually } from '../testing/eventually.ts';
import { writeForeign } from '../testing/foreign-writes.ts';
import { secondTab } from '../testing/open-second-tab.ts';
import {
  AUTHOR,
  freshName,
  NOW,
  openTestDevice,
  openTestUnit,
  TIME_ZONE,
} from '../testing/open-test-unit.ts';
import { childFields } from '../testing/records.ts';
import type { OpenDevice } from '../unit/device/open-device.ts';
import { lockOf, type TabMessage } from '../unit/open/tabs.ts';
import type { LocalUnit } from '../unit/open/types.ts';
import { removeCopy } from './remove-local-copy.ts';

async function databasesOf(stakeDB: string): Promise<string[]> {
  const all = await indexedDB.databases();
  return all.flatMap(({ name = '' }) => (name.endsWith(stakeDB) ? [name] : []));
}

const lockNameOf = (stakeDB: string): string => lockOf(`crece_store_${stakeDB}`);
const closed = { state: 'failed', fault: { code: 'closed' } };

/** Opens the unit in a second tab. */
async function elsewhere(stakeDB: string): Promise<{ other: LocalUnit; device: OpenDevice }> {
  const tab = await secondTab();
  const device = await tab.openDevice({
    databaseName: freshName('device'),
  });
  onTestFinished(() => device.close());
  const other = await tab.openUnit(stakeDB, { device, timeZone: TIME_ZONE, clock: () => NOW });
  onTestFinished(() => other.close());
  await other.ready();
  return { other, device };
}

/** Holds the unit's lock like a tab that does not release it; the returned function releases it. */
async function holdOn(stakeDB: string, mode: LockMode = 'shared'): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await new Promise<void>((resolve) => {
    void navigator.locks.request(lockNameOf(stakeDB), { mode }, () => {
      resolve();
      return held;
    });
  });
  onTestFinished(letGo);
  return letGo;
}

/** Resolves when a tab sends this message. */
function messageOn(name: string, said: TabMessage): Promise<void> {
  const channel = new BroadcastChannel(name);
  onTestFinished(() => channel.close());
  return new Promise((resolve) => {
    channel.onmessage = ({ data }) => {
      if (data === said) resolve();
    };
  });
}

describe('removing a unit’s local copy', () => {
  it('a removal is refused when more would be lost than the person agreed to, and changes nothing', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    await unit.createChild(childFields(), AUTHOR, NOW);
    await unit.createChild(childFields({ firstName: 'Ana' }), AUTHOR, NOW);
    for (const expectedLoss of [0, 1]) {
      await expect(removeLocalCopy(stakeDB, { device, expectedLoss })).rejects.toMatchObject({
        name: 'StorageError',
        code: 'refused',
      });
    }
    await unit.createChild(childFields({ firstName: 'Zoe' }), AUTHOR, NOW);
    expect(unit.snapshot()).toMatchObject({ state: 'ready', pending: 3 });
  });

  it('removes records, kept rows and drafts of that unit, and is not reported as a loss', async () => {
    const device = await openTestDevice();
    const stakeDB = freshName('test_stake');
    const { unit } = await openTestUnit({ device, stakeDB });
    const longer = await openTestUnit({ device, stakeDB: `${stakeDB}_north` });
    await longer.unit.createChild(childFields(), AUTHOR, NOW);
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    const drafts = [
      `child:new:${stakeDB}`,
      `ana:screening:new:${child._id}`,
      `child:${child._id}:1-a`,
    ];
    const others = [`child:new:${stakeDB}_north`, `child:chld_${stakeDB}_north_1_a:1-a`, 'x'];
    for (const key of [...drafts, ...others]) await device.drafts.save(key, { firstName: 'M' });
    await expect
      .poll(() => device.store.get('values', `seen:crece_store_${stakeDB}`))
      .toBeDefined();

    await removeLocalCopy(stakeDB, { device, expectedLoss: 1 });
    expect(await databasesOf(stakeDB)).toEqual([]);
    for (const part of ['', '/first']) {
      const key = `crece_store_${stakeDB}${part}`;
      expect(await device.store.get('projections', key)).toBeUndefined();
    }
    const kept = [...(await device.drafts.list())];
    expect(kept.sort()).toEqual(others.sort());
    expect(device.unitsOpened().map((unit) => unit.stakeDB)).toEqual([`${stakeDB}_north`]);
    await eventually(() => expect(unit.snapshot()).toMatchObject(closed));
    await expect(unit.createChild(childFields(), AUTHOR, NOW)).rejects.toMatchObject({
      code: 'closed',
    });
    await unit.close();

    const again = await openTestUnit({ device, stakeDB });
    expect(again.unit.snapshot()).toMatchObject({
      state: 'ready',
      children: [],
      pending: 0,
      sync: { vanished: null },
    });
    expect(longer.unit.snapshot()).toMatchObject({ state: 'ready', pending: 1 });
  });

  it('needs no agreement when the server has everything', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    await unit.createChild(childFields(), AUTHOR, NOW);
    await (await unit.engine()).ledger.settle({ offered: 1, now: NOW });
    await removeLocalCopy(stakeDB, { device, expectedLoss: 0 });
    expect(await databasesOf(stakeDB)).toEqual([]);
  });

  it('makes other tabs close the unit', async () => {
    const { stakeDB, device } = await openTestUnit();
    const { other } = await elsewhere(stakeDB);
    await removeLocalCopy(stakeDB, { device, expectedLoss: 0 });
    await eventually(() => expect(other.snapshot()).toMatchObject(closed));
    expect(await databasesOf(stakeDB)).toEqual([]);
    await other.close();
    expect(await databasesOf(stakeDB)).toEqual([]);
  });

  it('removes rows that a tab stored when it closed the unit', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    const second = await elsewhere(stakeDB);
    await unit.createChild(childFields(), AUTHOR, NOW);
    await eventually(() => expect(second.other.snapshot().children).toHaveLength(1));
    const name = `crece_store_${stakeDB}`;
    const asked = messageOn(name, 'let-go');
    const removing = removeLocalCopy(stakeDB, { device, expectedLoss: 1 });
    await asked;
    await Promise.all([removing, unit.close(), second.other.close()]);
    for (const { store } of [device, second.device]) {
      expect(await store.get('projections', name)).toBeUndefined();
    }
    expect(await device.store.get('values', `seen:${name}`)).toBeUndefined();
    expect(await databasesOf(stakeDB)).toEqual([]);
  });
});

describe('a removal of a local copy that is given up', () => {
  /** Checks that both tabs still work: each sees what the other saves. */
  async function bothWork(unit: LocalUnit, other: LocalUnit): Promise<void> {
    for (const each of [unit, other]) {
      await eventually(() => expect(each.snapshot().children).toHaveLength(1));
    }
    await unit.createChild(childFields({ firstName: 'Ana' }), AUTHOR, NOW);
    await other.createChild(childFields({ firstName: 'Zoe' }), AUTHOR, NOW);
    for (const each of [unit, other]) {
      await eventually(() => {
        const { state, children } = each.snapshot();
        expect([state, children.length]).toEqual(['ready', 3]);
      });
    }
  }

  it('a tab that keeps the unit open leaves every tab working, and keeps what is saved meanwhile', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    const { other } = await elsewhere(stakeDB);
    const letGo = await holdOn(stakeDB);
    const asked = messageOn(`crece_store_${stakeDB}`, 'let-go');
    // Long enough for the other tabs to answer on a slow machine.
    const removing = removeCopy(stakeDB, { device, expectedLoss: 0, letGoMs: 3_000 });
    const failing = expect(removing).rejects.toMatchObject({ code: 'failed' });
    await asked;
    const saved = other.createChild(childFields(), AUTHOR, NOW);
    await failing;
    expect((await saved).firstName).toBe('Marisol');
    await bothWork(unit, other);
    // Opened now, the unit works, and it can be removed afterwards.
    const same = await openUnit(stakeDB, { device, timeZone: TIME_ZONE });
    expect(same).toBe(unit);
    await same.close();
    letGo();
    await removeLocalCopy(stakeDB, { device, expectedLoss: 3 });
    expect(await databasesOf(stakeDB)).toEqual([]);
  });

  it('a person who types at the last moment leaves every tab working', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    const { other } = await elsewhere(stakeDB);
    const letGo = await holdOn(stakeDB);
    const asked = messageOn(`crece_store_${stakeDB}`, 'let-go');
    const removing = removeLocalCopy(stakeDB, { device, expectedLoss: 0 });
    const refusing = expect(removing).rejects.toMatchObject({ code: 'refused' });
    await asked;
    await writeForeign(stakeDB, [
      { ...childFields(), _id: `chld_${stakeDB}_1746878400000_0a1b2c` },
    ]);
    letGo();
    await refusing;
    await bothWork(unit, other);
  });

  it('a closed tab that was removing leaves the other tabs working', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const { other } = await elsewhere(stakeDB);
    const died = holdOn(stakeDB, 'exclusive');
    const channel = new BroadcastChannel(`crece_store_${stakeDB}`);
    await navigator.locks.query();
    channel.postMessage('let-go');
    channel.close();
    const saved = unit.createChild(childFields(), AUTHOR, NOW);
    // Both release their locks; only then does the removing tab get its lock.
    (await died)();
    expect((await saved).firstName).toBe('Marisol');
    await bothWork(unit, other);
  });

  it('delays the opening of the unit until it has ended', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    await unit.close();
    const letGo = await holdOn(stakeDB, 'exclusive');
    let isOpen = false;
    const opening = openUnit(stakeDB, { device, timeZone: TIME_ZONE }).then((opened) => {
      isOpen = true;
      return opened;
    });
    await expect
      .poll(async () => (await navigator.locks.query()).pending?.map(({ name }) => name))
      .toContain(lockNameOf(stakeDB));
    expect(isOpen).toBe(false);
    letGo();
    const opened = await opening;
    await opened.createChild(childFields(), AUTHOR, NOW);
    await opened.close();
  });
});
