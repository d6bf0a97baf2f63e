// Runs inside the application's origin: fills the test unit with 30,000 children.
import { openDevice, openUnit } from '@crece/storage';
import { largeUnit } from './large-unit.ts';

async function fill(): Promise<void> {
  const device = await openDevice();
  // A run would send 30,000 records while the pages are measured.
  await device.setSetting('backgroundSync', 'off');
  const unit = await openUnit('test_stake_gtm', { device, timeZone: 'America/Guatemala' });
  await unit.ready();
  const children = largeUnit(30_000, new Date().toISOString().slice(0, 10));
  await unit.fill(children);
  await unit.close();
  await device.close();
  document.title = `filled ${children.length} children`;
}

fill().catch((cause: unknown) => {
  document.title = `failed: ${String(cause)}`;
});
