import { type ChildFields, rulesText } from '@crece/domain';
import { describe, expect, it } from 'vitest';
import { AUTHOR, NOW, openTestUnit, type TestUnit } from '../../testing/open-test-unit.ts';
import { countBodies, putRawDocument, rawDocument } from '../../testing/raw-database.ts';
import { childFields, screeningOf } from '../../testing/records.ts';

const LATER = new Date('2025-06-12T15:00:00.000Z');
const OTHER = { name: 'José Pérez' };

async function withChild(): Promise<
  TestUnit & { child: Awaited<ReturnType<TestUnit['unit']['createChild']>> }
> {
  const opened = await openTestUnit();
  const child = await opened.unit.createChild({ ...childFields(), monthAge: 14 }, AUTHOR, NOW);
  return { ...opened, child };
}

/** Whether every nested object has sorted keys, apart from the store's own fields at the end. */
function isSorted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const keys = Object.keys(value).filter((key) => !key.startsWith('_'));
  const inOrder = Array.isArray(value) || keys.join() === keys.toSorted().join();
  return inOrder && Object.values(value).every(isSorted);
}

describe('createChild', () => {
  it('writes the typed data, author, time, device, rules version, and a stamp for each field', async () => {
    const { child, stakeDB, device } = await withChild();
    expect(await rawDocument(stakeDB, child._id)).toEqual({
      _rev: child._rev,
      firstName: 'Marisol',
      lastName: 'Xicay',
      gender: 'Girl',
      birthDate: '2024-03-10',
      memberStatus: 'Yes',
      ward: 'El Centro',
      monthAge: 14,
      interviewer: 'Ana Morales',
      created: '2025-05-10T15:00:00.000Z',
      updatedAt: '2025-05-10T15:00:00.000Z',
      updatedBy: 'Ana Morales',
      device: device.id,
      rules: rulesText(0),
      stamp: {
        birthDate: 1,
        firstName: 1,
        gender: 1,
        interviewer: 1,
        lastName: 1,
        memberStatus: 1,
        monthAge: 1,
        ward: 1,
      },
    });
  });

  it('makes an id of prefix, unit, milliseconds and six random characters', async () => {
    const { child, stakeDB } = await withChild();
    expect(child._id).toMatch(new RegExp(`^chld_${stakeDB}_1746889200000_[0-9a-z]{6}$`));
  });

  it('makes two records of two children registered in the same millisecond', async () => {
    const { unit } = await openTestUnit();
    const [a, b] = await Promise.all([
      unit.createChild(childFields(), AUTHOR, NOW),
      unit.createChild(childFields({ firstName: 'Lucía' }), AUTHOR, NOW),
    ]);
    expect(a._id).not.toBe(b._id);
    expect(unit.snapshot().children.map(({ firstName }) => firstName)).toEqual([
      'Lucía',
      'Marisol',
    ]);
  });

  it('refuses a record that other devices would refuse, and writes nothing', async () => {
    const { unit } = await openTestUnit();
    const refused = unit.createChild(childFields({ birthDate: '2024-02-31' }), AUTHOR, NOW);
    await expect(refused).rejects.toMatchObject({
      name: 'StorageError',
      code: 'refused',
      fields: ['birth-date-invalid'],
    });
    const odd = unit.createChild({ ...childFields(), 'a"': 1 } as ChildFields, AUTHOR, NOW);
    await expect(odd).rejects.toMatchObject({ code: 'refused', fields: ['name-characters'] });
    expect(unit.snapshot().children).toEqual([]);
  });
});

