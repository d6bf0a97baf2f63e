import { openDevice as openDeviceStores } from './device/open-device.ts';
import { openedDevice } from './stake/open-stake.ts';
import type { Device } from './types.ts';

export { isInvented } from './demonstration.ts';
export { openPeople } from './device/open-device.ts';
export { type Arrived, isCountable, type VisitsHere, visitsHere } from './ledger/arrival.ts';

export { openStake } from './stake/open-stake.ts';
export { StorageError, type StorageErrorCode } from './storage-error.ts';
export type * from './sync-types.ts';
export type * from './types.ts';

/**
 * Removes a unit's records from this device, with what is kept about them; every tab lets go of the
 * unit, and goes on with it when nothing was removed. Refused (`StorageError` `refused`) when more
 * than `expectedLoss` records would be lost, as `LocalStake.countLoss` counts them.
 */
export async function removeLocalCopy(
  stakeDb: string,
  { device, expectedLoss }: { device: Device; expectedLoss: number },
): Promise<void> {
  const { removeCopy } = await import('./stake/remove-local-copy.ts');
  await removeCopy(stakeDb, { device: openedDevice(device), expectedLoss });
}

/** Opens what belongs to this device: its id, settings, counters, drafts and the country list. */
export function openDevice(): Promise<Device> {
  return openDeviceStores();
}
