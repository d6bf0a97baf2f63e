import type { Child, Screening } from '@crece/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { AUTHOR, NOW, openTestUnit } from '../../testing/open-test-unit.ts';
import { rawDocument } from '../../testing/raw-database.ts';
import { childFields, screeningOf } from '../../testing/records.ts';
import { StoredRecords } from '../records/stored-records.ts';
import type { Document } from '../records/unit-records.ts';

const LATER = new Date('2025-06-12T15:00:00.000Z');
const OTHER = { name: 'José Pérez' };

const readMany = StoredRecords.prototype.readMany;

afterEach(() => {
  StoredRecords.prototype.readMany = readMany;
});

/**
 * Makes a foreign write between the read and the write of the next act that reads the given
 * records, as a sync or another tab would.
 */
function slipIn(readsAll: readonly string[], change: (document: Document) => Document): void {
  StoredRecords.prototype.readMany = async function (ids) {
    const found = await readMany.call(this, ids);
    if (readsAll.every((id) => ids.includes(id))) {
      StoredRecords.prototype.readMany = readMany;
      const [id = ''] = readsAll;
      const stored = found.get(id);
      if (stored === undefined) throw new Error(`no ${id}`);
      await this.write([change(stored)], 'strict');
    }
    return found;
  };
}

describe('an edit of a record that changed meanwhile', () => {
  it('keeps the changes of both sides', async () => {
    const { unit } = await openTestUnit();
    const base = await unit.createChild(childFields(), AUTHOR, NOW);
    await unit.editChild(base, childFields({ phone: '5550 1', city: 'Patzicía' }), OTHER, LATER);
    const both = await unit.editChild(base, childFields({ ward: 'Sur' }), AUTHOR, LATER);
    expect(both).toMatchObject({ phone: '5550 1', city: 'Patzicía', ward: 'Sur' });
    expect(both._rev).toMatch(/^3-/);
    expect(both.stamp).toMatchObject({ phone: 2, city: 2, ward: 3, firstName: 1 });
  });

  it('throws with the field names when both changed one to different values, and writes nothing', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const base = await unit.createChild(childFields(), AUTHOR, NOW);
    await unit.editChild(base, childFields({ phone: '1', ward: 'Norte' }), OTHER, LATER);
    const mine = childFields({ phone: '2', ward: 'Norte', city: 'Tecpán' });
    await expect(unit.editChild(base, mine, AUTHOR, LATER)).rejects.toMatchObject({
      name: 'StorageError',
      code: 'changed-meanwhile',
      fields: ['phone'],
    });
    const body = await rawDocument(stakeDB, base._id);
    expect(body).toMatchObject({ phone: '1', ward: 'Norte' });
    expect(body).not.toHaveProperty('city');
  });

  it("writes the person's values after the question, and still keeps the other fields", async () => {
    const { unit } = await openTestUnit();
    const base = await unit.createChild(childFields(), AUTHOR, NOW);
    await unit.editChild(base, childFields({ phone: '1', city: 'Patzicía' }), OTHER, LATER);
    const mine = childFields({ phone: '2' });
    const kept = await unit.editChild(base, mine, AUTHOR, LATER, { overwrite: true });
    expect(kept).toMatchObject({ phone: '2', city: 'Patzicía' });
  });

  it('throws when one side removed a field that the other changed', async () => {
    const { unit } = await openTestUnit();
    const base = await unit.createChild(childFields(), AUTHOR, NOW);
    const { ward: _none, ...withoutWard } = childFields();
    await unit.editChild(base, withoutWard, OTHER, LATER);
    const edit = unit.editChild(base, childFields({ ward: 'Sur' }), AUTHOR, LATER);
    await expect(edit).rejects.toMatchObject({ code: 'changed-meanwhile', fields: ['ward'] });
  });

  it.each([true, false])(
    'stores the refusal when both answered about consent, whichever was saved first (%s)',
    async (isRefusedFirst) => {
      const { unit } = await openTestUnit();
      const base = await unit.createChild(childFields(), AUTHOR, NOW);
      const given = { given: true, day: '2025-06-01', who: 'Ana' };
      const refused = { given: false, day: '2025-06-02', who: 'Eva' };
      const [first, second] = isRefusedFirst ? [refused, given] : [given, refused];
      await unit.editChild(base, childFields({ consent: first }), OTHER, LATER);
      const both = await unit.editChild(base, childFields({ consent: second }), AUTHOR, LATER);
      expect(both.consent).toEqual(refused);
    },
  );

  it('assesses a screening again from the measurements of both sides', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    const base = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    const taller = { ...screeningOf(child, { height: '72.5' }), base };
    await unit.saveScreening(child._id, taller, OTHER, LATER);
    const heavier = { ...screeningOf(child, { weight: '9' }), base };
    const both = await unit.saveScreening(child._id, heavier, AUTHOR, LATER);
    const fresh = screeningOf(child, { height: '72.5', weight: '9' });
    expect(both).toMatchObject({ height: 72.5, weight: 9, zScore: fresh.assessment.zScore });
    expect(await rawDocument(stakeDB, both._id)).toMatchObject({
      zScore: fresh.assessment.zScore,
      status: fresh.assessment.status,
    });
  });

  it('assesses a new screening by the current child when its sex was corrected meanwhile', async () => {
    const { unit } = await openTestUnit();
    const girl = await unit.createChild(childFields(), AUTHOR, NOW);
    const typedForGirl = screeningOf(girl);
    const boy = await unit.editChild(girl, childFields({ gender: 'Boy' }), OTHER, LATER);
    const saved = await unit.saveScreening(girl._id, typedForGirl, AUTHOR, LATER);
    expect(saved.gender).toBe('Boy');
    expect(saved.zScore).toEqual(screeningOf(boy).assessment.zScore);
    expect(saved.zScore).not.toEqual(typedForGirl.assessment.zScore);
  });

  it('keeps a screening that was removed meanwhile, and asks which version to keep', async () => {
    const { unit } = await openTestUnit();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    const base = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    await unit.removeScreening(child._id, base._id, OTHER, LATER);
    const edit = { ...screeningOf(child, { height: '69' }), base };
    const saved = await unit.saveScreening(child._id, edit, AUTHOR, LATER);
    expect(saved).toMatchObject({ _id: base._id, height: 69, created: base.created });
    expect(saved._rev).toMatch(/^2-[0-9a-f]{32}$/);
    expect(unit.snapshot().sync.tasks).toMatchObject([{ id: base._id, kind: 'removed' }]);
  });
});

