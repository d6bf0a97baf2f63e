import type { ReferralFields, Screening } from '@crece/domain';
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
const JOSE = { name: 'José Pérez' };
/** A red arm, which refers the child. */
const RED = { muac: '11.2' };
const SEEN = { referralOutcome: 'seen', referralDate: '2025-05-11' } as const;
const REFUSED = { referralOutcome: 'refused', referralDate: '2025-05-12' } as const;
const SEEN_SAID = { outcome: 'seen', date: '2025-05-11' };
const REFUSED_SAID = { outcome: 'refused', date: '2025-05-12' };

const fileOf = async (phone: SyncPhone, id: string) => {
  const file = await phone.unit.readChildFile(id);
  if (file === null) throw new Error(`no child ${id}`);
  return file;
};

const screeningOn = async (phone: SyncPhone, id: string): Promise<Screening> => {
  const [screening] = (await fileOf(phone, id)).screenings;
  if (screening === undefined) throw new Error(`no screening of ${id}`);
  return screening;
};

/** Two phones that know the same referred child, and the exchange of both with the server. */
async function twoPhones() {
  const stakeDB = freshUnit();
  const ana = await aPhone(server.current, { stakeDB });
  const jose = await aPhone(server.current, { stakeDB });
  const [child] = await ana.addChildren(1);
  const id = child?._id ?? '';
  const { child: born } = await fileOf(ana, id);
  await ana.unit.saveScreening(id, screeningOf(born, RED), ANA, ana.phone.now());
  const meet = async () => {
    for (const phone of [ana, jose, ana, jose]) await phone.complete();
  };
  await meet();
  const record = async (phone: SyncPhone, fields: ReferralFields) =>
    phone.unit.saveReferral(
      await screeningOn(phone, id),
      fields,
      phone === ana ? ANA : JOSE,
      phone.phone.now(),
    );
  const shown = (phone: SyncPhone) => phone.unit.snapshot().children[0]?.newest;
  /** The answers to the open sign, each with its versions. */
  const answers = (phone: SyncPhone) =>
    phone.unit
      .snapshot()
      .children[0]?.standing.openSigns.flatMap((open) => open.answers.map((each) => each.versions));
  const tasks = (phone: SyncPhone) => phone.unit.snapshot().sync.tasks;
  return { stakeDB, id, ana, jose, meet, record, shown, answers, tasks };
}

it("a referral's outcome reaches the other phone, and is withdrawn there too", async () => {
  const { ana, jose, meet, record, answers } = await twoPhones();
  await record(ana, { ...SEEN, referralNote: 'with her aunt' });
  await meet();
  expect(answers(jose)).toEqual([[SEEN_SAID]]);
  await record(jose, {});
  await meet();
  for (const phone of [ana, jose]) expect(answers(phone)).toEqual([]);
});

it('an outcome and a corrected measure of the same screening, typed offline on two phones, both stay', async () => {
  const { id, ana, jose, meet, record, shown, answers, tasks } = await twoPhones();
  await record(ana, SEEN);
  const { child } = await fileOf(jose, id);
  const base = await screeningOn(jose, id);
  const edited = { ...screeningOf(child, { muac: '11.1' }), base };
  await jose.unit.saveScreening(id, edited, JOSE, jose.phone.now());
  await meet();
  for (const phone of [ana, jose]) {
    expect(tasks(phone)).toEqual([]);
    expect(shown(phone)).toMatchObject({ muac: 11.1 });
    expect(answers(phone)).toEqual([[SEEN_SAID]]);
  }
});

it('the same outcome, recorded offline on two phones, asks nothing', async () => {
  const { ana, jose, meet, record, answers, tasks } = await twoPhones();
  await record(ana, SEEN);
  await record(jose, SEEN);
  await meet();
  for (const phone of [ana, jose]) {
    expect(tasks(phone)).toEqual([]);
    expect(answers(phone)).toEqual([[SEEN_SAID]]);
  }
});

it('different outcomes, recorded offline on two phones, are one question; its answer ends it on both', async () => {
  const { stakeDB, ana, jose, meet, record, shown, answers, tasks } = await twoPhones();
  const { _id } = await record(ana, SEEN);
  await record(jose, REFUSED);
  await meet();
  // Both show the same version meanwhile, with both outcomes, of which the shorter closing counts.
  expect(shown(ana)).toEqual(shown(jose));
  expect(answers(ana)).toEqual(answers(jose));
  expect(answers(ana)).toEqual([expect.arrayContaining([SEEN_SAID, REFUSED_SAID])]);
  for (const phone of [ana, jose]) {
    expect(tasks(phone)).toMatchObject([{ id: _id, kind: 'values' }]);
    expect(tasks(phone)[0]?.fields).toEqual(['referralOutcome']);
  }

  const task = await jose.unit.readTask(_id);
  if (task === null) throw new Error('no task');
  const side = task.first.writtenBy === ANA.name ? 'first' : 'second';
  await jose.unit.choose(task, { referralOutcome: side }, JOSE, jose.phone.now());
  await meet();
  for (const phone of [ana, jose]) {
    expect(tasks(phone)).toEqual([]);
    // The day goes with the chosen outcome.
    expect(answers(phone)).toEqual([[SEEN_SAID]]);
  }
  expect(await ana.leaves()).toEqual(await jose.leaves());
  expect(await serverLeaves(server.current, stakeDB)).toEqual(await ana.leaves());
});
