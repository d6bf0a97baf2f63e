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

/**
 * Opens a unit's records on this device; the same object for everyone in this tab until the last user
 * has closed it.
 */
export async function openStake(stakeDb: string, options: OpenStakeOptions): Promise<LocalStake> {
  const { device } = options;
  if (!isOpenDevice(device)) throw new StorageError('failed', { message: 'not an opened device' });
  const stakes = openStakes.get(device) ?? new Map<string, Shared>();
  openStakes.set(device, stakes);
  const shared = stakes.get(stakeDb) ?? {
    users: 0,
    stake: OpenLocalStake.open(stakeDb, { ...options, device }, release),
  };
  shared.users += 1;
  stakes.set(stakeDb, shared);

  /** One user fewer; answers whether it was the last. */
  function release(): boolean {
    shared.users -= 1;
    if (shared.users > 0) return false;
    stakes.delete(stakeDb);
    return true;
  }

  try {
    return await shared.stake;
  } catch (error) {
    release();
    throw error;
  }
}
