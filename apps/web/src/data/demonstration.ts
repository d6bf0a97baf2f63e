import { timeZoneOfUnit, todayIn } from '@crece/domain';
import { demoRecords } from '@crece/domain/demo';
import type { LocalUnit } from '@crece/storage';

/** Gives a unit invented records. */
export async function fillForDemonstration(unit: LocalUnit): Promise<void> {
  const today = todayIn(timeZoneOfUnit(unit.stakeDB), new Date());
  const demo = demoRecords({ stakeDB: unit.stakeDB, today });
  await unit.fill([...demo.children, ...demo.screenings, ...demo.mothers]);
}
