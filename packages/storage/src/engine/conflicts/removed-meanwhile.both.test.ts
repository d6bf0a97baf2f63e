import type { Screening } from '@crece/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { NOW } from '../../testing/open-test-unit.ts';
import { childFields, motherFields, screeningOf } from '../../testing/records.ts';
import { StoredRecords } from '../../unit/records/stored-records.ts';
import type { Task } from '../../unit/tasks/types.ts';
import type { ChildFile } from '../../unit/writes/types.ts';
import { hand, merge, stateOf } from './testing/exchange.ts';
import { ANA, JOSE, type TestPhone, twoPhones } from './testing/two-phones.ts';

const LATER = new Date('2025-06-12T15:00:00.000Z');
const TYPED = new Date('2025-06-12T15:20:00.000Z');
const CHOSEN = new Date('2025-06-20T08:00:00.000Z');

/** What reached José's phone first: his save or Ana's removal. */
type First = 'save' | 'removal';

const readMany = StoredRecords.prototype.readMany;

afterEach(() => {
  StoredRecords.prototype.readMany = readMany;
});

type Phones = Awaited<ReturnType<typeof twoPhones>> & {
  id: string;
  screeningId: string;
  /** The child file with which José's form was opened. */
  file: ChildFile;
};

async function fileOn({ unit }: TestPhone, id: string): Promise<ChildFile> {
  const file = await unit.readChildFile(id);
  if (file === null) throw new Error(`no child ${id}`);
  return file;
}

/** A child with one screening on both phones; José has a form open on it. */
async function withOpenForm(): Promise<Phones> {
  const phones = await twoPhones();
  const { ana, jose, meet } = phones;
  const child = await ana.unit.createChild(childFields(), ANA, NOW);
  const screening = await ana.unit.saveScreening(child._id, screeningOf(child), ANA, NOW);
  await meet();
  const file = await fileOn(jose, child._id);
  return { ...phones, id: child._id, screeningId: screening._id, file };
}

async function pull({ ana, jose }: Phones): Promise<void> {
  await hand(ana.engine, jose.engine);
  await merge(jose.engine);
}

type Act = (phones: Phones) => Promise<unknown>;

const removeChild: Act = ({ ana, id }) => ana.unit.removeChild(id, ANA, LATER);

/** Ana removes and José saves; then both synchronise. */
async function play(first: First, save: Act, remove: Act = removeChild): Promise<Phones> {
  const phones = await withOpenForm();
  await remove(phones);
  if (first === 'removal') await pull(phones);
  await save(phones);
  if (first === 'save') await pull(phones);
  await phones.meet();
  return phones;
}

/** What a person sees of a unit, without random parts: ids, devices, revisions. */
async function seenOn(phone: TestPhone, id: string): Promise<unknown> {
  const { unit } = phone;
  const { children, orphans, sync } = unit.snapshot();
  const { child, screenings } = await fileOn(phone, id);
  const tasks = await Promise.all(sync.tasks.map(async (ref) => unit.readTask(ref.id)));
  const known = { child, screenings, orphans, tasks, names: children.map((row) => row.firstName) };
  const byChance = new Set([
    '_id',
    'id',
    'childId',
    'owner',
    'lastScreening',
    'rev',
    '_rev',
    'device',
  ]);
  const isByChance = (key: string, value: unknown): unknown =>
    byChance.has(key) ? undefined : value;
  const seen: unknown = JSON.parse(JSON.stringify(known, isByChance));
  return seen;
}

async function taskOn({ unit }: TestPhone, id: string): Promise<Task> {
  const task = await unit.readTask(id);
  if (task === null) throw new Error(`no task for ${id}`);
  return task;
}

const screeningIn = ({ screenings: [screening] }: ChildFile): Screening => {
  if (screening === undefined) throw new Error('no screening');
  return screening;
};

async function expectEqualAndSilent({ ana, jose }: Phones): Promise<void> {
  const state = await stateOf(ana.engine);
  expect(await stateOf(jose.engine)).toEqual(state);
  expect([await merge(ana.engine), await merge(jose.engine)]).toEqual([0, 0]);
  expect(await hand(ana.engine, jose.engine)).toBe(0);
  expect(await stateOf(ana.engine)).toEqual(state);
}

const newScreening: Act = ({ jose, id, file: { child, screenings } }) =>
  jose.unit.saveScreening(id, screeningOf(child, { height: '69.5' }, screenings), JOSE, TYPED);

