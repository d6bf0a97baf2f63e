import { StorageError } from './base/storage-error.ts';
import type { UnitWithEngine } from './engine/core/engine.ts';
import type { OpenDevice } from './unit/device/open-device.ts';
import type { Device } from './unit/device/types.ts';
import { OpenLocalUnit } from './unit/open/local-unit.ts';
import type { OpenUnitOptions } from './unit/open/types.ts';

interface Shared {
  unit: Promise<UnitWithEngine>;
  users: number;
}

/** A device with the units that it has open in this tab, by database: one connection each. */
export interface DeviceWithUnits extends OpenDevice {
  readonly openUnits: Map<string, Shared>;
}

/** A device that units can be opened on. */
export function withUnits(device: OpenDevice): DeviceWithUnits {
  return { ...device, openUnits: new Map() };
}

function hasUnits(device: Device): device is DeviceWithUnits {
  return 'openUnits' in device;
}

/** The device as this package opened it. */
export function openedDevice(device: Device): DeviceWithUnits {
  if (hasUnits(device)) return device;
  throw new StorageError('failed', { message: 'not an opened device' });
}

/** What synchronisation, conflicts and backup need is loaded when it is first asked for. */
const loadEngine = async () => (await import('./engine/open-engine.ts')).openEngine;

/**
 * Opens a unit's records on this device; the same object for everyone in this tab until the last user
 * has closed it.
 */
export async function openUnit(stakeDB: string, options: OpenUnitOptions): Promise<UnitWithEngine> {
  const device = openedDevice(options.device);
  const { openUnits } = device;
  const shared: Shared = openUnits.get(stakeDB) ?? {
    users: 0,
    unit: OpenLocalUnit.open(
      stakeDB,
      { ...options, device },
      { one: release, all: forget },
      loadEngine,
    ),
  };
  shared.users += 1;
  openUnits.set(stakeDB, shared);

  /** One user fewer; answers whether it was the last. */
  function release(): boolean {
    shared.users -= 1;
    if (shared.users > 0) return false;
    forget();
    return true;
  }

  /** Whoever opens it from now on gets another. */
  function forget(): void {
    if (openUnits.get(stakeDB) === shared) openUnits.delete(stakeDB);
  }

  try {
    return await shared.unit;
  } catch (error) {
    release();
    throw error;
  }
}
