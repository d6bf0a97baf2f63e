// Runs inside the application's origin: fills the test unit with as many invented children as the address
// says (`?children=10000`).
import { demoRecords } from '@crece/domain/demo';
import { openDevice, openUnit } from '@crece/storage';

async function fill(): Promise<void> {
  const count = Number(new URLSearchParams(window.location.search).get('children'));
  const device = await openDevice();
  const unit = await openUnit('test_stake_gtm', { device, timeZone: 'America/Guatemala' });
  await unit.ready();
  const today = new Date().toISOString().slice(0, 10);
  const { children, screenings, mothers } = demoRecords({
    stakeDB: 'test_stake_gtm',
    today,
    children: count,
  });
  await unit.fill([...children, ...screenings, ...mothers]);
  await unit.close();
  await device.close();
  document.title = `filled ${children.length} children, ${screenings.length} screenings`;
}

fill().catch((cause: unknown) => {
  document.title = `failed: ${String(cause)}`;
});
