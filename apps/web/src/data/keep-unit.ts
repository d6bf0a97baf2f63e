import type { Device, LocalUnit } from '@crece/storage';
import { subscribeToSession } from '../api/stored-session.ts';
import { setKeeping } from './sync.ts';
import { syncingAccount } from './syncing-account.ts';

// A chunk of its own that everybody loads behind the first screen; the engine comes for whoever may.

/** Synchronises the open unit by itself until it is left, from when somebody is here who may. */
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
