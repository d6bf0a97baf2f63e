import { type Account, actionPlaceOf, can } from '@crece/domain';
import type { Device } from '@crece/storage';
import { findPlace } from './catalogue.ts';

/**
 * Whether an account may synchronise every unit that lies on this phone, so that it can read all of
 * it anyway. A unit that no country list names must be named by the account's scope, where it has
 * one.
 */
export async function maySyncAllHere(device: Device, account: Account): Promise<boolean> {
  if (!can(account, 'sync')) return false;
  for (const { stakeDB } of device.unitsOpened()) {
    const place = await findPlace(device, stakeDB, new Date());
    if (!can(account, 'sync', place === null ? { stakeDB } : actionPlaceOf(place))) return false;
  }
  return true;
}
