import type { Screening } from '@crece/domain';
import { expect, it } from 'vitest';
import {
  aPhone,
  freshUnit,
  type SyncPhone,
  serverLeaves,
  useSharedServer,
} from '../../testing/node/sync-world.ts';
import { screeningOf } from '../../testing/records.ts';

const server = useSharedServer();
const ANA = { name: 'Ana Morales' };
const SEEN = { outcome: 'seen', day: '2025-05-12' } as const;
const ADMITTED = { outcome: 'admitted', day: '2025-05-12' } as const;

const slipsOf = ({ unit, phone }: SyncPhone) => unit.slips(ANA, phone.now());

async function screeningOn({ unit }: SyncPhone, id: string): Promise<Screening> {
  const [screening] = (await unit.readChildFile(id))?.screenings ?? [];
  if (screening === undefined) throw new Error(`no screening of ${id}`);
  return screening;
}

/** Two phones that know the same screening without a slip, and their exchange with the server. */
async function twoPhones() {
  const stakeDB = freshUnit();
  const ana = await aPhone(server.current, { stakeDB });
  const jose = await aPhone(server.current, { stakeDB });
  const [child] = await ana.addChildren(1);
  const id = child?._id ?? '';
  const file = await ana.unit.readChildFile(id);
  if (file === null) throw new Error('no child');
  await ana.unit.saveScreening(id, screeningOf(file.child, { muac: '13' }), ANA, ana.phone.now());
  const meet = async () => {
    for (const phone of [ana, jose, ana, jose]) await phone.complete();
  };
  await meet();
  const expectSame = async () => {
    for (const phone of [ana, jose]) expect(phone.unit.snapshot().sync.tasks).toEqual([]);
    expect(await ana.leaves()).toEqual(await jose.leaves());
    expect(await serverLeaves(server.current, stakeDB)).toEqual(await ana.leaves());
  };
  return { id, ana, jose, meet, expectSame };
}

it('two phones that give slips to one screening offline: both slips hold, and nobody is asked', async () => {
  const { id, ana, jose, meet, expectSame } = await twoPhones();
  const own = await (await slipsOf(ana)).giveSlip(await screeningOn(ana, id));
  const other = await (await slipsOf(jose)).giveSlip(await screeningOn(jose, id));
  expect(own.slip).not.toEqual(other.slip);
  await meet();
  const both = [...(own.slip ?? []), ...(other.slip ?? [])].sort();
  for (const phone of [ana, jose]) expect((await screeningOn(phone, id)).slip).toEqual(both);
  await expectSame();
});

it('answers taken and struck offline on two phones: each is there once, and the strike stays', async () => {
  const { id, ana, jose, meet, expectSame } = await twoPhones();
  const take = async (phone: SyncPhone, answer: typeof SEEN | typeof ADMITTED) =>
    (await slipsOf(phone)).takeClinicAnswer(await screeningOn(phone, id), answer);
  await take(ana, SEEN);
  await take(jose, SEEN);
  await take(jose, ADMITTED);
  const base = await screeningOn(ana, id);
  await (await slipsOf(ana)).strikeClinicAnswer(base, SEEN);
  await meet();
  for (const phone of [ana, jose]) {
    expect((await screeningOn(phone, id)).clinicAnswers).toEqual([
      ADMITTED,
      { ...SEEN, struck: true },
    ]);
  }
  await expectSame();
  // The same paper typed in once more does not bring it back.
  await take(jose, SEEN);
  await meet();
  expect((await screeningOn(ana, id)).clinicAnswers).toContainEqual({ ...SEEN, struck: true });
  await expectSame();
});
