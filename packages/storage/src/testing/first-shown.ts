import { onTestFinished } from 'vitest';
import { type DeviceWithUnits, openUnit } from '../open-unit.ts';
import type { UnitSnapshot } from '../unit/projection/types.ts';
import { NOW, TIME_ZONE } from './open-test-unit.ts';

/** What a newly opened unit shows first: its kept first rows, or the whole when none are of use. */
export async function firstShown({
  stakeDB,
  device,
  clock = () => NOW,
}: {
  stakeDB: string;
  device: DeviceWithUnits;
  clock?: () => Date;
}): Promise<UnitSnapshot> {
  const unit = await openUnit(stakeDB, { device, timeZone: TIME_ZONE, clock });
  onTestFinished(() => unit.close());
  await unit.firstRows();
  const shown = unit.snapshot();
  await unit.ready();
  await unit.close();
  return shown;
}
