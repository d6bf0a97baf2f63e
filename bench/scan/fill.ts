// Runs inside the application's origin: fills the test unit with 10,000 invented children, and those
// with a slip.
import { demoRecords } from '@crece/domain/demo';
import { openDevice, openUnit } from '@crece/storage';
import { UNIT, withSlips } from './slips.ts';

const CHILDREN = 10_000;

async function fill(): Promise<void> {
  const device = await openDevice();
  const unit = await openUnit(UNIT, { device, timeZone: 'America/Guatemala' });
  await unit.ready();
  const today = new Date().toISOString().slice(0, 10);
  const demo = demoRecords({ stakeDB: UNIT, today, children: CHILDREN });
  const own = withSlips();
  const records = [...demo.children, ...own.children, ...demo.screenings, ...own.screenings];
  await unit.fill([...records, ...demo.mothers]);
  await unit.close();
  await device.close();
  document.title = `filled ${records.length} records`;
}

fill().catch((cause: unknown) => {
  document.title = `failed: ${String(cause)}`;
});
