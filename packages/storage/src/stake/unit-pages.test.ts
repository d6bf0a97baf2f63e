import { aChild } from '@crece/domain/testing';
import { describe, expect, it } from 'vitest';
import { writeForeign } from '../testing/foreign-writes.ts';
import { AUTHOR, NOW, openTestStake } from '../testing/open-test-stake.ts';
import { childFields, motherFields, screeningOf } from '../testing/records.ts';

const idsOf = (documents: readonly unknown[]): string[] =>
  documents.map((document) => String(Reflect.get(Object(document), '_id'))).sort();

describe('documents', () => {
  it('are all living ones of the unit, unreadable ones too, and none that was removed', async () => {
    const { stake, stakeDb } = await openTestStake();
    const child = await stake.createChild(childFields(), AUTHOR, NOW);
    const gone = await stake.createChild(childFields(), AUTHOR, NOW);
    const screening = await stake.saveScreening(child._id, screeningOf(child), AUTHOR, NOW);
    const mother = await stake.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    await stake.removeChild(gone._id, AUTHOR, NOW);
    await writeForeign(stakeDb, [{ _id: 'chld_broken', birthDate: 'ayer' }]);
    expect(idsOf(await stake.documents())).toEqual(
      [child._id, 'chld_broken', mother._id, screening._id].sort(),
    );
  });

  it('come once each, also where one is written while they are read', async () => {
    const { stake } = await openTestStake();
    const many = Array.from({ length: 700 }, (_, at) => aChild({ _id: `chld_${at}` }));
    await stake.fill(many);
    const reading = stake.documents();
    const first = await stake.readChildFile('chld_0');
    if (first === null) throw new Error('not filled');
    await stake.editChild(first.child, { ...childFields(), firstName: 'Luz' }, AUTHOR, NOW);
    expect(idsOf(await reading)).toEqual(many.map(({ _id }) => _id).sort());
    const after = await stake.documents();
    expect(after.find((one) => idsOf([one])[0] === 'chld_0')).toMatchObject({ firstName: 'Luz' });
  });
});
