// Runs inside the application's origin: fills the test unit with a village's invented children.
import { ageAt, type Child, newestScreening } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import { openDevice, openUnit } from '@crece/storage';

const STAKE = 'test_stake_gtm';
const CHILDREN = 1_200;
/** A follow-up is a child of this age in months whose three measures were taken this long ago. */
const AGED = { from: 12, to: 40 };
const DAYS_AGO = 60;
/** Rows of a phone's list that are seen without scrolling, or nearly. */
const ROWS_SHOWN = 6;

const nameOf = ({ firstName, lastName }: Child) => `${firstName} ${lastName}`;

/** Whether the first five letters of a child's name show it on a phone's list without scrolling. */
function isFoundFirst({ _id, firstName }: Child, children: readonly Child[]): boolean {
  const letters = firstName.slice(0, 5);
  const found = children.filter((each) => each.firstName.startsWith(letters));
  if (children.some(({ mother, lastName }) => `${mother} ${lastName}`.includes(letters)))
    return false;
  const inOrder = found.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
  return inOrder.slice(0, ROWS_SHOWN).some((each) => each._id === _id);
}

async function fill(): Promise<void> {
  const device = await openDevice();
  await device.setSetting('screenerName', 'Ana Morales');
  const unit = await openUnit(STAKE, { device, timeZone: 'America/Guatemala' });
  await unit.ready();
  const today = new Date().toISOString().slice(0, 10);
  const records = demoRecords({ stakeDB: STAKE, today, children: CHILDREN });
  await unit.fill([...records.children, ...records.screenings, ...records.mothers]);
  await unit.close();
  await device.close();
  const long = new Date(Date.now() - DAYS_AGO * 86_400_000).toISOString().slice(0, 10);
  const followed = records.children.filter((child) => {
    if (!isFoundFirst(child, records.children)) return false;
    const { _id, birthDate } = child;
    const months = ageAt(birthDate, today)?.ageMonths ?? 0;
    const own = records.screenings.filter(({ owner }) => owner === _id);
    const newest = newestScreening(own, today);
    const isMeasured = newest?.muac !== undefined && newest.height !== undefined;
    return AGED.from <= months && months <= AGED.to && isMeasured && newest.surveyDate < long;
  });
  const names = followed.map((child) => ({ id: child._id, name: nameOf(child) }));
  document.title = `filled ${JSON.stringify(names)}`;
}

fill().catch((cause: unknown) => {
  document.title = `failed: ${String(cause)}`;
});