describe('editChild', () => {
  it('stamps only changed fields, with the generation that changed them, over several edits', async () => {
    const { unit, child, stakeDB } = await withChild();
    const second = await unit.editChild(
      child,
      { ...childFields(), phone: '5550 1234' },
      OTHER,
      LATER,
    );
    const { ward: _removed, ...withoutWard } = childFields();
    const third = await unit.editChild(
      second,
      { ...withoutWard, phone: '5550 1234', lastName: 'Xicay Cumes' },
      OTHER,
      LATER,
    );
    expect(third._rev).toMatch(/^3-/);
    const body = await rawDocument(stakeDB, child._id);
    expect(body?.['stamp']).toEqual({
      birthDate: 1,
      firstName: 1,
      gender: 1,
      interviewer: 1,
      lastName: 3,
      memberStatus: 1,
      monthAge: 1,
      phone: 2,
      ward: 3,
    });
    expect(body).not.toHaveProperty('ward');
    expect(body).toMatchObject({
      created: '2025-05-10T15:00:00.000Z',
      updatedAt: '2025-06-12T15:00:00.000Z',
      updatedBy: 'José Pérez',
      interviewer: 'Ana Morales',
      monthAge: 14,
    });
  });

  it('keeps unknown fields, nested ones too, and sorts all keys', async () => {
    const { unit, child, stakeDB } = await withChild();
    await putRawDocument(stakeDB, child._id, {
      zulu: 1,
      hospital: { ward: 'B', bed: 4 },
      alpha: [{ y: 1, x: 2 }],
    });
    const loaded = await unit.readChildFile(child._id);
    if (loaded === null) throw new Error('not there');
    await unit.editChild(loaded.child, childFields({ ward: 'Sur' }), AUTHOR, LATER);
    const body = await rawDocument(stakeDB, child._id);
    expect(body).toMatchObject({
      zulu: 1,
      hospital: { ward: 'B', bed: 4 },
      alpha: [{ y: 1, x: 2 }],
      ward: 'Sur',
    });
    expect(isSorted(body)).toBe(true);
    expect(JSON.stringify(body?.['hospital'])).toBe('{"bed":4,"ward":"B"}');
    expect(JSON.stringify(body?.['alpha'])).toBe('[{"x":2,"y":1}]');
  });

  it('assesses every screening again in the same transaction when the birth date changes', async () => {
    const { unit, child, stakeDB } = await withChild();
    const screening = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    const kept = await unit.saveScreening(
      child._id,
      screeningOf(child, { comments: 'age=20', ageOverride: 20, surveyDate: '2025-05-09' }, [
        screening,
      ]),
      AUTHOR,
      NOW,
    );
    const loaded = await unit.readChildFile(child._id);
    if (loaded === null) throw new Error('not there');
    await unit.editChild(loaded.child, childFields({ birthDate: '2024-05-10' }), AUTHOR, LATER);
    const body = await rawDocument(stakeDB, screening._id);
    expect(screening.zScore).toMatchObject({ ha: -2.94, wa: -2.35, wl: -1.13 });
    expect(body).toMatchObject({ monthAge: 12, updatedAt: '2025-06-12T15:00:00.000Z' });
    expect(body?.['zScore']).toMatchObject({ ha: -2.14, wa: -1.93, wl: -1.13 });
    expect(await rawDocument(stakeDB, kept._id)).toMatchObject({ monthAge: 20, ageOverride: 20 });
    expect(unit.snapshot().children[0]).toMatchObject({
      birthDate: '2024-05-10',
      newest: { monthAge: 12 },
    });
  });

  it('writes the new sex to every screening when it changes', async () => {
    const { unit, child, stakeDB } = await withChild();
    const screening = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    const loaded = await unit.readChildFile(child._id);
    if (loaded === null) throw new Error('not there');
    await unit.editChild(loaded.child, childFields({ gender: 'Boy' }), AUTHOR, LATER);
    const body = await rawDocument(stakeDB, screening._id);
    expect(body).toMatchObject({ gender: 'Boy' });
    expect(body?.['zScore']).not.toEqual(screening.zScore);
  });

  it('throws not-found for a child that is not here', async () => {
    const { unit, child } = await withChild();
    const absent = { ...child, _id: 'chld_none' };
    await expect(unit.editChild(absent, childFields(), AUTHOR, NOW)).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('saveScreening', () => {
  it('writes the screening and the copy on its child', async () => {
    const { unit, child, stakeDB, device } = await withChild();
    const saved = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    expect(await rawDocument(stakeDB, saved._id)).toMatchObject({
      owner: child._id,
      gender: 'Girl',
      height: 68.5,
      weight: 7.1,
      muac: 11.9,
      monthAge: 14,
      zScore: { ha: -2.94, wa: -2.35, wl: -1.13 },
      status: 'RED_CHILD',
      actions: ['RED_START', 'RED_ENROLL', 'RED_INCLUDE'],
      interviewer: 'Ana Morales',
      created: '2025-05-10T15:00:00.000Z',
      updatedBy: 'Ana Morales',
      device: device.id,
    });
    const copy = await rawDocument(stakeDB, child._id);
    expect(copy).toMatchObject({
      zscoreStatus: 'Acute: supplements required',
      statusColor: 'redZoneZscore',
      lastScreening: saved._id,
      supType: 'sup',
      bmi: 15.13,
      obese: false,
    });
    expect(copy?.['stamp']).toMatchObject({ firstName: 1, lastScreening: 2, supType: 2 });
  });

  it.each([
    ['8.77', 18.69, false],
    ['8.775', 18.7, false],
    ['8.78', 18.71, true],
  ])(
    'copies whether the child is obese, the line being 18.7: %s kg',
    async (weight, bmi, obese) => {
      const { unit, child, stakeDB } = await withChild();
      await unit.saveScreening(child._id, screeningOf(child, { weight }), AUTHOR, NOW);
      expect(await rawDocument(stakeDB, child._id)).toMatchObject({ bmi, obese });
    },
  );

  it('the list and the child file are updated when saving resolves', async () => {
    const { unit, child } = await withChild();
    const saved = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    expect(unit.snapshot()).toMatchObject({
      state: 'ready',
      pending: 2,
      children: [
        {
          id: child._id,
          screeningCount: 1,
          pending: true,
          newest: {
            id: saved._id,
            muac: 11.9,
            muacBand: 'yellow',
            statusColor: 'redZoneZscore',
            supType: 'sup',
            bmi: 15.13,
          },
        },
      ],
    });
    const file = await unit.readChildFile(child._id);
    expect(file?.screenings).toEqual([saved]);
    expect(file?.pendingIds).toEqual([child._id, saved._id]);
  });

  it('moves "first" to an earlier screening that is added: the other one gets its prior actions', async () => {
    const { unit, child, stakeDB } = await withChild();
    const first = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    const earlier = screeningOf(child, { surveyDate: '2025-03-10', height: '66', weight: '6.8' });
    const added = await unit.saveScreening(child._id, earlier, AUTHOR, LATER);
    expect(added.actions).toEqual(['RED_START', 'RED_ENROLL', 'RED_INCLUDE']);
    expect(await rawDocument(stakeDB, first._id)).toMatchObject({
      status: 'RED_CHILD',
      actions: ['PRIOR_RED_CONTINUE', 'PRIOR_RED_REVIEW', 'PRIOR_RED_LESSONS', 'PRIOR_RED_NEXT'],
      stamp: { actions: 2, status: 1 },
    });
    expect(await rawDocument(stakeDB, child._id)).toMatchObject({ lastScreening: first._id });
  });

  it('replaces the typed fields of an edited screening as a whole, and keeps created and interviewer', async () => {
    const { unit, child, stakeDB } = await withChild();
    const saved = await unit.saveScreening(
      child._id,
      screeningOf(child, { comments: 'tired' }),
      AUTHOR,
      NOW,
    );
    const next = screeningOf(child, { muac: '' });
    const edited = await unit.saveScreening(child._id, { ...next, base: saved }, OTHER, LATER);
    const body = await rawDocument(stakeDB, saved._id);
    expect(edited._rev).toMatch(/^2-/);
    expect(body).not.toHaveProperty('muac');
    expect(body).not.toHaveProperty('comments');
    expect(body).toMatchObject({
      created: '2025-05-10T15:00:00.000Z',
      interviewer: 'Ana Morales',
      updatedBy: 'José Pérez',
      stamp: { height: 1, muac: 2, comments: 2 },
    });
    expect(unit.snapshot().children[0]?.newest).not.toHaveProperty('muac');
  });

  it('editing an old screening does not make it the newest', async () => {
    const { unit, child } = await withChild();
    const old = await unit.saveScreening(
      child._id,
      screeningOf(child, { surveyDate: '2025-01-10', height: '66' }),
      AUTHOR,
      NOW,
    );
    const newest = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    const next = screeningOf(child, { surveyDate: '2025-01-10', height: '67' });
    await unit.saveScreening(child._id, { ...next, base: old }, AUTHOR, LATER);
    expect(unit.snapshot().children[0]?.newest?.id).toBe(newest._id);
  });

  it('keeps one body per record: older revisions are compacted', async () => {
    const { unit, child, stakeDB } = await withChild();
    let base = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    for (const height of ['69', '69.5', '70']) {
      base = await unit.saveScreening(
        child._id,
        { ...screeningOf(child, { height }), base },
        AUTHOR,
        LATER,
      );
    }
    expect(await countBodies(stakeDB)).toBe(2);
  });

  it('drops an age that is deleted from the comment, and uses one that is changed', async () => {
    const { unit, child } = await withChild();
    const first = await unit.saveScreening(
      child._id,
      screeningOf(child, { comments: 'age=20', ageOverride: 20 }),
      AUTHOR,
      NOW,
    );
    expect(first).toMatchObject({ monthAge: 20, ageOverride: 20 });
    const other = await unit.saveScreening(
      child._id,
      { ...screeningOf(child, { comments: 'age=18', ageOverride: 18 }), base: first },
      AUTHOR,
      LATER,
    );
    expect(other).toMatchObject({ monthAge: 18, ageOverride: 18 });
    const typed = screeningOf(child, { comments: 'asleep' });
    const last = await unit.saveScreening(child._id, { ...typed, base: other }, AUTHOR, LATER);
    expect(last).toMatchObject({ monthAge: 14, zScore: typed.assessment.zScore });
    expect(last).not.toHaveProperty('ageOverride');
  });
});

describe('removeChild and removeScreening', () => {
  it('remove a child with its screenings in one write; the deleted bodies keep the records', async () => {
    const { unit, child, stakeDB } = await withChild();
    const a = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    const b = await unit.saveScreening(
      child._id,
      screeningOf(child, { height: '69' }),
      AUTHOR,
      LATER,
    );
    expect(await unit.removeChild(child._id, OTHER, LATER)).toEqual({ screenings: 2 });
    expect(unit.snapshot()).toMatchObject({ children: [], orphans: [], pending: 3 });
    for (const [id, kept] of [
      [child._id, { firstName: 'Marisol', birthDate: '2024-03-10' }],
      [a._id, { height: 68.5, owner: child._id }],
      [b._id, { height: 69, owner: child._id }],
    ] as const) {
      const body = await rawDocument(stakeDB, id);
      expect(body).toMatchObject({
        ...kept,
        _deleted: true,
        why: 'removed',
        removedAt: '2025-06-12T15:00:00.000Z',
        removedBy: 'José Pérez',
      });
      expect(isSorted(body)).toBe(true);
    }
    expect(await unit.readChildFile(child._id)).toBeNull();
  });

  it('remove a screening; the next newest becomes the copy, and with none left the copy is cleared', async () => {
    const { unit, child, stakeDB } = await withChild();
    const old = await unit.saveScreening(
      child._id,
      screeningOf(child, { surveyDate: '2025-01-10', height: '66' }),
      AUTHOR,
      NOW,
    );
    const newest = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    await unit.removeScreening(child._id, newest._id, OTHER, LATER);
    expect(await rawDocument(stakeDB, newest._id)).toMatchObject({
      _deleted: true,
      why: 'removed',
      height: 68.5,
    });
    expect(await rawDocument(stakeDB, child._id)).toMatchObject({ lastScreening: old._id });
    await unit.removeScreening(child._id, old._id, OTHER, LATER);
    const copy = await rawDocument(stakeDB, child._id);
    for (const name of [
      'zscoreStatus',
      'statusColor',
      'lastScreening',
      'supType',
      'bmi',
      'obese',
    ]) {
      expect(copy).not.toHaveProperty(name);
    }
    expect(unit.snapshot().children[0]).toMatchObject({ screeningCount: 0 });
    expect(unit.snapshot().children[0]).not.toHaveProperty('newest');
  });

  it('make the second screening the first when the first is removed', async () => {
    const { unit, child, stakeDB } = await withChild();
    const first = await unit.saveScreening(
      child._id,
      screeningOf(child, { surveyDate: '2025-01-10', height: '66' }),
      AUTHOR,
      NOW,
    );
    const second = await unit.saveScreening(
      child._id,
      screeningOf(child, {}, [first]),
      AUTHOR,
      NOW,
    );
    expect(second.actions[0]).toBe('PRIOR_RED_CONTINUE');
    await unit.removeScreening(child._id, first._id, AUTHOR, LATER);
    expect(await rawDocument(stakeDB, second._id)).toMatchObject({
      actions: ['RED_START', 'RED_ENROLL', 'RED_INCLUDE'],
    });
  });

  it('throw not-found for a screening and a child that are not here', async () => {
    const { unit, child, stakeDB } = await withChild();
    const absent = `scr_${stakeDB}_1746889200000_aaaaaa`;
    await expect(unit.removeScreening(child._id, absent, AUTHOR, NOW)).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(unit.removeChild('chld_none', AUTHOR, NOW)).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
