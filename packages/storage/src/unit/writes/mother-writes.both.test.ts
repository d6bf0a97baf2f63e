import { describe, expect, it } from 'vitest';
import { AUTHOR, NOW, openTestUnit } from '../../testing/open-test-unit.ts';
import { rawDocument } from '../../testing/raw-database.ts';
import { motherFields } from '../../testing/records.ts';

const LATER = new Date('2025-06-12T15:00:00.000Z');
const OTHER = { name: 'José Pérez' };

describe('saveMother', () => {
  it('writes a new record with provenance and lists it', async () => {
    const { unit, stakeDB, device } = await openTestUnit();
    const mother = await unit.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    expect(mother._id).toMatch(new RegExp(`^mthr_${stakeDB}_1746889200000_[0-9a-z]{6}$`));
    expect(await rawDocument(stakeDB, mother._id)).toMatchObject({
      firstName: 'Rosa',
      deliveryDate: '2025-08-20',
      interviewer: 'Ana Morales',
      created: '2025-05-10T15:00:00.000Z',
      device: device.id,
      stamp: { deliveryDate: 1, firstName: 1, interviewer: 1, lastName: 1, memberStatus: 1 },
    });
    expect(unit.snapshot()).toMatchObject({
      pending: 1,
      mothers: [
        { id: mother._id, searchKey: 'rosa tzul', deliveryDate: '2025-08-20', pending: true },
      ],
    });
    expect(await unit.readMother(mother._id)).toEqual(mother);
  });

  it('turns a pregnant woman into a nursing mother: only one of the two dates remains', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const mother = await unit.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    const fields = motherFields({ childsBirthDate: '2025-06-10' });
    const nursing = await unit.saveMother('nursing', fields, OTHER, LATER, mother);
    expect(nursing._id).toBe(mother._id);
    const body = await rawDocument(stakeDB, mother._id);
    expect(body).not.toHaveProperty('deliveryDate');
    expect(body).toMatchObject({
      childsBirthDate: '2025-06-10',
      interviewer: 'Ana Morales',
      updatedBy: 'José Pérez',
      stamp: { childsBirthDate: 2, deliveryDate: 2, firstName: 1 },
    });
  });

  it('keeps what another person changed meanwhile, and throws where both changed the same field', async () => {
    const { unit } = await openTestUnit();
    const base = await unit.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    await unit.saveMother('pregnant', motherFields({ phone: '5550 1' }), OTHER, LATER, base);
    const both = await unit.saveMother(
      'pregnant',
      motherFields({ ward: 'Sur' }),
      AUTHOR,
      LATER,
      base,
    );
    expect(both).toMatchObject({ phone: '5550 1', ward: 'Sur' });
    const asked = unit.saveMother(
      'pregnant',
      motherFields({ phone: '5550 2' }),
      AUTHOR,
      LATER,
      base,
    );
    await expect(asked).rejects.toMatchObject({ code: 'changed-meanwhile', fields: ['phone'] });
  });
});

describe('removeMother', () => {
  it('writes a deletion whose body keeps the record', async () => {
    const { unit, stakeDB } = await openTestUnit();
    const mother = await unit.saveMother('pregnant', motherFields(), AUTHOR, NOW);
    await unit.removeMother(mother._id, OTHER, LATER);
    expect(unit.snapshot().mothers).toEqual([]);
    expect(await unit.readMother(mother._id)).toBeNull();
    expect(await rawDocument(stakeDB, mother._id)).toMatchObject({
      _deleted: true,
      firstName: 'Rosa',
      why: 'removed',
      removedAt: '2025-06-12T15:00:00.000Z',
      removedBy: 'José Pérez',
    });
    await expect(unit.removeMother(mother._id, OTHER, LATER)).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
