import { expect, it } from 'vitest';
import { type SyncPhone, useSharedServer } from '../../testing/node/sync-world.ts';
import { twoUnits } from '../../testing/node/two-units.ts';

const server = useSharedServer();
const AUTHOR = { name: 'Ana Morales' };

async function removeScreening({ unit, phone }: SyncPhone, id: string): Promise<string> {
  const child = unit.snapshot().children[0]?.id ?? '';
  const file = await unit.readChildFile(child);
  const screening = file?.screenings.find(({ _id }) => _id.endsWith(id.slice(-20)))?._id ?? '';
  await unit.removeScreening(child, screening, AUTHOR, phone.now());
  return screening;
}

it('a removal that was put back in the unit where it was made is not asked about, though the child had left and returned', async () => {
  const { phones, move } = await twoUnits(server.current);
  const [ana, eva, ben, cleo] = phones;
  if (!ana || !eva || !ben || !cleo) throw new RangeError('four phones');
  const child = await ana.addChild({ firstName: 'Luz' });
  const screening = await ana.screen(child._id);
  for (const phone of [ana, eva]) await phone.complete();
  await move(eva, child._id);
  await ben.complete();
  const there = ben.unit.snapshot().children[0]?.id ?? '';

  const removed = await removeScreening(ben, screening);
  await ben.complete();
  await ben.unit.putBack(removed, AUTHOR, ben.phone.now());
  await move(ben, there);
  // Without knowing of any of this; the removal follows the child together with it.
  const file = await ana.unit.readChildFile(child._id);
  const [base] = file?.screenings ?? [];
  if (base === undefined) throw new Error('no screening');
  const fields = { referralOutcome: 'seen', referralDate: '2025-09-10' } as const;
  await ana.unit.saveReferral(base, fields, AUTHOR, ana.phone.now());
  await ana.complete();
  await move(ana, child._id);

  for (const phone of [ben, cleo, ana, ben, cleo, ana]) await phone.complete();
  for (const phone of [ben, cleo]) {
    expect(phone.unit.snapshot().sync.tasks).toEqual([]);
    expect((await phone.unit.readChildFile(there))?.screenings).toMatchObject([fields]);
  }
  await move(cleo, there);
  for (const phone of [ana, ben, cleo, ana]) {
    await phone.complete();
    expect(phone.unit.snapshot().sync.tasks).toEqual([]);
  }
  expect((await ana.unit.readChildFile(child._id))?.screenings).toMatchObject([fields]);
  for (const phone of phones) await phone.complete();
  for (const phone of phones) expect(await phone.complete()).toMatchObject({ sent: 0 });
});
