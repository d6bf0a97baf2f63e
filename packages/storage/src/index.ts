import { openedDevice, withUnits } from './open-unit.ts';
import { openDevice as openDeviceStores } from './unit/device/open-device.ts';
import type { Device } from './unit/device/types.ts';
import type { UnitCounts } from './unit/open/unit-counts.ts';

export type { Author } from './base/author.ts';
export { isInvented } from './base/demonstration.ts';
export { stopIfAborted, timeLimit } from './base/signals.ts';
export { StorageError, type StorageErrorCode } from './base/storage-error.ts';
export type { UnitWithEngine as LocalUnit } from './engine/core/engine.ts';
export { openUnit } from './open-unit.ts';
export type * from './unit/device/types.ts';
export {
  type Arrived,
  isCountable,
  type ScreeningsHere,
  screeningsHere,
} from './unit/known/arrival.ts';
export type * from './unit/known/types.ts';
export type { MovedKind, MovedRecord, RemovedRecord } from './unit/open/removed-types.ts';
export type * from './unit/open/types.ts';
export type { UnitCounts } from './unit/open/unit-counts.ts';
export type * from './unit/projection/types.ts';
export type { UnreadableDocument } from './unit/records/unreadable-document.ts';
export type * from './unit/tasks/types.ts';
export type * from './unit/writes/types.ts';

/**
 * Removes a unit's records from this device, with what is kept about them; every tab lets go of the
 * unit, and goes on with it when nothing was removed. Refused (`StorageError` `refused`) when more
 * than `expectedLoss` records would be lost, as `LocalUnit.countLoss` counts them.
 */
export async function removeLocalCopy(
  stakeDB: string,
  { device, expectedLoss }: { device: Device; expectedLoss: number },
): Promise<void> {
  const { removeCopy } = await import('./engine/remove-local-copy.ts');
  await removeCopy(stakeDB, { device: openedDevice(device), expectedLoss });
}

/**
 * How many children and unsent records a unit has on this device, without reading them; null when that
 * is not known, because the unit was changed after it was counted or was never open here.
 */
export async function countUnit(stakeDB: string, device: Device): Promise<UnitCounts | null> {
  const { readCounts } = await import('./unit/open/unit-counts.ts');
  return readCounts(openedDevice(device), stakeDB);
}

/** Opens what belongs to this device: its id, settings, counters, drafts and the country list. */
export async function openDevice(): Promise<Device> {
  return withUnits(await openDeviceStores());
}
