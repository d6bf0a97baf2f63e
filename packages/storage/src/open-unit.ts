import { StorageError } from './base/storage-error.ts';
import type { Device, LocalUnit, OpenUnitOptions } from './types.ts';
import type { OpenDevice } from './unit/device/open-device.ts';
import { OpenLocalUnit } from './unit/open/local-unit.ts';

interface Shared {
  unit: Promise<OpenLocalUnit>;
  users: number;
}

/** The units that a device has open in this tab, by database: one connection each. */
const openUnits = new WeakMap<Device, Map<string, Shared>>();

function isOpenDevice(device: Device): device is OpenDevice {
  return 'store' in device && 'recordUnitOpened' in device;
}

/** The device as this package opened it. */
export function openedDevice(device: Device): OpenDevice {
  if (isOpenDevice(device)) return device;
  throw new StorageError('failed', { message: 'not an opened device' });
}

/**
 * Opens a unit's records on this device; the same object for everyone in this tab until the last user
 * has closed it.
 */
export async function openUnit(stakeDB: string, options: OpenUnitOptions): Promise<LocalUnit> {
  const device = openedDevice(options.device);
  const stakes = openUnits.get(device) ?? new Map<string, Shared>();
  openUnits.set(device, stakes);
  const shared: Shared = stakes.get(stakeDB) ?? {
    users: 0,
    unit: OpenLocalUnit.open(stakeDB, { ...options, device }, { one: release, all: forget }),
  };
  shared.users += 1;
  stakes.set(stakeDB, shared);

  /** One user fewer; answers whether it was the last. */
  function release(): boolean {
    shared.users -= 1;
    if (shared.users > 0) return false;
    forget();
    return true;
  }

  /** Whoever opens it from now on gets another. */
  function forget(): void {
    if (stakes.get(stakeDB) === shared) stakes.delete(stakeDB);
  }

  try {
    return await shared.unit;
  } catch (error) {
    release();
    throw error;
  }
}
