import type { Child } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import { describe, expect, it } from 'vitest';
import { carried, FakeGateway } from '../testing/fake-gateway.ts';
import { fullFromPut } from '../testing/full-disk.ts';
import { AUTHOR, NOW, openTestUnit, type TestUnit } from '../testing/open-test-unit.ts';
import { childFields, motherFields, screeningOf } from '../testing/records.ts';
import { UNIT_DATABASE } from '../unit/device/open-device.ts';
import type { CarriedDocument } from '../unit/records/carried-document.ts';
import { IndexedDbStore } from '../unit/records/indexeddb-store.ts';
import { expectSound } from '../unit/records/testing/sound.ts';
import type { UnitWithEngine } from './core/engine.ts';
import { openSync } from './sync/open-sync.ts';

// The device becomes full at the first, second, third … put of each kind of work, until the work needs
// no further put. Nothing acknowledged may be lost, and everything goes on when there is room again.

/** More puts than any of these works needs: a work that never ends would be a fault. */
const MOST_PUTS = 200;

async function isSound(stakeDB: string): Promise<void> {
  const store = new IndexedDbStore(UNIT_DATABASE + stakeDB);
  await expectSound(store);
  await store.close();
}

/** Every open version of every record, by id. */
async function contentOf(unit: UnitWithEngine): Promise<Map<string, CarriedDocument[]>> {
  const { store } = await unit.engine();
  const { changes } = await store.changesSince(0, 10_000);
  const leaves = await Promise.all(changes.map(({ id }) => store.leaves(id)));
  return new Map(changes.map(({ id }, place) => [id, leaves[place] ?? []]));
}

/** What the list of a unit shows, without ids and times, which differ from unit to unit. */
async function shownBy(unit: UnitWithEngine, childId: string): Promise<unknown> {
  const { children, mothers, pending } = unit.snapshot();
  const file = await unit.readChildFile(childId);
  return {
    children: children.map(({ firstName }) => firstName),
    mothers: mothers.map(({ firstName }) => firstName),
    pending,
    visits: file?.screenings.map(({ weight }) => weight),
    newest: file?.screenings.findIndex(({ _id }) => _id === file.child.lastScreening),
  };
}

/** Marisol with one visit, both acknowledged. */
async function withChild(): Promise<TestUnit & { child: Child; screeningId: string }> {
  const opened = await openTestUnit();
  const { unit } = opened;
  const child = await unit.createChild(childFields(), AUTHOR, NOW);
  const { _id } = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
  return { ...opened, child, screeningId: _id };
}

type WithChild = Awaited<ReturnType<typeof withChild>>;

const ACTS: [string, (opened: WithChild) => Promise<unknown>][] = [
  [
    'registering a child',
    ({ unit }) => unit.createChild(childFields({ firstName: 'Lucía' }), AUTHOR, NOW),
  ],
  [
    'saving a screening',
    async ({ unit, child }) => {
      const others = (await unit.readChildFile(child._id))?.screenings ?? [];
      const later = new Date(NOW.getTime() + 1);
      const typed = screeningOf(child, { weight: '7.4' }, others);
      return unit.saveScreening(child._id, typed, AUTHOR, later);
    },
  ],
  [
    "correcting a child's birth date",
    async ({ unit, child }) => {
      const stored = (await unit.readChildFile(child._id))?.child ?? child;
      return unit.editChild(stored, childFields({ birthDate: '2024-04-10' }), AUTHOR, NOW);
    },
  ],
  [
    'removing a screening',
    ({ unit, child, screeningId }) => unit.removeScreening(child._id, screeningId, AUTHOR, NOW),
  ],
  ['removing a child', ({ unit, child }) => unit.removeChild(child._id, AUTHOR, NOW)],
  ['saving a mother', ({ unit }) => unit.saveMother('pregnant', motherFields(), AUTHOR, NOW)],
];

