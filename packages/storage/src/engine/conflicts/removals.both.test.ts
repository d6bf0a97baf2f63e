import { describe, expect, it } from 'vitest';
import { NOW } from '../../testing/open-test-unit.ts';
import { childFields, motherFields, screeningOf } from '../../testing/records.ts';
import type { Task } from '../../unit/tasks/types.ts';
import { hand, stateOf } from './testing/exchange.ts';
import { ANA, JOSE, type TestPhone, twoPhones } from './testing/two-phones.ts';

const LATER = new Date('2025-06-12T15:00:00.000Z');
const CHOSEN = new Date('2025-06-20T08:00:00.000Z');

async function taskOn({ unit }: TestPhone, id: string): Promise<Task> {
  const task = await unit.readTask(id);
  if (task === null) throw new Error(`no task for ${id}`);
  return task;
}

type Phones = Awaited<ReturnType<typeof twoPhones>> & { id: string; screeningId: string };

/** A child with one screening, on both phones. */
async function withChild(): Promise<Phones> {
  const phones = await twoPhones();
  const { ana, meet } = phones;
  const child = await ana.unit.createChild(childFields(), ANA, NOW);
  const screening = await ana.unit.saveScreening(child._id, screeningOf(child), ANA, NOW);
  await meet();
  return { ...phones, id: child._id, screeningId: screening._id };
}

async function childOn({ unit }: TestPhone, id: string) {
  const file = await unit.readChildFile(id);
  if (file === null) throw new Error(`no child ${id}`);
  return file;
}

/** José removes the child while Ana changes its phone number. */
async function removedAndChanged(): Promise<Phones> {
  const phones = await withChild();
  const { ana, jose, meet, id } = phones;
  const { child } = await childOn(ana, id);
  await jose.unit.removeChild(id, JOSE, LATER);
  await ana.unit.editChild(child, childFields({ phone: '5550 1' }), ANA, LATER);
  await meet();
  return phones;
}