const editedScreening: Act = ({ jose, id, file }) => {
  const base = screeningIn(file);
  const edit = { ...screeningOf(file.child, { height: '72.5' }), base };
  return jose.unit.saveScreening(id, edit, JOSE, TYPED);
};

const editedChild: Act = ({ jose, file: { child } }) =>
  jose.unit.editChild(child, childFields({ birthDate: '2024-02-10' }), JOSE, TYPED);

describe.each([
  { what: 'a new screening', save: newScreening, tasks: 1, living: [69.5], kept: [69.5, 68.5] },
  // The screening's own removal is a second question; the decision for the child answers it.
  { what: 'an edited screening', save: editedScreening, tasks: 2, living: [72.5], kept: [72.5] },
  { what: 'a child', save: editedChild, tasks: 2, living: [68.5], kept: [68.5] },
])('$what saved after its child was removed', ({ save, tasks, living, kept }) => {
  it('ends on both phones, with a question, as if it had been saved before the removal arrived', async () => {
    const [early, late] = [await play('save', save), await play('removal', save)];
    for (const who of ['ana', 'jose'] as const) {
      expect(await seenOn(late[who], late.id)).toEqual(await seenOn(early[who], early.id));
      const { children, orphans, sync } = late[who].unit.snapshot();
      expect(children.map((row) => row.id)).toEqual([late.id]);
      expect([orphans, sync.tasks.length]).toEqual([[], tasks]);
      expect(await taskOn(late[who], late.id)).toMatchObject({
        kind: 'removed',
        fields: [],
        first: { writtenBy: JOSE.name, isHere: who === 'jose' },
        second: { removed: { by: ANA.name, at: LATER.toISOString() } },
      });
      const { screenings } = await fileOn(late[who], late.id);
      expect(screenings.map(({ height }) => height)).toEqual(living);
    }
    await expectEqualAndSilent(late);
  });

  it('a removed child is kept with all screenings on every phone when a person chooses so', async () => {
    const phones = await play('removal', save);
    const { ana, jose, id } = phones;
    await ana.unit.keep(await taskOn(ana, id), {}, ANA, CHOSEN);
    await phones.meet();
    for (const phone of [ana, jose]) {
      expect(phone.unit.snapshot()).toMatchObject({ orphans: [], sync: { tasks: [] } });
      const { child, screenings } = await fileOn(phone, id);
      expect(screenings.map(({ height }) => height)).toEqual(kept);
      expect(child.lastScreening).toBe(screenings[0]?._id);
    }
    await expectEqualAndSilent(phones);
  });

  it('a confirmed removal removes the child, with what was saved, on every phone', async () => {
    const phones = await play('removal', save);
    const { ana, jose, id } = phones;
    await jose.unit.confirmRemoval(await taskOn(jose, id), JOSE, CHOSEN);
    await phones.meet();
    for (const { unit } of [ana, jose]) {
      expect(unit.snapshot()).toMatchObject({ children: [], orphans: [], sync: { tasks: [] } });
      expect(await unit.readRemoved(id)).toMatchObject({ removedBy: JOSE.name });
    }
    await expectEqualAndSilent(phones);
  });
});

