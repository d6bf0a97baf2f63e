import { newId } from '@crece/domain';
import { describe, expect, it, vi } from 'vitest';
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

/** The side of a task written by the named person. */
const sideOf = (task: Task, name: string): 'first' | 'second' =>
  task.first.writtenBy === name ? 'first' : 'second';

/** A child whose phone number was changed on both phones. */
async function withContest(): Promise<Awaited<ReturnType<typeof twoPhones>> & { id: string }> {
  const phones = await twoPhones();
  const { ana, jose, meet } = phones;
  const base = await ana.unit.createChild(childFields(), ANA, NOW);
  await meet();
  await ana.unit.editChild(base, childFields({ phone: '5550 1' }), ANA, LATER);
  await jose.unit.editChild(base, childFields({ phone: '5550 2' }), JOSE, LATER);
  await meet();
  return { ...phones, id: base._id };
}

describe('choose', () => {
  it('shows the same task on both phones, and ends it on both', async () => {
    const { ana, jose, meet, id } = await withContest();
    const [mine, theirs] = [await taskOn(ana, id), await taskOn(jose, id)];
    expect(mine).toMatchObject({
      kind: 'values',
      fields: ['phone'],
      title: 'Marisol Xicay',
      more: 0,
    });
    expect({ ...mine, first: mine.first.document, second: mine.second.document }).toEqual({
      ...theirs,
      first: theirs.first.document,
      second: theirs.second.document,
    });
    expect(mine[sideOf(mine, ANA.name)]).toMatchObject({
      isHere: true,
      writtenAt: LATER.toISOString(),
    });
    expect(theirs[sideOf(theirs, ANA.name)]).toMatchObject({ isHere: false });
    expect(ana.unit.snapshot().sync.tasks).toEqual([
      { id, kind: 'values', childId: id, title: 'Marisol Xicay', fields: ['phone'] },
    ]);

    await jose.unit.choose(theirs, { phone: sideOf(theirs, ANA.name) }, JOSE, CHOSEN);
    expect(jose.unit.snapshot().sync.tasks).toEqual([]);
    await meet();
    for (const phone of [ana, jose]) {
      expect(await phone.unit.readTask(id)).toBeNull();
      expect(phone.unit.snapshot().sync.tasks).toEqual([]);
      const [winner, ended] = await phone.engine.store.leaves(id);
      expect(winner).toMatchObject({
        phone: '5550 1',
        updatedBy: JOSE.name,
        updatedAt: CHOSEN.toISOString(),
        device: jose.deviceId,
        created: NOW.toISOString(),
        stamp: { phone: 3, firstName: 1 },
      });
      expect(ended).toMatchObject({ _deleted: true, why: 'merged' });
    }
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });

  it('stamps the kept value too: two people who choose differently are asked again', async () => {
    const { ana, jose, meet, id } = await withContest();
    const [mine, theirs] = [await taskOn(ana, id), await taskOn(jose, id)];
    await ana.unit.choose(mine, { phone: 'first' }, ANA, CHOSEN);
    await jose.unit.choose(theirs, { phone: 'second' }, JOSE, CHOSEN);
    await meet();
    const again = await taskOn(ana, id);
    expect(again.fields).toEqual(['phone']);
    expect(new Set([again.first.writtenBy, again.second.writtenBy])).toEqual(
      new Set([ANA.name, JOSE.name]),
    );
    await ana.unit.choose(again, { phone: 'second' }, ANA, CHOSEN);
    await meet();
    expect(await jose.unit.readTask(id)).toBeNull();
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });

  it.each(['is no more', 'stands beside one that was not shown'])(
    'throws changed-meanwhile when the chosen value %s, and writes nothing',
    async (what) => {
      const { ana, jose, id } = await withContest();
      const task = await taskOn(ana, id);
      const file = await jose.unit.readChildFile(id);
      if (file === null) throw new Error('no child');
      const { child } = file;
      // The version shown in lists is edited on the other phone; the losing version is still a
      // leaf.
      await jose.unit.editChild(child, childFields({ phone: '5550 9' }), JOSE, CHOSEN);
      await hand(jose.engine, ana.engine);
      const before = await stateOf(ana.engine);
      const [shown, other] = child.updatedBy === ANA.name ? [ANA, JOSE] : [JOSE, ANA];
      const phone = sideOf(task, what === 'is no more' ? shown.name : other.name);
      await expect(ana.unit.choose(task, { phone }, ANA, CHOSEN)).rejects.toMatchObject({
        name: 'StorageError',
        code: 'changed-meanwhile',
        fields: ['phone'],
      });
      expect(await stateOf(ana.engine)).toEqual(before);
      const again = await taskOn(ana, id);
      expect(again.fields).toEqual(['phone']);
      const values = [again.first, again.second].map(({ document }) => document['phone']);
      expect(values).toContain('5550 9');
    },
  );

  it('accepts the shown value when only other fields changed meanwhile', async () => {
    const { ana, jose, id } = await withContest();
    const task = await taskOn(ana, id);
    const chosen = task[sideOf(task, ANA.name)].document['phone'];
    const file = await jose.unit.readChildFile(id);
    if (file === null) throw new Error('no child');
    const same = childFields({ phone: String(file.child.phone), city: 'Tecpán' });
    await jose.unit.editChild(file.child, same, JOSE, CHOSEN);
    await hand(jose.engine, ana.engine);
    await ana.unit.choose(task, { phone: sideOf(task, ANA.name) }, ANA, CHOSEN);
    const [winner] = await ana.engine.store.leaves(id);
    expect(winner).toMatchObject({ phone: chosen, city: 'Tecpán' });
    expect(await ana.unit.readTask(id)).toBeNull();
  });

  it('throws for a field without a choice, and for a question that somebody else has ended', async () => {
    const { ana, jose, meet, id } = await withContest();
    const task = await taskOn(ana, id);
    await expect(ana.unit.choose(task, {}, ANA, CHOSEN)).rejects.toMatchObject({
      code: 'changed-meanwhile',
      fields: ['phone'],
    });
    await jose.unit.choose(await taskOn(jose, id), { phone: 'first' }, JOSE, CHOSEN);
    await meet();
    const late = ana.unit.choose(task, { phone: 'second' }, ANA, CHOSEN);
    await expect(late).rejects.toMatchObject({ code: 'changed-meanwhile', fields: ['phone'] });
  });

  it('loses no value when the winner changes between reading and writing', async () => {
    const { ana, id } = await withContest();
    const task = await taskOn(ana, id);
    const kept = task.second.document['phone'];
    const { writer, store } = ana.engine;
    const act = writer.act.bind(writer);
    let reads = 0;
    vi.spyOn(writer, 'act').mockImplementation((plan) =>
      act(async (isRetry) => {
        const planned = await plan(isRetry);
        reads += 1;
        // Another tab adds a city after the first plan was made.
        if (reads === 1) {
          const [winner] = await store.leaves(id);
          const { _revisions, ...body } = winner ?? { _id: id };
          await store.write([{ ...body, city: 'Tecpán', stamp: { city: 3, phone: 2 } }], 'strict');
        }
        return planned;
      }),
    );
    await ana.unit.choose(task, { phone: 'second' }, ANA, CHOSEN);
    const [winner] = await store.leaves(id);
    expect(reads).toBe(2);
    expect(winner).toMatchObject({ phone: kept, city: 'Tecpán', updatedBy: ANA.name });
    expect(await ana.unit.readTask(id)).toBeNull();
    vi.restoreAllMocks();
  });

  it('keeps a mother either pregnant or nursing, never both', async () => {
    for (const chosen of [ANA, JOSE]) {
      const { ana, jose, meet } = await twoPhones();
      const base = await ana.unit.saveMother('pregnant', motherFields(), ANA, NOW);
      await meet();
      const later = motherFields({ deliveryDate: '2025-09-01' });
      await ana.unit.saveMother('pregnant', later, ANA, LATER, base);
      const { deliveryDate: _none, ...delivered } = motherFields({ childsBirthDate: '2025-06-01' });
      await jose.unit.saveMother('nursing', delivered, JOSE, LATER, base);
      await meet();
      const task = await taskOn(ana, base._id);
      expect(task.fields).toEqual(['deliveryDate']);
      await ana.unit.choose(task, { deliveryDate: sideOf(task, chosen.name) }, ANA, CHOSEN);
      const mother = await ana.unit.readMother(base._id);
      expect([mother?.deliveryDate, mother?.childsBirthDate]).toEqual(
        chosen === ANA ? ['2025-09-01', undefined] : [undefined, '2025-06-01'],
      );
      expect(await ana.unit.readTask(base._id)).toBeNull();
    }
  });
});