describe('a child removed on one phone and changed on the other', () => {
  it('a removed and changed child is visible on both phones, with the question and the names of both people', async () => {
    const { ana, jose, id } = await removedAndChanged();
    for (const phone of [ana, jose]) {
      expect(phone.unit.snapshot().children.map((row) => row.id)).toEqual([id]);
      expect(phone.unit.snapshot().sync.tasks).toEqual([
        { id, kind: 'removed', childId: id, title: 'Marisol Xicay', fields: [] },
      ]);
      expect(await taskOn(phone, id)).toMatchObject({
        first: { writtenBy: ANA.name, isHere: phone === ana, document: { phone: '5550 1' } },
        second: { isHere: phone === jose, removed: { by: JOSE.name, at: LATER.toISOString() } },
      });
    }
  });

  it('a removed and changed child can be kept, with the screenings that were removed with it', async () => {
    const { ana, jose, meet, id, screeningId } = await removedAndChanged();
    expect((await childOn(jose, id)).screenings).toEqual([]);
    await jose.unit.keep(await taskOn(jose, id), {}, JOSE, CHOSEN);
    expect((await childOn(jose, id)).screenings.map(({ _id }) => _id)).toEqual([screeningId]);
    await meet();
    for (const phone of [ana, jose]) {
      expect(phone.unit.snapshot().sync.tasks).toEqual([]);
      const { child, screenings } = await childOn(phone, id);
      expect(child).toMatchObject({ phone: '5550 1', updatedBy: JOSE.name });
      expect(child.lastScreening).toBe(screeningId);
      expect(screenings).toMatchObject([{ _id: screeningId, updatedBy: JOSE.name, height: 68.5 }]);
      expect(screenings[0]).not.toHaveProperty('why');
    }
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });

  it('a confirmed removal removes the child with its living screenings', async () => {
    const { ana, jose, meet, id } = await removedAndChanged();
    const { child } = await childOn(ana, id);
    const june = screeningOf(child, { surveyDate: '2025-05-09' });
    const added = await ana.unit.saveScreening(id, june, ANA, LATER);
    await ana.unit.confirmRemoval(await taskOn(ana, id), ANA, CHOSEN);
    await meet();
    for (const { unit } of [ana, jose]) {
      expect(unit.snapshot()).toMatchObject({ children: [], orphans: [], sync: { tasks: [] } });
      expect(await unit.readRemoved(id)).toMatchObject({ phone: '5550 1', removedBy: ANA.name });
      expect(await unit.readRemoved(added._id)).toMatchObject({ removedBy: ANA.name });
    }
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });

  it('asks again when one keeps it and the other confirms', async () => {
    const { ana, jose, meet, id } = await removedAndChanged();
    await ana.unit.keep(await taskOn(ana, id), {}, ANA, CHOSEN);
    await jose.unit.confirmRemoval(await taskOn(jose, id), JOSE, CHOSEN);
    await meet();
    for (const phone of [ana, jose]) {
      expect(await taskOn(phone, id)).toMatchObject({
        kind: 'removed',
        first: { writtenBy: ANA.name },
        second: { removed: { by: JOSE.name } },
      });
    }
  });

  it('a child is not removed while a later change is unseen: that is shown first', async () => {
    const { ana, jose, id } = await removedAndChanged();
    const task = await taskOn(jose, id);
    const { child } = await childOn(ana, id);
    await ana.unit.editChild(child, childFields({ phone: '5550 1', city: 'Tecpán' }), ANA, CHOSEN);
    await hand(ana.engine, jose.engine);
    const removal = jose.unit.confirmRemoval(task, JOSE, CHOSEN);
    await expect(removal).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect((await childOn(jose, id)).child.city).toBe('Tecpán');
  });

  it('asks about a field that both had changed before, and takes over what only the removed version has', async () => {
    const { ana, jose, meet, id } = await withChild();
    const { child } = await childOn(jose, id);
    const typed = childFields({ phone: '5550 2', city: 'Tecpán' });
    await jose.unit.editChild(child, typed, JOSE, LATER);
    await jose.unit.removeChild(id, JOSE, LATER);
    const mine = (await childOn(ana, id)).child;
    await ana.unit.editChild(mine, childFields({ phone: '5550 1' }), ANA, LATER);
    await meet();
    const task = await taskOn(ana, id);
    expect(task).toMatchObject({ kind: 'removed', fields: ['phone'] });
    await expect(ana.unit.keep(task, {}, ANA, CHOSEN)).rejects.toMatchObject({
      code: 'changed-meanwhile',
      fields: ['phone'],
    });
    await ana.unit.keep(task, { phone: 'second' }, ANA, CHOSEN);
    await meet();
    expect((await childOn(jose, id)).child).toMatchObject({ phone: '5550 2', city: 'Tecpán' });
    expect(await jose.unit.readTask(id)).toBeNull();
  });

  it('one choice keeps a child against several removals', async () => {
    const { ana, jose, meet, id } = await withChild();
    const third = (await twoPhones()).ana;
    await hand(ana.engine, third.engine);
    await jose.unit.removeChild(id, JOSE, LATER);
    await third.unit.removeChild(id, { name: 'Eva' }, CHOSEN);
    const { child } = await childOn(ana, id);
    await ana.unit.editChild(child, childFields({ phone: '5550 1' }), ANA, LATER);
    await hand(third.engine, ana.engine);
    await meet();
    const task = await taskOn(ana, id);
    expect(task).toMatchObject({ kind: 'removed', more: 1 });
    await ana.unit.keep(task, {}, ANA, CHOSEN);
    expect(await ana.unit.readTask(id)).toBeNull();
    expect((await childOn(ana, id)).child.phone).toBe('5550 1');
  });
});

describe('a screening removed on one phone and changed on the other', () => {
  it("a removed screening can be kept; the child's copy is updated", async () => {
    const { ana, jose, meet, id, screeningId } = await withChild();
    const { child, screenings } = await childOn(ana, id);
    const [base] = screenings;
    if (base === undefined) throw new Error('no screening');
    await jose.unit.removeScreening(id, screeningId, JOSE, LATER);
    const taller = screeningOf(child, { height: '72.5' });
    await ana.unit.saveScreening(id, { ...taller, base }, ANA, LATER);
    await meet();
    expect(await taskOn(jose, screeningId)).toMatchObject({
      kind: 'removed',
      title: 'Marisol Xicay',
      childId: id,
    });
    await jose.unit.keep(await taskOn(jose, screeningId), {}, JOSE, CHOSEN);
    await meet();
    const kept = await childOn(ana, id);
    expect(kept.screenings).toMatchObject([{ height: 72.5, ...taller.assessment }]);
    expect(kept.child.lastScreening).toBe(screeningId);
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });

  it("a confirmed removal removes the screening; the child's copy no longer has it", async () => {
    const { ana, jose, meet, id, screeningId } = await withChild();
    const { child, screenings } = await childOn(ana, id);
    const [base] = screenings;
    if (base === undefined) throw new Error('no screening');
    await jose.unit.removeScreening(id, screeningId, JOSE, LATER);
    await ana.unit.saveScreening(
      id,
      { ...screeningOf(child, { height: '72.5' }), base },
      ANA,
      LATER,
    );
    await meet();
    await ana.unit.confirmRemoval(await taskOn(ana, screeningId), ANA, CHOSEN);
    await meet();
    const file = await childOn(jose, id);
    expect(file.screenings).toEqual([]);
    expect(file.child).not.toHaveProperty('lastScreening');
    expect(jose.unit.snapshot().sync.tasks).toEqual([]);
  });
});

