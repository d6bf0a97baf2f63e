import { describe, expect, it } from 'vitest';
import { writeForeign } from '../../testing/foreign-writes.ts';
import { AUTHOR, NOW, openTestDevice, openTestUnit } from '../../testing/open-test-unit.ts';
import { rawDocument } from '../../testing/raw-database.ts';
import { childFields, screeningOf } from '../../testing/records.ts';
import type { UnitSnapshot } from './types.ts';

/** The unit as a fresh device would read it: everything rebuilt from the documents. */
async function rebuilt(stakeDB: string): Promise<UnitSnapshot> {
  const device = await openTestDevice();
  const { unit } = await openTestUnit({ stakeDB, device });
  return unit.snapshot();
}

const OLD_CHILD = {
  _id: 'chld_old_1500000000000',
  firstName: ' Petrona ',
  lastName: 'Batz',
  gender: 'Girl',
  birthDate: '2024-03-10T06:00:00.000Z',
  memberStatus: '',
  monthAge: '3',
  currentBMI: '15.1',
  hospital: { bed: 4 },
};

const OLD_SCREENING = {
  _id: 'scr_old_1500000000001',
  owner: OLD_CHILD._id,
  surveyDate: '2025-05-10T18:00:00.000Z',
  height: '68.5',
  weight: '7.1',
  muac: '',
  zScore: { ha: -2.94, wa: -2.35, wh: -1.13, status: 'RED_CHILD', actions: ['RED_START'] },
};

describe('documents of older systems', () => {
  it("old documents are repaired on reading, and a screening without sex takes its child's", async () => {
    const { unit, stakeDB } = await openTestUnit();
    // The screening comes first, as replication may deliver it.
    await writeForeign(stakeDB, [OLD_SCREENING]);
    await unit.readChildFile('chld_none');
    expect(unit.snapshot()).toMatchObject({
      orphans: [],
      unreadable: [{ id: OLD_SCREENING._id }],
    });
    await writeForeign(stakeDB, [OLD_CHILD]);
    const file = await unit.readChildFile(OLD_CHILD._id);
    expect(file?.child).toMatchObject({
      firstName: 'Petrona',
      birthDate: '2024-03-10',
      memberStatus: 'Unknown',
      bmi: 15.1,
      hospital: { bed: 4 },
    });
    expect(file?.screenings).toMatchObject([
      { gender: 'Girl', surveyDate: '2025-05-10', height: 68.5, zScore: { wl: -1.13 } },
    ]);
    expect(unit.snapshot()).toMatchObject({
      unreadable: [],
      pending: 0,
      children: [{ searchKey: 'petrona batz', pending: false, newest: { id: OLD_SCREENING._id } }],
    });
    expect(await rebuilt(stakeDB)).toEqual(unit.snapshot());
  });

  it('keep unknown fields and ids when a person edits them, and become pending', async () => {
    const { unit, stakeDB } = await openTestUnit();
    await writeForeign(stakeDB, [OLD_CHILD, OLD_SCREENING]);
    const file = await unit.readChildFile(OLD_CHILD._id);
    if (file === null) throw new Error('not there');
    await unit.editChild(file.child, childFields({ firstName: 'Petrona' }), AUTHOR, NOW);
    const body = await rawDocument(stakeDB, OLD_CHILD._id);
    expect(body).toMatchObject({ hospital: { bed: 4 }, updatedBy: 'Ana Morales' });
    expect(body).not.toHaveProperty('created');
    expect(body).not.toHaveProperty('currentBMI');
    // Screenings are assessed again only if the birth date changes, which it did not.
    expect(await rawDocument(stakeDB, OLD_SCREENING._id)).not.toHaveProperty('updatedBy');
    expect(unit.snapshot()).toMatchObject({ pending: 1, children: [{ pending: true }] });
  });
});

