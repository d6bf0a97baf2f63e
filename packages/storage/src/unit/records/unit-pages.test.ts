import { aChild } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { writeForeign } from '../../testing/foreign-writes.ts';
import { AUTHOR, NOW, openTestUnit } from '../../testing/open-test-unit.ts';
import { childFields, motherFields, screeningOf } from '../../testing/records.ts';

const idsOf = (documents: readonly unknown[]): string[] =>
  documents.map((document) => String(Reflect.get(Object(document), '_id'))).sort();

describe('documentsOfUnit', () => {
  it('returns all living documents of the unit, malformed ones too, and no removed ones', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    const gone = await unit.createChild(childFields(), AUTHOR, NOW);
    const screening = await unit.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    const mother = await unit.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    await unit.removeChild(gone._id, AUTHOR, NOW);
    await writeForeign(stakeDB, [{ _id: 'chld_broken', birthDate: 'ayer' }]);
    expect(idsOf(await unit.documents())).toEqual(
      [child._id, 'chld_broken', mother._id, screening._id].sort(),
    );
  });

  it('returns each document once, even if one is written while it reads', async () => {
    const { unit } = await openTestUnit();
    const many = Array.from({ length: 700 }, (_, at) => aChild({ _id: `chld_${at}` }));
    await unit.fill(many);
    const reading = unit.documents();
    const first = await unit.readChildFile('chld_0');
    if (first === null) throw new Error('not filled');
    await unit.editChild(first.child, { ...childFields(), firstName: 'Luz' }, AUTHOR, NOW);
    expect(idsOf(await reading)).toEqual(many.map(({ _id }) => _id).sort());
    const after = await unit.documents();
    expect(after.find((one) => idsOf([one])[0] === 'chld_0')).toMatchObject({ firstName: 'Luz' });
  });
});
