import { openDevice as openDeviceStores } from './device/open-device.ts';
import type { Device } from './types.ts';

export { openPeople } from './device/open-device.ts';
export { openStake } from './stake/open-stake.ts';
export { RULES_VERSION } from './stake/provenance.ts';
export { StorageError, type StorageErrorCode } from './storage-error.ts';
export type * from './types.ts';

/** Opens what belongs to this device: its id, settings, counters, drafts and the country list. */
export function openDevice(): Promise<Device> {
  return openDeviceStores();
}
