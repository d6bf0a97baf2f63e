import { expect, it } from 'vitest';
import { AUTHOR, NOW, openTestUnit } from '../../testing/open-test-unit.ts';
import { childFields } from '../../testing/records.ts';

const LATER = new Date('2025-05-11T15:00:00.000Z');
const OPENED = { day: '2025-05-10', who: 'Ana', way: 'whatsapp' } as const;
const YES = { given: true, day: '2025-05-01', who: 'Ana' } as const;

it('an opened message stays on the child when the form is saved, and is taken back', async () => {
  const { unit } = await openTestUnit();
  const child = await unit.createChild(childFields({ mayMessage: YES }), AUTHOR, NOW);
  await unit.saveMessaged(child._id, OPENED, AUTHOR, NOW);
  const row = () => unit.snapshot().children[0];
  expect(row()?.family).toEqual({ mayMessage: true, messaged: OPENED });
  // The form was opened before.
  const fields = childFields({ ward: 'Sur', mayMessage: YES, language: 'es' });
  const edited = await unit.editChild(child, fields, AUTHOR, LATER);
  expect(edited).toMatchObject({ ward: 'Sur', messaged: OPENED });
  expect(row()?.family).toEqual({ mayMessage: true, language: 'es', messaged: OPENED });
  await unit.saveMessaged(child._id, { ...OPENED, way: 'sms', day: '2025-05-11' }, AUTHOR, LATER);
  expect(row()?.family?.messaged).toMatchObject({ way: 'sms', day: '2025-05-11' });
  // Not sent: the earlier one stands again.
  await unit.saveMessaged(child._id, null, AUTHOR, LATER);
  expect((await unit.readChildFile(child._id))?.child.messaged).toEqual(OPENED);
  expect(row()?.family?.messaged).toEqual(OPENED);
  await unit.saveMessaged(child._id, null, AUTHOR, LATER);
  expect((await unit.readChildFile(child._id))?.child).not.toHaveProperty('messaged');
  expect(row()?.family).toEqual({ mayMessage: true, language: 'es' });
  // Nothing is left to take back, and nothing is written.
  const pending = (await unit.readChildFile(child._id))?.child._rev;
  await unit.saveMessaged(child._id, null, AUTHOR, LATER);
  expect((await unit.readChildFile(child._id))?.child._rev).toBe(pending);
});

it('a refusal in one of several records of a child counts, and the later message', async () => {
  const { unit } = await openTestUnit();
  const first = await unit.createChild(childFields({ mayMessage: YES }), AUTHOR, NOW);
  const second = await unit.createChild(
    childFields({ firstName: 'Marisól', mayMessage: { ...YES, given: false } }),
    AUTHOR,
    LATER,
  );
  await unit.saveMessaged(first._id, OPENED, AUTHOR, NOW);
  await unit.saveMessaged(second._id, { ...OPENED, day: '2025-05-11' }, AUTHOR, NOW);
  const ids = [first._id, second._id] as const;
  const lead = await unit.mergeChildren({ ids, fromLarger: [] }, AUTHOR, LATER);
  const [row] = unit.snapshot().children;
  expect(row?.family).toMatchObject({ mayMessage: false, messaged: { day: '2025-05-11' } });
  expect((await unit.readChildFile(lead))?.child.mayMessage).toMatchObject({ given: false });
  await unit.saveMessaged(lead, null, AUTHOR, LATER);
  expect(unit.snapshot().children[0]?.family).toEqual({ mayMessage: false, messaged: OPENED });
  await unit.saveMessaged(lead, null, AUTHOR, LATER);
  expect(unit.snapshot().children[0]?.family).toEqual({ mayMessage: false });
});

it('a child that was removed meanwhile stays removed', async () => {
  const { unit } = await openTestUnit();
  const child = await unit.createChild(childFields(), AUTHOR, NOW);
  await unit.removeChild(child._id, AUTHOR, NOW);
  await expect(unit.saveMessaged(child._id, OPENED, AUTHOR, LATER)).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(unit.snapshot().children).toEqual([]);
});
