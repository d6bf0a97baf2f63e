import { CLINIC_ANSWERS_MAX, isSlip, type Screening } from '@crece/domain';
import { expect, it } from 'vitest';
import { AUTHOR, NOW, openTestUnit } from '../../testing/open-test-unit.ts';
import { childFields, screeningOf } from '../../testing/records.ts';

const LATER = new Date('2025-05-14T15:00:00.000Z');
const SEEN = { outcome: 'seen', day: '2025-05-12' } as const;
const DIED = { outcome: 'died', day: '2025-05-13' } as const;

/** A child without a refer sign, whose screening has no slip: as records of an older build. */
async function screened() {
  const opened = await openTestUnit();
  const { unit } = opened;
  const child = await unit.createChild(childFields(), AUTHOR, NOW);
  const base = await unit.saveScreening(child._id, screeningOf(child, { muac: '13' }), AUTHOR, NOW);
  const stored = async (): Promise<Screening> => {
    const [screening] = (await unit.readChildFile(child._id))?.screenings ?? [];
    if (screening === undefined) throw new Error('no screening');
    return screening;
  };
  return { ...opened, slips: await unit.slips(AUTHOR, LATER), child, base, stored };
}

it('a screening without a slip is given one, once', async () => {
  const { slips, base, stored } = await screened();
  expect(base).not.toHaveProperty('slip');
  const given = await slips.giveSlip(base);
  expect(given.slip?.every(isSlip)).toBe(true);
  expect(given.slip).toHaveLength(1);
  // The page was drawn before the first slip was written.
  const again = await slips.giveSlip(base);
  expect(again.slip).toEqual(given.slip);
  expect(again._rev).toBe(given._rev);
  expect(await stored()).toMatchObject({ slip: given.slip, muac: 13 });
});

it('a slip and answers outlive an edit of the screening from a form that did not know them', async () => {
  const { unit, slips, child, base, stored } = await screened();
  const { slip } = await slips.giveSlip(base);
  await slips.takeClinicAnswer(base, SEEN);
  const edited = { ...screeningOf(child, { muac: '13.1' }), base };
  await unit.saveScreening(child._id, edited, AUTHOR, LATER);
  expect(await stored()).toMatchObject({ muac: 13.1, slip, clinicAnswers: [SEEN] });
});

it("a clinic's answer is taken once, beside others, and a repeated one writes nothing", async () => {
  const { slips, base, stored } = await screened();
  const first = await slips.takeClinicAnswer(base, SEEN);
  const repeated = await slips.takeClinicAnswer(base, SEEN);
  expect(repeated?._rev).toBe(first?._rev);
  await slips.takeClinicAnswer(base, { ...DIED, place: 'Hospital Cobán' });
  const { clinicAnswers, updatedBy } = await stored();
  expect(clinicAnswers).toEqual([SEEN, { ...DIED, place: 'Hospital Cobán' }]);
  expect(updatedBy).toBe(AUTHOR.name);
});

it('a screening takes eight answers, and says of the ninth that it is full', async () => {
  const { slips, base, stored } = await screened();
  for (let day = 1; day <= CLINIC_ANSWERS_MAX; day += 1) {
    const answer = { outcome: 'seen', day: `2025-06-0${day}` } as const;
    expect(await slips.takeClinicAnswer(base, answer)).not.toBeNull();
  }
  const before = await stored();
  const ninth = { outcome: 'seen', day: '2025-06-09' } as const;
  expect(await slips.takeClinicAnswer(base, ninth)).toBeNull();
  expect(await stored()).toEqual(before);
});

it('a struck answer stays struck when it is taken again, and is struck once', async () => {
  const { slips, base, stored } = await screened();
  await slips.takeClinicAnswer(base, SEEN);
  const struck = await slips.strikeClinicAnswer(base, SEEN);
  expect(struck.clinicAnswers).toEqual([{ ...SEEN, struck: true }]);
  const again = await slips.strikeClinicAnswer(base, SEEN);
  expect(again._rev).toBe(struck._rev);
  const taken = await slips.takeClinicAnswer(base, SEEN);
  expect(taken?._rev).toBe(struck._rev);
  // Nothing was said that could be struck.
  await slips.strikeClinicAnswer(base, DIED);
  expect((await stored()).clinicAnswers).toEqual([{ ...SEEN, struck: true }]);
});

it('a screening that was removed meanwhile takes no slip and no answer', async () => {
  const { unit, slips, child, base } = await screened();
  await unit.removeScreening(child._id, base._id, AUTHOR, LATER);
  const gone = { code: 'not-found' };
  await expect(slips.giveSlip(base)).rejects.toMatchObject(gone);
  await expect(slips.takeClinicAnswer(base, SEEN)).rejects.toMatchObject(gone);
});