describe('a screening changed on one phone while its child was removed on the other', () => {
  it('a screening whose child was removed is listed without one, and goes when the removal is confirmed', async () => {
    const { ana, jose, meet, id, screeningId } = await withChild();
    const { child, screenings } = await childOn(jose, id);
    const [base] = screenings;
    if (base === undefined) throw new Error('no screening');
    const noted = screeningOf(child, { comments: 'Asleep' });
    await jose.unit.saveScreening(id, { ...noted, base }, JOSE, LATER);
    await ana.unit.removeChild(id, ANA, LATER);
    await meet();
    expect(jose.unit.snapshot().orphans).toMatchObject([{ _id: screeningId }]);
    await jose.unit.confirmRemoval(await taskOn(jose, screeningId), JOSE, CHOSEN);
    await meet();
    expect(ana.unit.snapshot()).toMatchObject({ orphans: [], sync: { tasks: [] } });
    expect(await ana.unit.readRemoved(screeningId)).toMatchObject({ comments: 'Asleep' });
  });
});

describe('putBack', () => {
  it('restores a record whose removal the server refused, and ends the refusal', async () => {
    const { ana, id } = await withChild();
    const { ledger, store } = ana.engine;
    await ana.unit.removeChild(id, ANA, LATER);
    const [removal] = await store.leaves(id);
    if (removal === undefined) throw new Error('no removal');
    const offered = await store.lastSequence();
    const refused = [{ document: removal, reason: 'removal' }];
    await ledger.settle({ offered, refused, now: LATER });
    expect(ana.unit.snapshot().sync.refused).toMatchObject([{ id, removal: true }]);
    await ana.unit.putBack(id, ANA, CHOSEN);
    expect(ana.unit.snapshot()).toMatchObject({ sync: { refused: [] }, pending: 2 });
    const [back] = await store.leaves(id);
    const { changes } = await ledger.toOffer(offered, 100);
    expect(changes.find((change) => change.id === id)?.leaves).toEqual([back?._rev]);
    expect(back?._revisions.ids[1]).toBe(removal._rev.slice(removal._rev.indexOf('-') + 1));
  });

  it('restores a child with the screenings removed with it, but not those removed before', async () => {
    const { ana, jose, meet, id, screeningId } = await withChild();
    const { child } = await childOn(ana, id);
    const other = screeningOf(child, { surveyDate: '2025-05-09', height: '68' });
    const mistake = await ana.unit.saveScreening(id, other, ANA, NOW);
    await ana.unit.removeScreening(id, mistake._id, ANA, NOW);
    await ana.unit.removeChild(id, ANA, LATER);
    expect(await ana.unit.readRemoved(id)).toMatchObject({
      firstName: 'Marisol',
      why: 'removed',
      removedBy: ANA.name,
      removedAt: LATER.toISOString(),
    });
    await meet();
    await jose.unit.putBack(id, JOSE, CHOSEN);
    await meet();
    for (const phone of [ana, jose]) {
      const file = await childOn(phone, id);
      expect(file.child).toMatchObject({ lastScreening: screeningId, updatedBy: JOSE.name });
      expect(Object.keys(file.child)).not.toContain('why');
      expect(file.screenings.map(({ _id }) => _id)).toEqual([screeningId]);
      expect(phone.unit.snapshot()).toMatchObject({ orphans: [], sync: { tasks: [] } });
      expect(await phone.unit.readRemoved(id)).toBeNull();
    }
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });

  it('restores the child of a screening that another device added', async () => {
    const { ana, jose, meet, id, screeningId } = await withChild();
    const { child } = await childOn(ana, id);
    const january = screeningOf(child, { surveyDate: '2025-01-10', height: '66' });
    const first = await ana.unit.saveScreening(id, january, ANA, NOW);
    await meet();
    // The screening is neither first nor newest, so no other record changed, not even the child's
    // copy.
    const { screenings } = await childOn(jose, id);
    const march = screeningOf(child, { surveyDate: '2025-03-10', height: '67' }, screenings);
    const added = await jose.unit.saveScreening(id, march, JOSE, LATER);
    await ana.unit.removeChild(id, ANA, LATER);
    await meet();
    for (const { unit } of [ana, jose]) {
      const { children, orphans, sync } = unit.snapshot();
      expect([children, orphans.map(({ _id }) => _id), sync.tasks]).toEqual([[], [added._id], []]);
    }
    await ana.unit.putBack(id, ANA, CHOSEN);
    await meet();
    const file = await childOn(jose, id);
    const ids = file.screenings.map(({ _id }) => _id);
    expect(ids).toEqual([screeningId, added._id, first._id]);
    expect(file.child.lastScreening).toBe(screeningId);
    expect(jose.unit.snapshot().orphans).toEqual([]);
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });

  it('answers the open question about a screening that was removed with the child and changed elsewhere', async () => {
    const { ana, jose, meet, id, screeningId } = await withChild();
    const { child, screenings } = await childOn(jose, id);
    const [base] = screenings;
    if (base === undefined) throw new Error('no screening');
    const noted = screeningOf(child, { comments: 'Asleep' });
    await jose.unit.saveScreening(id, { ...noted, base }, JOSE, LATER);
    await ana.unit.removeChild(id, ANA, LATER);
    await meet();
    // The child's copy did not change; the child is removed, so the screening is a task for a
    // person.
    expect(ana.unit.snapshot()).toMatchObject({
      children: [],
      orphans: [{ _id: screeningId }],
      sync: { tasks: [{ id: screeningId, kind: 'removed' }] },
    });
    await ana.unit.putBack(id, ANA, CHOSEN);
    await meet();
    expect((await childOn(jose, id)).screenings).toMatchObject([{ comments: 'Asleep' }]);
    expect(jose.unit.snapshot()).toMatchObject({ orphans: [], sync: { tasks: [] } });
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });

  it('ends every other removal, so that the person is not asked whether to keep the record', async () => {
    const { ana, jose, meet, id } = await withChild();
    await ana.unit.removeChild(id, ANA, LATER);
    await jose.unit.removeChild(id, JOSE, CHOSEN);
    await meet();
    await ana.unit.putBack(id, ANA, CHOSEN);
    await meet();
    expect(jose.unit.snapshot()).toMatchObject({ children: [{ id }], sync: { tasks: [] } });
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });

  it('leaves a removal with other values open, so that they can be chosen', async () => {
    const { ana, jose, meet, id } = await withChild();
    for (const [phone, author, number] of [
      [ana, ANA, '5550 1'],
      [jose, JOSE, '5550 2'],
    ] as const) {
      const { child } = await childOn(phone, id);
      await phone.unit.editChild(child, childFields({ phone: number }), author, LATER);
      await phone.unit.removeChild(id, author, LATER);
    }
    await meet();
    await ana.unit.putBack(id, ANA, CHOSEN);
    expect(await taskOn(ana, id)).toMatchObject({ kind: 'removed', fields: ['phone'] });
  });

  it("restores a screening and a mother, and updates the child's copy", async () => {
    const { ana, id, screeningId } = await withChild();
    await ana.unit.removeScreening(id, screeningId, ANA, LATER);
    expect((await childOn(ana, id)).child).not.toHaveProperty('lastScreening');
    await ana.unit.putBack(screeningId, ANA, CHOSEN);
    const file = await childOn(ana, id);
    expect(file.screenings).toMatchObject([{ _id: screeningId, status: 'RED_CHILD' }]);
    expect(file.child).toMatchObject({ lastScreening: screeningId, statusColor: 'redZoneZscore' });

    const mother = await ana.unit.saveMother('pregnant', motherFields(), ANA, NOW);
    await ana.unit.removeMother(mother._id, ANA, LATER);
    await ana.unit.putBack(mother._id, ANA, CHOSEN);
    expect(await ana.unit.readMother(mother._id)).toMatchObject({ firstName: 'Rosa' });
  });

  it('throws not-found for an erased or unknown record, and leaves a living one alone', async () => {
    const { ana, id } = await withChild();
    const { store } = ana.engine;
    const [stored] = await store.leaves(id);
    await ana.unit.putBack(id, ANA, CHOSEN);
    expect((await store.leaves(id))[0]?._rev).toBe(stored?._rev);
    const erasure = { _id: id, _rev: String(stored?._rev), _deleted: true, why: 'erased' };
    await store.write([erasure], 'strict');
    expect(await ana.unit.readRemoved(id)).toBeNull();
    for (const gone of [id, 'chld_never']) {
      const back = ana.unit.putBack(gone, ANA, CHOSEN);
      await expect(back).rejects.toMatchObject({ name: 'StorageError', code: 'not-found' });
    }
  });
});
