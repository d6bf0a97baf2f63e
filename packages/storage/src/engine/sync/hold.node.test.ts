import { describe, expect, it } from 'vitest';
import { newDisk } from '../../testing/node/phone.ts';
import {
  aPhone,
  freshUnit,
  type SyncPhone,
  serverLeaves,
  useSharedServer,
} from '../../testing/node/sync-world.ts';
import { HOLD_MS } from '../../unit/known/holds.ts';

const server = useSharedServer();
const AUTHOR = { name: 'Ana Morales' };

/** A clock that a test moves on. */
function aClock() {
  const begun = Date.now();
  let passed = 0;
  return {
    now: () => new Date(begun + passed),
    pass(milliseconds: number) {
      passed += milliseconds;
    },
  };
}

/** Two phones of a unit with one child that has two visits; the first phone's clock is a test's. */
async function twoPhones() {
  const stakeDB = freshUnit();
  const clock = aClock();
  const disk = newDisk();
  const a = await aPhone(server.current, { stakeDB, disk, clock: clock.now });
  const child = await a.addChild();
  await a.screen(child._id);
  await a.screen(child._id);
  await a.complete();
  const b = await aPhone(server.current, { stakeDB });
  await b.complete();
  return { a, b, child, clock, disk, stakeDB };
}

const removeHeld = ({ unit, phone }: SyncPhone, id: string) =>
  unit.removeChild(id, AUTHOR, phone.now(), { hold: true });
const inBackground = (phone: SyncPhone) => phone.sync.run({ leaveHeld: true });

