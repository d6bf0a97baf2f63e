import type { Device, LocalUnit } from '@crece/storage';
import { subscribeToSession } from '../api/stored-session.ts';
import { setKeeping } from './sync.ts';
import { syncingAccount } from './syncing-account.ts';

// A separate chunk that every device loads after the first screen. It loads the sync engine only
// for a person who may synchronise.

/**
 * Synchronises the open unit automatically, from the moment a person with the right to synchronise
 * is signed in until the unit is left.
 */
export function keepUnit(unit: LocalUnit, device: Device): void {
  let isLeft = false;
  let stop: (() => void) | null = null;
  const begin = async () => {
    const { keepUnitSynced } = await import('./keep-synced.ts');
    if (!isLeft) stop = keepUnitSynced(unit, device);
  };
  let isBegun = false;
  const look = () => {
    if (isBegun || syncingAccount() === null) return;
    isBegun = true;
    begin().catch((cause: unknown) => {
      console.warn('Nothing is synchronised in the background in this visit.', cause);
    });
  };
  const stopLooking = subscribeToSession(look);
  setKeeping(() => {
    isLeft = true;
    stopLooking();
    stop?.();
  });
  look();
}
