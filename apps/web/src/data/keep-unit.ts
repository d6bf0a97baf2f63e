import type { Device, LocalUnit } from '@crece/storage';
import { subscribeToSession } from '../api/stored-session.ts';
import { setKeeping } from './sync.ts';
import { syncingAccount } from './syncing-account.ts';

// A separate chunk that every device loads after the first screen. It loads the sync engine only
// for a person who may synchronise.

const loadKeeping = async () => (await import('./keep-synced.ts')).keepUnitSynced;

/**
 * Synchronises the open unit automatically, from the moment a person with the right to synchronise
 * is signed in until the unit is left.
 */
export function keepUnit(unit: LocalUnit, device: Device, load = loadKeeping): void {
  let isLeft = false;
  let stop: (() => void) | null = null;
  const begin = async () => {
    const keepUnitSynced = await load();
    if (!isLeft) stop = keepUnitSynced(unit, device);
  };
  let isBegun = false;
  const look = () => {
    if (isBegun || isLeft || syncingAccount() === null) return;
    isBegun = true;
    begin().catch((cause: unknown) => {
      // The code is stored only after the first installation: without a connection it may be missing.
      isBegun = false;
      console.warn('Nothing is synchronised in the background before the next connection.', cause);
    });
  };
  const stopLooking = subscribeToSession(look);
  addEventListener('online', look);
  setKeeping(() => {
    isLeft = true;
    stopLooking();
    removeEventListener('online', look);
    stop?.();
  });
  look();
}
