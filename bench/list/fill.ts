// Runs inside the application's origin: fills the test unit with ten thousand invented children.
import { demoRecords } from '@crece/domain/demo';
import { openDevice, openStake } from '@crece/storage';

const CHILDREN = 10_000;

async function fill(): Promise<void> {
  const device = await openDevice();
  const stake = await openStake('test_stake_gtm', { device, timeZone: 'America/Guatemala' });
  await stake.ready();
  const today = new Date().toISOString().slice(0, 10);
  const { children, screenings, mothers } = demoRecords({
    stakeDb: 'test_stake_gtm',
    today,
    children: CHILDREN,
  });
  await stake.fill([...children, ...screenings, ...mothers]);
  await stake.close();
  await device.close();
  document.title = `filled ${children.length} children, ${screenings.length} screenings`;
}

fill().catch((cause: unknown) => {
  document.title = `failed: ${String(cause)}`;
});
