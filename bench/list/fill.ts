// Runs inside the application's origin: fills the test unit with ten thousand invented children.
import { demoRecords } from '@crece/domain/demo';
import { openDevice, openUnit } from '@crece/storage';

const CHILDREN = 10_000;

async function fill(): Promise<void> {
  const device = await openDevice();
  const unit = await openUnit('test_stake_gtm', { device, timeZone: 'America/Guatemala' });
  await unit.ready();
  const today = new Date().toISOString().slice(0, 10);
  const { children, screenings, mothers } = demoRecords({
    stakeDB: 'test_stake_gtm',
    today,
    children: CHILDREN,
  });
  await unit.fill([...children, ...screenings, ...mothers]);
  await unit.close();
  await device.close();
  document.title = `filled ${children.length} children, ${screenings.length} screenings`;
}

fill().catch((cause: unknown) => {
  document.title = `failed: ${String(cause)}`;
});