describe('a removal that may be taken back', () => {
  it('a fresh removal is left out of a push for ten seconds, it alone, and goes afterwards', async () => {
    const { a, b, child, clock, stakeDB } = await twoPhones();
    await removeHeld(a, child._id);
    const other = await a.addChild();
    expect(await inBackground(a)).toMatchObject({ kind: 'complete', sent: 1, pending: 3 });
    await b.complete();
    expect(b.names()).toHaveLength(2);
    // What was saved after the removal is known to be there.
    expect(a.unit.snapshot().children.find(({ id }) => id === other._id)?.pending).toBe(false);
    expect((await serverLeaves(server.current, stakeDB)).size).toBe(4);

    clock.pass(HOLD_MS - 1);
    expect(await inBackground(a)).toMatchObject({ sent: 0, pending: 3 });
    clock.pass(1);
    expect(await inBackground(a)).toMatchObject({ kind: 'complete', sent: 3, pending: 0 });
    await b.complete();
    expect(b.names()).toEqual(['Marisol 2']);
    expect(await b.leaves()).toEqual(await serverLeaves(server.current, stakeDB));
  });

  it('never reaches the server when it is taken back: an ordinary revision does', async () => {
    const { a, b, child, stakeDB } = await twoPhones();
    await removeHeld(a, child._id);
    await inBackground(a);
    await a.unit.putBack(child._id, AUTHOR, a.phone.now());
    // Nothing is held any more: a run by hand has nothing to wait for.
    expect(await a.complete()).toMatchObject({ sent: 3, pending: 0 });
    const leaves = (await serverLeaves(server.current, stakeDB)).get(child._id);
    expect(leaves).toHaveLength(1);
    await b.complete();
    expect(b.names()).toEqual(a.names());
    expect((await b.unit.readChildFile(child._id))?.screenings).toHaveLength(2);
    expect(b.unit.snapshot().sync.tasks).toEqual([]);
  });

  it('a run that a person starts waits for the removal, also during one that left it out', async () => {
    const { a, child, clock } = await twoPhones();
    await removeHeld(a, child._id);
    const background = inBackground(a);
    let hasEnded = false;
    const byHand = a.sync.run().finally(() => {
      hasEnded = true;
    });
    expect(await background).toMatchObject({ sent: 0, pending: 3 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(hasEnded).toBe(false);
    expect(a.sync.snapshot().phase).toBe('holding');
    clock.pass(HOLD_MS);
    expect(await byHand).toMatchObject({ kind: 'complete', sent: 3, pending: 0 });
  });

  it('a run that waits for a removal can be cancelled', async () => {
    const { a, child } = await twoPhones();
    await removeHeld(a, child._id);
    const byHand = a.sync.run();
    await new Promise((resolve) => setTimeout(resolve, 20));
    a.sync.cancel();
    expect(await byHand).toEqual({ kind: 'cancelled' });
  });

  it('other tabs leave a fresh removal out, and it goes when the tab has ended', async () => {
    const { a, child, clock, disk, stakeDB } = await twoPhones();
    await removeHeld(a, child._id);
    const tab = await aPhone(server.current, { stakeDB, disk, clock: clock.now });
    expect(await inBackground(tab)).toMatchObject({ kind: 'complete', sent: 0 });
    a.crash();
    expect(await tab.complete()).toMatchObject({ sent: 3, pending: 0 });
  });

  it('waits for nothing after the clock was set back', async () => {
    const { a, child, clock } = await twoPhones();
    await removeHeld(a, child._id);
    clock.pass(-3_600_000);
    expect(await a.complete()).toMatchObject({ sent: 3, pending: 0 });
  });
});

describe('a child that was removed and put back', () => {
  it('a child put back has the same screenings, and nothing that was removed before', async () => {
    const { a, b, child, clock } = await twoPhones();
    const gone = await a.screen(child._id);
    const before = await a.unit.readChildFile(child._id);
    await a.unit.removeScreening(child._id, gone, AUTHOR, a.phone.now());
    const kept = before?.screenings.filter(({ _id }) => _id !== gone).map(({ _id }) => _id);
    await a.complete();
    clock.pass(1_000);
    await a.removeChild(child._id);
    await a.complete();
    await a.unit.putBack(child._id, AUTHOR, a.phone.now());
    await a.complete();
    await b.complete();
    for (const { unit } of [a, b]) {
      const file = await unit.readChildFile(child._id);
      expect(file?.screenings.map(({ _id }) => _id)).toEqual(kept);
      expect(unit.snapshot()).toMatchObject({ orphans: [], sync: { tasks: [] } });
    }
  });
});

describe('an outcome that may be taken back', () => {
  const outcome = { referralOutcome: 'seen', referralDate: '2025-06-10' } as const;

  it('is left out of a push until its time is over, and reaches the server when it stands', async () => {
    const { a, b, child, clock } = await twoPhones();
    const [visit] = (await a.unit.readChildFile(child._id))?.screenings ?? [];
    if (visit === undefined) throw new Error('no visit');
    await a.unit.saveReferral(visit, outcome, AUTHOR, a.phone.now(), { hold: true });
    expect(await inBackground(a)).toMatchObject({ kind: 'complete', sent: 0 });
    clock.pass(HOLD_MS);
    await inBackground(a);
    await b.complete();
    const there = await b.unit.readChildFile(child._id);
    expect(there?.screenings.find(({ _id }) => _id === visit._id)).toMatchObject(outcome);
  });

  it('never reaches the server when it is taken back, and holds nothing up then', async () => {
    const { a, b, child } = await twoPhones();
    const [visit] = (await a.unit.readChildFile(child._id))?.screenings ?? [];
    if (visit === undefined) throw new Error('no visit');
    const said = await a.unit.saveReferral(visit, outcome, AUTHOR, a.phone.now(), { hold: true });
    await inBackground(a);
    await a.unit.saveReferral(said, {}, AUTHOR, a.phone.now());
    await a.complete();
    await b.complete();
    const there = await b.unit.readChildFile(child._id);
    expect(there?.screenings.find(({ _id }) => _id === visit._id)).not.toHaveProperty(
      'referralOutcome',
    );
    expect(a.unit.snapshot().pending).toBe(0);
  });

  it('is held for a departure too, which is said on the child', async () => {
    const { a, child, clock } = await twoPhones();
    const file = await a.unit.readChildFile(child._id);
    if (file === null) throw new Error('no child');
    const gone = { departure: 'moved-away', departureDate: '2025-06-10' } as const;
    await a.unit.saveDeparture(file.child, gone, AUTHOR, a.phone.now(), { hold: true });
    expect(await inBackground(a)).toMatchObject({ sent: 0, pending: 1 });
    clock.pass(HOLD_MS);
    expect(await inBackground(a)).toMatchObject({ pending: 0 });
  });
});
