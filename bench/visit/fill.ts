// Runs inside the application's origin: fills the test unit with a village's invented children.
import { ageAt, newestScreening } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import { openDevice, openUnit } from '@crece/storage';

const STAKE = 'test_stake_gtm';
const CHILDREN = 1_200;
/** A follow-up is a child of this age in months whose three measures were taken this long ago. */
const AGED = { from: 12, to: 40 };
const DAYS_AGO = 60;

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
  const followed = records.children.filter(({ _id, birthDate }) => {
    const months = ageAt(birthDate, today)?.ageMonths ?? 0;
    const own = records.screenings.filter(({ owner }) => owner === _id);
    const newest = newestScreening(own, today);
    const isMeasured = newest?.muac !== undefined && newest.height !== undefined;
    return AGED.from <= months && months <= AGED.to && isMeasured && newest.surveyDate < long;
  });
  const names = followed.map(({ _id, firstName, lastName }) => ({
    id: _id,
    name: `${firstName} ${lastName}`,
  }));
  document.title = `filled ${JSON.stringify(names)}`;
}

fill().catch((cause: unknown) => {
  document.title = `failed: ${String(cause)}`;
});