describe('malformed documents', () => {
  const BROKEN = [
    { _id: 'chld_x_1', firstName: '', lastName: null, gender: 'Girl', birthDate: '2024-03-10' },
    { _id: 'chld_x_2', firstName: 'Ana', lastName: 'Sim', gender: 'neither', birthDate: 'soon' },
    { _id: 'scr_x_1', surveyDate: '2025-05-10', gender: 'Girl' },
    { _id: 'scr_x_2', owner: 'chld_x_9', gender: 'Girl', surveyDate: 'yesterday' },
    { _id: 'mthr_x_1', firstName: 'Rosa', lastName: 'Tzul' },
    { _id: 'chld_x_3', ...childFields(), constructor: 'Hernández & Sons' },
    { _id: 'patient_7', firstName: 'Ana' },
  ];

  it('malformed documents are listed with their reasons and do not affect other records', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    await writeForeign(stakeDB, BROKEN);
    expect(await unit.readChildFile('chld_x_1')).toBeNull();
    const { children, unreadable } = unit.snapshot();
    expect(children.map(({ id }) => id)).toEqual([child._id]);
    expect(Object.fromEntries(unreadable.map(({ id, codes }) => [id, codes]))).toEqual({
      chld_x_1: ['name-missing'],
      chld_x_2: ['gender-invalid', 'birth-date-invalid'],
      scr_x_1: ['owner-missing'],
      scr_x_2: ['survey-date-invalid'],
      mthr_x_1: ['mother-date-missing'],
      chld_x_3: ['forbidden-name'],
      patient_7: ['unknown-kind'],
    });
    const again = await rebuilt(stakeDB);
    expect(new Set(again.unreadable.map(({ id }) => id))).toEqual(
      new Set(BROKEN.map(({ _id }) => _id)),
    );
    expect(again.children).toEqual(children);
  });

  it('leave the list when they are repaired or removed', async () => {
    const { unit, stakeDB } = await openTestUnit();
    await writeForeign(stakeDB, BROKEN);
    await writeForeign(stakeDB, [
      { _id: 'chld_x_1', ...childFields() },
      { _id: 'mthr_x_1', _deleted: true },
      { _id: 'scr_x_1', _deleted: true },
      { _id: 'chld_x_2', _deleted: true },
      { _id: 'chld_x_3', _deleted: true },
      { _id: 'scr_x_2', _deleted: true },
      { _id: 'patient_7', _deleted: true },
    ]);
    await unit.readChildFile('chld_x_1');
    expect(unit.snapshot()).toMatchObject({
      unreadable: [],
      children: [{ id: 'chld_x_1', firstName: 'Marisol' }],
    });
  });

  it('malformed documents do not prevent saving another screening, and are removed with their child', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    await writeForeign(stakeDB, [
      { _id: 'scr_x_5', owner: child._id, gender: 'Girl', surveyDate: 'yesterday' },
    ]);
    const saved = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    expect(unit.snapshot()).toMatchObject({
      unreadable: [{ id: 'scr_x_5' }],
      children: [{ screeningCount: 1, newest: { id: saved._id } }],
    });
    expect(await unit.removeChild(child._id, AUTHOR, NOW)).toEqual({ screenings: 2 });
    expect(unit.snapshot()).toMatchObject({ unreadable: [], children: [], orphans: [] });
  });
});

describe('screenings without a child', () => {
  it('screenings without a child are listed, and leave the list when the child arrives', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    const saved = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    await writeForeign(stakeDB, [{ _id: child._id, _deleted: true }]);
    expect(await unit.readChildFile(child._id)).toBeNull();
    expect(unit.snapshot()).toMatchObject({
      children: [],
      orphans: [{ _id: saved._id, height: 68.5 }],
    });
    expect(await rebuilt(stakeDB)).toMatchObject({ orphans: [{ _id: saved._id }] });
    await writeForeign(stakeDB, [{ _id: child._id, ...childFields() }]);
    expect((await unit.readChildFile(child._id))?.screenings).toHaveLength(1);
    expect(unit.snapshot()).toMatchObject({ orphans: [], children: [{ screeningCount: 1 }] });
  });

  it('move to the child that they name', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const one = await unit.createChild(childFields(), AUTHOR, NOW);
    const two = await unit.createChild(childFields({ firstName: 'Lucía' }), AUTHOR, NOW);
    const saved = await unit.saveScreening(one._id, screeningOf(one), AUTHOR, NOW);
    const { _rev, ...body } = saved;
    await writeForeign(stakeDB, [{ ...body, owner: two._id }]);
    expect((await unit.readChildFile(two._id))?.screenings).toHaveLength(1);
    expect((await unit.readChildFile(one._id))?.screenings).toEqual([]);
    expect(unit.snapshot().children.map(({ screeningCount }) => screeningCount)).toEqual([1, 0]);
  });
});
