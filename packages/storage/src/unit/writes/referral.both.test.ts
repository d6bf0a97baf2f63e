import { DEFAULT_PROGRAMME_RULES, standingOn } from '@crece/domain';
import { expect, it } from 'vitest';
import { AUTHOR, NOW, openTestUnit } from '../../testing/open-test-unit.ts';
import { childFields, screeningOf } from '../../testing/records.ts';
import type { ChildRow } from '../projection/types.ts';

const LATER = new Date('2025-05-11T15:00:00.000Z');
const SEEN = { referralOutcome: 'seen', referralDate: '2025-05-11' } as const;
const REFUSED = { referralOutcome: 'refused', referralDate: '2025-05-10' } as const;
/** The day of the screening that refers the child. */
const NOW_DAY = '2025-05-10';

/** The answers to the open sign, each with its versions. */
const answersIn = (row: ChildRow | undefined) =>
  row?.standing.openSigns.flatMap(({ answers }) => answers.map(({ versions }) => versions));

async function referred() {
  const opened = await openTestUnit();
  const { unit } = opened;
  const child = await unit.createChild(childFields(), AUTHOR, NOW);
  const base = await unit.saveScreening(child._id, screeningOf(child, { muac: '11' }), AUTHOR, NOW);
  return { ...opened, child, base };
}

it("a referral's outcome stays on its screening and in the row when the screening is edited", async () => {
  const { unit, child, base } = await referred();
  await unit.saveReferral(base, SEEN, AUTHOR, LATER);
  // The form was opened before the outcome was recorded.
  const edited = { ...screeningOf(child, { muac: '11.2' }), base };
  const saved = await unit.saveScreening(child._id, edited, AUTHOR, LATER);
  expect(saved).toMatchObject({ muac: 11.2, ...SEEN });
  const row = unit.snapshot().children[0];
  expect(row?.newest).toMatchObject({ muac: 11.2 });
  expect(answersIn(row)).toEqual([[{ outcome: 'seen', date: '2025-05-11' }]]);
});

it("a referral's outcome can be corrected and withdrawn", async () => {
  const { unit, base } = await referred();
  const first = await unit.saveReferral(base, { ...SEEN, referralNote: 'bus' }, AUTHOR, NOW);
  const second = await unit.saveReferral(first, REFUSED, AUTHOR, LATER);
  expect(second).toMatchObject(REFUSED);
  expect(second).not.toHaveProperty('referralNote');
  const none = await unit.saveReferral(second, {}, AUTHOR, LATER);
  expect(none).not.toHaveProperty('referralOutcome');
  expect(none.stamp).toMatchObject({ referralOutcome: 4 });
  const row = unit.snapshot().children[0];
  expect(row?.standing.openSigns).toMatchObject([{ sign: 'muac', since: NOW_DAY }]);
  expect(answersIn(row)).toEqual([]);
});

it("a referral's outcome does not replace one that arrived meanwhile without asking", async () => {
  const { unit, base } = await referred();
  await unit.saveReferral(base, REFUSED, { name: 'José Pérez' }, LATER);
  await expect(unit.saveReferral(base, SEEN, AUTHOR, LATER)).rejects.toMatchObject({
    code: 'changed-meanwhile',
  });
});

it('a row shows the last danger before the newest screening, also after it is read again', async () => {
  const { unit, stakeDB, child } = await referred();
  const screen = (surveyDate: string, muac: string) =>
    unit.saveScreening(child._id, screeningOf(child, { surveyDate, muac }), AUTHOR, NOW);
  await screen('2025-02-10', '11.2');
  await screen('2025-03-10', '13');
  const acute = { newest: { surveyDate: NOW_DAY }, standing: { lastAcuteOn: '2025-02-10' } };
  expect(unit.snapshot().children[0]).toMatchObject(acute);
  await unit.close();
  const again = await openTestUnit({ stakeDB });
  expect(again.unit.snapshot().children[0]).toMatchObject(acute);
});

it('a child without screenings is marked as moved away, edited, and put back', async () => {
  const { unit } = await openTestUnit();
  const child = await unit.createChild(childFields(), AUTHOR, NOW);
  const departure = () => {
    const row = unit.snapshot().children[0];
    if (row === undefined) throw new Error('no row');
    return standingOn(row, '2025-05-11', DEFAULT_PROGRAMME_RULES).departure;
  };
  const fields = { departure: 'moved-away', departureDate: '2025-05-11' } as const;
  const left = await unit.saveDeparture(child, fields, AUTHOR, NOW);
  expect(left).toMatchObject(fields);
  expect(departure()).toMatchObject({ outcome: 'moved-away', date: '2025-05-11' });
  const edited = await unit.editChild(left, childFields({ ward: 'Sur' }), AUTHOR, LATER);
  expect(edited).toMatchObject({ ...fields, ward: 'Sur' });
  await expect(
    unit.saveDeparture(child, { ...fields, departure: 'died' }, { name: 'José' }, LATER),
  ).rejects.toMatchObject({ code: 'changed-meanwhile' });
  const back = await unit.saveDeparture(edited, {}, AUTHOR, LATER);
  expect(back).not.toHaveProperty('departure');
  expect(departure()).toBeNull();
});
