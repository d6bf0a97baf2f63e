import { openDevice as openDeviceStores } from './device/open-device.ts';
import type { Device } from './types.ts';
import { openedDevice } from './unit/open-unit.ts';

export { isInvented } from './demonstration.ts';
export {
  type Arrived,
  isCountable,
  type ScreeningsHere,
  screeningsHere,
} from './ledger/arrival.ts';
export { StorageError, type StorageErrorCode } from './storage-error.ts';
export type * from './sync-types.ts';
export type * from './types.ts';
export { openUnit } from './unit/open-unit.ts';

/**
 * Removes a unit's records from this device, with what is kept about them; every tab lets go of the
 * unit, and goes on with it when nothing was removed. Refused (`StorageError` `refused`) when more
 * than `expectedLoss` records would be lost, as `LocalUnit.countLoss` counts them.
 */
export async function removeLocalCopy(
  stakeDB: string,
  { device, expectedLoss }: { device: Device; expectedLoss: number },
): Promise<void> {
  const { removeCopy } = await import('./unit/remove-local-copy.ts');
  await removeCopy(stakeDB, { device: openedDevice(device), expectedLoss });
}

/** Opens what belongs to this device: its id, settings, counters, drafts and the country list. */
export function openDevice(): Promise<Device> {
  return openDeviceStores();
}