describe('two acts at the same time', () => {
  it('keep both screenings, and a copy computed from both', async () => {
    const { unit } = await openTestUnit();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    const [a, b] = await Promise.all([
      unit.saveScreening(child._id, screeningOf(child, { height: '68' }), AUTHOR, NOW),
      unit.saveScreening(child._id, screeningOf(child, { height: '69' }), OTHER, LATER),
    ]);
    const file = await unit.readChildFile(child._id);
    expect(file?.screenings.map(({ _id }) => _id)).toEqual([b._id, a._id]);
    expect(file?.child.lastScreening).toBe(b._id);
    expect(a.actions).toContain('RED_START');
    expect(b.actions).toContain('PRIOR_RED_CONTINUE');
  });
});

describe('a write that loses a race', () => {
  async function withScreening(): Promise<{
    unit: Awaited<ReturnType<typeof openTestUnit>>['unit'];
    stakeDB: string;
    child: Child;
    screening: Screening;
  }> {
    const { unit, stakeDB } = await openTestUnit();
    const made = await unit.createChild(childFields(), AUTHOR, NOW);
    const screening = await unit.saveScreening(made._id, screeningOf(made), AUTHOR, NOW);
    const file = await unit.readChildFile(made._id);
    if (file === null) throw new Error('not there');
    return { unit, stakeDB, child: file.child, screening };
  }

  it("on the child's copy is retried: the save succeeds and the other change is kept", async () => {
    const { unit, stakeDB, child } = await withScreening();
    slipIn([child._id], (document) => ({ ...document, phone: '5550 9' }));
    const saved = await unit.saveScreening(
      child._id,
      screeningOf(child, { height: '70' }),
      AUTHOR,
      LATER,
    );
    expect(saved._rev).toMatch(/^1-/);
    expect(await rawDocument(stakeDB, child._id)).toMatchObject({
      phone: '5550 9',
      lastScreening: saved._id,
    });
    expect((await unit.readChildFile(child._id))?.screenings).toHaveLength(2);
  });

  it('on the edited screening merges with the earlier write', async () => {
    const { unit, child, screening } = await withScreening();
    slipIn([screening._id], (document) => ({ ...document, visitedDoctor: true }));
    const edit = { ...screeningOf(child, { height: '72.5' }), base: screening };
    const saved = await unit.saveScreening(child._id, edit, AUTHOR, LATER);
    expect(saved).toMatchObject({ height: 72.5, visitedDoctor: true });
    expect(saved.zScore).toEqual(edit.assessment.zScore);
  });

  it("on a contested field throws, and leaves the child's copy equal to the stored screening", async () => {
    const { unit, stakeDB, child, screening } = await withScreening();
    slipIn([screening._id], (document) => ({ ...document, weight: 7.4 }));
    const edit = { ...screeningOf(child, { weight: '10' }), base: screening };
    const save = unit.saveScreening(child._id, edit, AUTHOR, LATER);
    await expect(save).rejects.toMatchObject({ code: 'changed-meanwhile', fields: ['weight'] });
    const body = await rawDocument(stakeDB, screening._id);
    expect(body).toMatchObject({ weight: 7.4 });
    expect(await rawDocument(stakeDB, child._id)).toMatchObject({
      bmi: 15.77,
      statusColor: child.statusColor,
      zscoreStatus: child.zscoreStatus,
    });
  });

  it('on an edited child keeps both changes; its screenings are assessed by the final birth date', async () => {
    const { unit, stakeDB, child, screening } = await withScreening();
    slipIn([child._id, screening._id], (document) => ({ ...document, phone: '5550 9' }));
    await unit.editChild(child, childFields({ birthDate: '2024-05-10' }), AUTHOR, LATER);
    expect(await rawDocument(stakeDB, child._id)).toMatchObject({
      phone: '5550 9',
      birthDate: '2024-05-10',
    });
    expect(await rawDocument(stakeDB, screening._id)).toMatchObject({ monthAge: 12 });
  });

  it('on a contested birth date throws; the screenings are assessed by the stored one', async () => {
    const { unit, stakeDB, child, screening } = await withScreening();
    slipIn([child._id, screening._id], (document) => ({ ...document, birthDate: '2024-04-10' }));
    const edit = unit.editChild(child, childFields({ birthDate: '2024-05-10' }), AUTHOR, LATER);
    await expect(edit).rejects.toMatchObject({ code: 'changed-meanwhile', fields: ['birthDate'] });
    expect(await rawDocument(stakeDB, child._id)).toMatchObject({ birthDate: '2024-04-10' });
    expect(await rawDocument(stakeDB, screening._id)).toMatchObject({ monthAge: 13 });
  });

  it('on a child being removed still removes it, with the earlier change in the body', async () => {
    const { unit, stakeDB, child, screening } = await withScreening();
    slipIn([child._id, screening._id], (document) => ({ ...document, phone: '5550 9' }));
    expect(await unit.removeChild(child._id, AUTHOR, LATER)).toEqual({ screenings: 1 });
    expect(await rawDocument(stakeDB, child._id)).toMatchObject({
      _deleted: true,
      phone: '5550 9',
      why: 'removed',
    });
    expect(await rawDocument(stakeDB, screening._id)).toMatchObject({ _deleted: true });
    expect(unit.snapshot()).toMatchObject({ children: [], orphans: [] });
  });
});