describe('choose between measurements', () => {
  /** A screening whose height both have changed: Ana to 72.5 cm, José to 66 cm. */
  async function withMeasurements(): Promise<
    Awaited<ReturnType<typeof twoPhones>> & { id: string; childId: string }
  > {
    const phones = await twoPhones();
    const { ana, jose, meet } = phones;
    const child = await ana.unit.createChild(childFields(), ANA, NOW);
    const base = await ana.unit.saveScreening(child._id, screeningOf(child), ANA, NOW);
    await meet();
    const taller = { ...screeningOf(child, { height: '72.5' }), base };
    await ana.unit.saveScreening(child._id, taller, ANA, LATER);
    const heavier = screeningOf(child, { height: '66', weight: '9', muac: '13.5' });
    await jose.unit.saveScreening(child._id, { ...heavier, base }, JOSE, LATER);
    await meet();
    return { ...phones, id: base._id, childId: child._id };
  }

  it("asks only about the height, then recomputes z-scores, class and the child's copy", async () => {
    const { ana, jose, meet, id, childId } = await withMeasurements();
    const task = await taskOn(ana, id);
    expect(task).toMatchObject({
      kind: 'values',
      childId,
      title: 'Marisol Xicay',
      fields: ['height'],
    });
    await ana.unit.choose(task, { height: sideOf(task, ANA.name) }, ANA, CHOSEN);
    await meet();
    for (const { unit } of [ana, jose]) {
      const file = await unit.readChildFile(childId);
      if (file === null) throw new Error('no child');
      const expected = screeningOf(file.child, { height: '72.5', weight: '9', muac: '13.5' });
      const [screening] = file.screenings;
      // Only José changed weight and arm circumference, so his values are merged.
      expect(screening).toMatchObject({ height: 72.5, weight: 9, muac: 13.5, updatedBy: ANA.name });
      expect(screening).toMatchObject({
        zScore: expected.assessment.zScore,
        status: expected.assessment.status,
        actions: expected.assessment.actions,
      });
      expect(file.child).toMatchObject({ lastScreening: id, updatedBy: ANA.name });
      const row = unit.snapshot().children[0]?.newest;
      expect([file.child.statusColor, file.child.supType]).toEqual([
        row?.statusColor,
        row?.supType,
      ]);
    }
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });

  it("writes the screening once when only the child's copy lost a race, then updates the copy", async () => {
    const { ana, id, childId } = await withMeasurements();
    const { writer, store } = ana.engine;
    const writeChild = async (change: Record<string, string>) => {
      const [child] = await store.leaves(childId);
      const { _revisions, ...body } = child ?? { _id: childId };
      const [written] = await store.write([{ ...body, ...change }], 'strict');
      expect(written?.rev).not.toBeNull();
    };
    // Which value wins is random, and so is which copy is already right; this id is wrong for both.
    await writeChild({ lastScreening: newId('scr', 'test_stake', NOW) });
    const task = await taskOn(ana, id);
    const act = writer.act.bind(writer);
    let plans = 0;
    vi.spyOn(writer, 'act').mockImplementation((plan) =>
      act(async (isRetry) => {
        const planned = await plan(isRetry);
        plans += 1;
        if (plans === 1) await writeChild({ city: 'Tecpán' });
        return planned;
      }),
    );
    const { height } = task.second.document;
    await ana.unit.choose(task, { height: 'second' }, ANA, CHOSEN);
    expect(plans).toBe(2);
    const [winner, ended] = await store.leaves(id);
    expect(winner).toMatchObject({ height, updatedAt: CHOSEN.toISOString() });
    const generation = Number.parseInt(task.first.rev, 10);
    expect(winner?._rev.startsWith(`${generation + 1}-`)).toBe(true);
    expect(ended).toMatchObject({ why: 'merged' });
    const file = await ana.unit.readChildFile(childId);
    expect(file?.child).toMatchObject({
      city: 'Tecpán',
      lastScreening: id,
      updatedAt: CHOSEN.toISOString(),
    });
    const row = ana.unit.snapshot().children[0]?.newest;
    expect(file?.child.statusColor).toBe(row?.statusColor);
    vi.restoreAllMocks();
  });

  it('asks nothing when the corrections are compatible: both are kept on both phones', async () => {
    const { ana, jose, meet } = await twoPhones();
    const child = await ana.unit.createChild(childFields(), ANA, NOW);
    const normal = screeningOf(child, { height: '76', weight: '9.5', muac: '14' });
    const base = await ana.unit.saveScreening(child._id, normal, ANA, NOW);
    await meet();
    // Each correction alone gives other z-scores: stunted by height, wasted by weight.
    const short = screeningOf(child, { height: '70', weight: '9.5', muac: '14' });
    await ana.unit.saveScreening(child._id, { ...short, base }, ANA, LATER);
    const thin = screeningOf(child, { height: '76', weight: '7', muac: '14' });
    await jose.unit.saveScreening(child._id, { ...thin, base }, JOSE, LATER);
    await meet();
    for (const { unit } of [ana, jose]) {
      expect(unit.snapshot().sync.tasks).toEqual([]);
      expect(await unit.readTask(base._id)).toBeNull();
      const file = await unit.readChildFile(child._id);
      expect(file?.screenings).toMatchObject([{ height: 70, weight: 7 }]);
    }
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });

  /** Ana's comment overrides the age, José's does not; the named author's comment is chosen. */
  async function afterChoosing(author: typeof ANA) {
    const { ana, jose, meet } = await twoPhones();
    const child = await ana.unit.createChild(childFields(), ANA, NOW);
    const base = await ana.unit.saveScreening(child._id, screeningOf(child), ANA, NOW);
    await meet();
    const older = screeningOf(child, { comments: 'age=20', ageOverride: 20 });
    await ana.unit.saveScreening(child._id, { ...older, base }, ANA, LATER);
    const noted = screeningOf(child, { comments: 'Asleep' });
    await jose.unit.saveScreening(child._id, { ...noted, base }, JOSE, LATER);
    await meet();
    const task = await taskOn(ana, base._id);
    expect(task.fields).toEqual(['comments']);
    await ana.unit.choose(task, { comments: sideOf(task, author.name) }, ANA, CHOSEN);
    const screening = (await ana.unit.readChildFile(child._id))?.screenings[0];
    return { screening, older, noted };
  }

  it('drops an age override together with the comment that imposed it', async () => {
    const { screening, noted } = await afterChoosing(JOSE);
    expect(screening).toMatchObject({ comments: 'Asleep', ...noted.assessment });
    expect(screening).not.toHaveProperty('ageOverride');
  });

  it('keeps an age override together with the comment that imposed it', async () => {
    const { screening, older } = await afterChoosing(ANA);
    expect(screening).toMatchObject({ comments: 'age=20', ageOverride: 20, ...older.assessment });
  });

  it('keeps the chosen age, and that the other one was declined, whatever the comment says', async () => {
    const { ana, jose, meet } = await twoPhones();
    const child = await ana.unit.createChild(childFields(), ANA, NOW);
    const base = await ana.unit.saveScreening(child._id, screeningOf(child), ANA, NOW);
    await meet();
    const comments = "mother's age=20";
    const older = screeningOf(child, { comments, ageOverride: 20 });
    await ana.unit.saveScreening(child._id, { ...older, base }, ANA, LATER);
    const declined = screeningOf(child, { comments, ageOverride: false });
    await jose.unit.saveScreening(child._id, { ...declined, base }, JOSE, LATER);
    await meet();
    const task = await taskOn(ana, base._id);
    expect(task.fields).toEqual(['ageOverride']);
    await ana.unit.choose(task, { ageOverride: sideOf(task, JOSE.name) }, ANA, CHOSEN);
    await meet();
    for (const { unit } of [ana, jose]) {
      const screening = (await unit.readChildFile(child._id))?.screenings[0];
      expect(screening).toMatchObject({ comments, ageOverride: false, ...declined.assessment });
    }
  });

  it('assesses the screenings by the chosen birth date', async () => {
    const { ana, jose, meet } = await twoPhones();
    const base = await ana.unit.createChild(childFields(), ANA, NOW);
    const may = await ana.unit.saveScreening(base._id, screeningOf(base), ANA, NOW);
    const january = screeningOf(base, { surveyDate: '2025-01-10', height: '66' }, [may]);
    await ana.unit.saveScreening(base._id, january, ANA, NOW);
    await meet();
    await ana.unit.editChild(base, childFields({ birthDate: '2024-02-10' }), ANA, LATER);
    await jose.unit.editChild(base, childFields({ birthDate: '2023-12-10' }), JOSE, LATER);
    await meet();
    // Each phone assessed the screenings by another age; that alone is not a question.
    const tasks = ana.unit.snapshot().sync.tasks.map(({ id, fields }) => [id, fields]);
    expect(tasks).toEqual([[base._id, ['birthDate']]]);
    const task = await taskOn(ana, base._id);
    await ana.unit.choose(task, { birthDate: sideOf(task, JOSE.name) }, ANA, CHOSEN);
    await meet();
    for (const { unit } of [ana, jose]) {
      expect(unit.snapshot().sync.tasks).toEqual([]);
      const file = await unit.readChildFile(base._id);
      expect(file?.child.birthDate).toBe('2023-12-10');
      expect(file?.screenings.map(({ monthAge }) => monthAge)).toEqual([17, 13]);
      const expected = screeningOf({ ...base, birthDate: '2023-12-10' }, {}, file?.screenings);
      expect(file?.screenings[0]?.zScore).toEqual(expected.assessment.zScore);
    }
    expect(await stateOf(ana.engine)).toEqual(await stateOf(jose.engine));
  });
});
