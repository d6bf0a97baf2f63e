import type { Child } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import { expect } from 'vitest';
import { carried, FakeGateway } from '../../testing/fake-gateway.ts';
import { fullFromPut } from '../../testing/full-disk.ts';
import { AUTHOR, NOW, openTestUnit, type TestUnit } from '../../testing/open-test-unit.ts';
import { childFields, motherFields, screeningOf } from '../../testing/records.ts';
import { storeOfUnit } from '../../testing/test-place.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import { expectSound } from '../../unit/records/testing/sound.ts';
import type { UnitWithEngine } from '../core/engine.ts';
import { openSync } from '../sync/open-sync.ts';

// What a device does when it becomes full at the `nth` put. Nothing acknowledged may be lost, and
// everything goes on when there is room again. Each answers whether the disk became full at all.

export async function isSound(stakeDB: string): Promise<void> {
  const store = storeOfUnit(stakeDB);
  await expectSound(store);
  await store.close();
}

/** Every open version of every record, by id. */
export async function contentOf(unit: UnitWithEngine): Promise<Map<string, CarriedDocument[]>> {
  const { store } = await unit.engine();
  const { changes } = await store.changesSince(0, 10_000);
  const leaves = await Promise.all(changes.map(({ id }) => store.leaves(id)));
  return new Map(changes.map(({ id }, place) => [id, leaves[place] ?? []]));
}

/** What the list of a unit shows, without ids and times, which differ from unit to unit. */
export async function shownBy(unit: UnitWithEngine, childId: string): Promise<unknown> {
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
export async function withChild(): Promise<TestUnit & { child: Child; screeningId: string }> {
  const opened = await openTestUnit();
  const { unit } = opened;
  const child = await unit.createChild(childFields(), AUTHOR, NOW);
  const { _id } = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
  return { ...opened, child, screeningId: _id };
}

type WithChild = Awaited<ReturnType<typeof withChild>>;

type Act = (opened: WithChild) => Promise<unknown>;

export const ACTS: [string, Act][] = [
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

/** What the list shows after an act on a device with room. */
export async function shownAfter(act: Act): Promise<unknown> {
  const undisturbed = await withChild();
  await act(undisturbed);
  return shownBy(undisturbed.unit, undisturbed.child._id);
}

/** A save stores all of it or nothing, says so, and succeeds when it is repeated. */
export async function saveFullAt(nth: number, act: Act, wanted: unknown): Promise<boolean> {
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
  if (!wasFull) return false;
  if (fault !== null) {
    expect(fault).toMatchObject({ name: 'StorageError', code: 'full-disk' });
    expect(await shownBy(unit, child._id)).toEqual(shown);
    expect(await contentOf(unit)).toEqual(content);
    await act(opened);
  }
  expect(await shownBy(unit, child._id)).toEqual(wanted);
  await isSound(stakeDB);
  return true;
}

/** Children that other phones have sent to the server. */
function childrenOf(stakeDB: string, count: number): CarriedDocument[] {
  const { children } = demoRecords({ stakeDB, today: '2025-05-10', children: count });
  return children.map((child, index) =>
    carried({ ...child, device: 'another' }, index.toString(16).padStart(32, '0')),
  );
}

/** A run keeps what was acknowledged, says why it ended, and the next one ends with everything. */
export async function runFullAt(nth: number): Promise<boolean> {
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
  return wasFull;
}

/** Tidying changes no record, sends nothing again, and is done when there is room. */
export async function tidyFullAt(nth: number): Promise<boolean> {
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
  return wasFull;
}
