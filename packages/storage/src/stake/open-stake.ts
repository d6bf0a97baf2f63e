import type { OpenDevice } from '../device/open-device.ts';
import { StorageError } from '../storage-error.ts';
import type { Device, LocalStake, OpenStakeOptions } from '../types.ts';
import { OpenLocalStake } from './local-stake.ts';

interface Shared {
  stake: Promise<OpenLocalStake>;
  users: number;
}

/** The units that a device has open in this tab, by database: one connection each. */
const openStakes = new WeakMap<Device, Map<string, Shared>>();

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
export async function openStake(stakeDb: string, options: OpenStakeOptions): Promise<LocalStake> {
  const device = openedDevice(options.device);
  const stakes = openStakes.get(device) ?? new Map<string, Shared>();
  openStakes.set(device, stakes);
  const shared: Shared = stakes.get(stakeDb) ?? {
    users: 0,
    stake: OpenLocalStake.open(stakeDb, { ...options, device }, { one: release, all: forget }),
  };
  shared.users += 1;
  stakes.set(stakeDb, shared);

  /** One user fewer; answers whether it was the last. */
  function release(): boolean {
    shared.users -= 1;
    if (shared.users > 0) return false;
    forget();
    return true;
  }

  /** Whoever opens it from now on gets another. */
  function forget(): void {
    if (stakes.get(stakeDb) === shared) stakes.delete(stakeDb);
  }

  try {
    return await shared.stake;
  } catch (error) {
    release();
    throw error;
  }
}