describe('a form saved after its child was removed', () => {
  it('keeps class and advice as shown, computed from the screenings before the removal', async () => {
    const { jose, id } = await play('removal', newScreening);
    const { screenings } = await fileOn(jose, id);
    expect(screenings[0]?.actions).toContain('PRIOR_RED_CONTINUE');
  });

  it('uses the birth date that the child had when it was removed', async () => {
    const phones = await play('removal', newScreening, async ({ ana, id }) => {
      const { child } = await fileOn(ana, id);
      await ana.unit.editChild(child, childFields({ birthDate: '2024-02-10' }), ANA, LATER);
      await ana.unit.removeChild(id, ANA, LATER);
    });
    const { child, screenings } = await fileOn(phones.jose, phones.id);
    expect(child.birthDate).toBe('2024-02-10');
    expect(screenings[0]?.monthAge).toBe(15);
  });

  it('asks about a field that the person who removed the child had changed before', async () => {
    const phones = await withOpenForm();
    const { ana, jose, id, file } = phones;
    await ana.unit.editChild(file.child, childFields({ phone: '5550 1' }), ANA, LATER);
    await ana.unit.removeChild(id, ANA, LATER);
    await pull(phones);
    const fields = childFields({ phone: '5550 2' });
    const edit = jose.unit.editChild(file.child, fields, JOSE, TYPED);
    await expect(edit).rejects.toMatchObject({ code: 'changed-meanwhile', fields: ['phone'] });
    expect(jose.unit.snapshot().children).toEqual([]);
    await jose.unit.editChild(file.child, fields, JOSE, TYPED, { overwrite: true });
    expect((await fileOn(jose, id)).child.phone).toBe('5550 2');
  });

  it('shows the child even when its copy of the newest screening does not change', async () => {
    const phones = await play('removal', ({ jose, id, file: { child, screenings } }) => {
      const earlier = { surveyDate: '2025-04-10', height: '67' };
      return jose.unit.saveScreening(id, screeningOf(child, earlier, screenings), JOSE, TYPED);
    });
    const { ana, id, screeningId } = phones;
    expect(ana.unit.snapshot()).toMatchObject({ children: [{ id }], orphans: [] });
    // The later screening is no longer the first: its advice changed, and its removal is a
    // question.
    const { screenings } = await fileOn(ana, id);
    expect(screenings.map(({ height }) => height)).toEqual([68.5, 67]);
    expect((await taskOn(ana, screeningId)).kind).toBe('removed');
    await expectEqualAndSilent(phones);
  });

  it('counts the written records as existing only on this device', async () => {
    const phones = await withOpenForm();
    const { jose, id } = phones;
    await removeChild(phones);
    await pull(phones);
    await newScreening(phones);
    const { pendingIds, screenings } = await fileOn(jose, id);
    expect(pendingIds.toSorted()).toEqual([id, screenings[0]?._id].toSorted());
  });

  it('ends the same way when another tab of this phone removed the child', async () => {
    const phones = await withOpenForm();
    const { jose, id } = phones;
    await jose.unit.removeChild(id, JOSE, LATER);
    await newScreening(phones);
    expect(await taskOn(jose, id)).toMatchObject({ second: { isHere: true } });
    await phones.meet();
    await expectEqualAndSilent(phones);
  });

  it('ends the same way when the removal comes between reading and writing', async () => {
    const phones = await withOpenForm();
    const { jose, id } = phones;
    await removeChild(phones);
    StoredRecords.prototype.readMany = async function (ids) {
      const found = await readMany.call(this, ids);
      if (ids.includes(id)) {
        StoredRecords.prototype.readMany = readMany;
        await pull(phones);
      }
      return found;
    };
    await newScreening(phones);
    const { screenings } = await fileOn(jose, id);
    expect(screenings.map(({ height }) => height)).toEqual([69.5]);
    await phones.meet();
    expect((await taskOn(phones.ana, id)).kind).toBe('removed');
    await expectEqualAndSilent(phones);
  });

  it('throws not-found for a record that never was here or was erased', async () => {
    const phones = await withOpenForm();
    const { jose, id, file } = phones;
    const typed = screeningOf(file.child);
    const base = { ...screeningIn(file), _id: 'scr_never' };
    const [stored] = await jose.engine.store.leaves(id);
    const saves = [
      () => jose.unit.saveScreening('chld_never', typed, JOSE, TYPED),
      () => jose.unit.saveScreening(id, { ...typed, base }, JOSE, TYPED),
      () => jose.unit.editChild({ ...file.child, _id: 'chld_never' }, childFields(), JOSE, TYPED),
    ];
    for (const save of saves) await expect(save()).rejects.toMatchObject({ code: 'not-found' });
    const erasure = { _id: id, _rev: String(stored?._rev), _deleted: true, why: 'erased' };
    await jose.engine.store.write([erasure], 'strict');
    await expect(newScreening(phones)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('an edited screening that was itself removed', () => {
  const removeScreening: Act = ({ ana, id, screeningId }) =>
    ana.unit.removeScreening(id, screeningId, ANA, LATER);

  it('ends as if it had been saved before the removal arrived, and can be kept or removed', async () => {
    const early = await play('save', editedScreening, removeScreening);
    const late = await play('removal', editedScreening, removeScreening);
    const { ana, jose, id, screeningId } = late;
    for (const phone of [ana, jose]) {
      expect(phone.unit.snapshot().sync.tasks.map((task) => task.id)).toEqual([screeningId]);
      const { child, screenings } = await fileOn(phone, id);
      expect(screenings).toMatchObject([{ _id: screeningId, height: 72.5, updatedBy: JOSE.name }]);
      expect(screenings).toMatchObject([
        { zScore: (await fileOn(early.jose, early.id)).screenings[0]?.zScore },
      ]);
      expect(child.lastScreening).toBe(screeningId);
    }
    await expectEqualAndSilent(late);
    await ana.unit.keep(await taskOn(ana, screeningId), {}, ANA, CHOSEN);
    await late.meet();
    expect(jose.unit.snapshot().sync.tasks).toEqual([]);
    expect((await fileOn(jose, id)).screenings).toMatchObject([{ height: 72.5 }]);
    await early.jose.unit.confirmRemoval(await taskOn(early.jose, early.screeningId), JOSE, CHOSEN);
    await early.meet();
    expect((await fileOn(early.ana, early.id)).screenings).toEqual([]);
  });

  it('comes back with its child when the child was removed later', async () => {
    const phones = await play('removal', editedScreening, async (each) => {
      await removeScreening(each);
      await removeChild(each);
    });
    const { ana, id, screeningId } = phones;
    expect((await fileOn(ana, id)).screenings).toMatchObject([{ _id: screeningId, height: 72.5 }]);
    expect(
      ana.unit
        .snapshot()
        .sync.tasks.map((task) => task.id)
        .toSorted(),
    ).toEqual([id, screeningId].toSorted());
    await expectEqualAndSilent(phones);
  });
});

describe('readRemovedFile', () => {
  it('returns a removed child and its screenings as they were; null for any other', async () => {
    const phones = await withOpenForm();
    const { jose, id, file } = phones;
    expect(await jose.unit.readRemovedFile(id)).toBeNull();
    expect(await jose.unit.readRemovedFile('chld_never')).toBeNull();
    await removeChild(phones);
    await pull(phones);
    const { child, screenings } = (await jose.unit.readRemovedFile(id)) ?? {};
    const removed = { updatedAt: LATER.toISOString(), updatedBy: ANA.name };
    expect(child).toEqual({ ...file.child, ...removed });
    expect(screenings).toEqual([{ ...screeningIn(file), ...removed }]);
  });

  it('returns a living child with the requested screening when only the screening was removed', async () => {
    const phones = await withOpenForm();
    const { jose, id, screeningId, file } = phones;
    await jose.unit.removeScreening(id, screeningId, JOSE, LATER);
    const { screenings } = (await jose.unit.readRemovedFile(id, screeningId)) ?? {};
    expect(screenings).toMatchObject([{ _id: screeningId, _rev: screeningIn(file)._rev }]);
    expect(await jose.unit.readRemovedFile(id)).toBeNull();
  });
});

describe('a mother removed while a form of her was open', () => {
  it.each(['save', 'removal'] as const)(
    'a mother removed while her form was open is a question when the %s comes first',
    async (first) => {
      const { ana, jose, meet } = await twoPhones();
      const base = await ana.unit.saveMother('pregnant', motherFields(), ANA, NOW);
      await meet();
      const typed = motherFields({ phone: '5550 7' });
      const save = () => jose.unit.saveMother('pregnant', typed, JOSE, TYPED, base);
      await ana.unit.removeMother(base._id, ANA, LATER);
      if (first === 'save') expect(await save()).toMatchObject({ phone: '5550 7' });
      await hand(ana.engine, jose.engine);
      await merge(jose.engine);
      if (first === 'removal') {
        expect(jose.unit.snapshot().mothers).toEqual([]);
        expect(await save()).toMatchObject({ phone: '5550 7' });
      }
      await meet();
      for (const { unit } of [ana, jose]) {
        expect(unit.snapshot().sync.tasks).toMatchObject([{ id: base._id, kind: 'removed' }]);
        expect(await unit.readMother(base._id)).toMatchObject({ phone: '5550 7' });
      }
      await ana.unit.keep(await taskOn(ana, base._id), {}, ANA, CHOSEN);
      await meet();
      expect(await jose.unit.readMother(base._id)).toMatchObject({ phone: '5550 7' });
      expect(await stateOf(jose.engine)).toEqual(await stateOf(ana.engine));
      expect(jose.unit.snapshot().sync.tasks).toEqual([]);
    },
  );
});