describe('a device that becomes full at any put of a save', () => {
  it.each(ACTS)(
    '%s: stores all of it or nothing, says so, and succeeds when repeated',
    async (_, act) => {
      const undisturbed = await withChild();
      await act(undisturbed);
      const wanted = await shownBy(undisturbed.unit, undisturbed.child._id);
      for (let nth = 1; ; nth += 1) {
        expect(nth).toBeLessThan(MOST_PUTS);
        const opened = await withChild();
        const { unit, child, stakeDB } = opened;
        const [shown, content] = [await shownBy(unit, child._id), await contentOf(unit)];
        const disk = fullFromPut(nth, stakeDB);
        const fault = await act(opened).then(
          () => null,
          (error: unknown) => error,
        );
        const wasFull = disk.isFull();
        disk.makeRoom();
        if (!wasFull) {
          expect(nth).toBeGreaterThan(1);
          break;
        }
        if (fault !== null) {
          expect(fault).toMatchObject({ name: 'StorageError', code: 'full-disk' });
          expect(await shownBy(unit, child._id)).toEqual(shown);
          expect(await contentOf(unit)).toEqual(content);
          await act(opened);
        }
        expect(await shownBy(unit, child._id)).toEqual(wanted);
        await isSound(stakeDB);
      }
    },
  );
});

/** Children that other phones have sent to the server. */
function childrenOf(stakeDB: string, count: number): CarriedDocument[] {
  const { children } = demoRecords({ stakeDB, today: '2025-05-10', children: count });
  return children.map((child, index) =>
    carried({ ...child, device: 'another' }, index.toString(16).padStart(32, '0')),
  );
}

// Some thirty devices, each with two runs.
describe('a device that becomes full at any put of a run', { timeout: 90_000 }, () => {
  it('keeps what was acknowledged, says why the run ended, and the next run ends with everything', async () => {
    for (let nth = 1; ; nth += 1) {
      expect(nth).toBeLessThan(MOST_PUTS);
      const { unit, child, stakeDB, screeningId } = await withChild();
      const gateway = new FakeGateway();
      const documents = childrenOf(stakeDB, 40);
      gateway.put(documents);
      const sync = openSync(unit, gateway.server, { limits: { snapshotBatch: 20 } });
      const disk = fullFromPut(nth, stakeDB);
      const outcome = await sync.run();
      const wasFull = disk.isFull();
      if (wasFull && outcome.kind !== 'complete') {
        expect(outcome).toMatchObject({
          kind: 'failed',
          fault: { code: 'storage', cause: { name: 'StorageError', code: 'full-disk' } },
        });
        const file = await unit.readChildFile(child._id);
        expect(file?.screenings.map(({ _id }) => _id)).toEqual([screeningId]);
        await isSound(stakeDB);
      }
      disk.makeRoom();
      expect(await sync.run()).toMatchObject({ kind: 'complete', pending: 0 });
      const content = await contentOf(unit);
      expect([...content.values()].flat()).toHaveLength(documents.length + 2);
      expect(gateway.documents).toHaveLength(documents.length + 2);
      for (const document of gateway.documents) {
        expect(content.get(document._id)).toEqual([document]);
      }
      expect(unit.snapshot()).toMatchObject({ pending: 0, sync: { arrival: 'whole' } });
      await isSound(stakeDB);
      if (!wasFull) {
        expect(nth).toBeGreaterThan(10);
        break;
      }
    }
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

describe('a device that becomes full at any put of tidying', () => {
  it('changes no record, sends nothing again, and tidies when there is room', async () => {
    for (let nth = 1; ; nth += 1) {
      expect(nth).toBeLessThan(MOST_PUTS);
      const { unit, stakeDB } = await openTestUnit();
      const gateway = new FakeGateway();
      const sync = openSync(unit, gateway.server);
      await sync.run();
      // Received in parts that are too small for a block, so that they lie in `docs`.
      const documents = childrenOf(stakeDB, 24);
      for (const part of [documents.slice(0, 12), documents.slice(12)]) {
        gateway.put(part);
        await sync.run();
      }
      const content = await contentOf(unit);
      const disk = fullFromPut(nth, stakeDB);
      const fault = await unit.compact().then(
        () => null,
        (error: unknown) => error,
      );
      const wasFull = disk.isFull();
      if (fault !== null) expect(fault).toMatchObject({ code: 'full-disk' });
      disk.makeRoom();
      await unit.compact();
      expect(await contentOf(unit)).toEqual(content);
      await isSound(stakeDB);
      gateway.asked.length = 0;
      expect(await sync.run()).toMatchObject({ kind: 'complete', sent: 0, received: 0 });
      if (!wasFull) {
        expect(nth).toBeGreaterThan(1);
        break;
      }
    }
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
