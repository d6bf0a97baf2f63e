import type { Device, LocalUnit } from '@crece/storage';
import { type BackgroundConditions, keepSynced } from '@crece/storage/sync';
import { subscribeToSession } from '../api/stored-session.ts';
import { carryOutMoves } from './carry-out-moves.ts';
import { isMetered, subscribeToConnection } from './metered.ts';
import { openUnitSync, personRuns } from './open-sync.ts';
import { syncingAccount } from './syncing-account.ts';

function conditionsOf(device: Device): BackgroundConditions {
  const background = device.getSetting('backgroundSync') ?? 'on';
  return {
    allowed: background === 'on' && syncingAccount() !== null,
    online: navigator.onLine,
    metered: isMetered(),
    meteredAllowed: device.getSetting('syncOnMetered') ?? false,
    hidden: document.visibilityState === 'hidden',
  };
}

/** Calls `changed` whenever one of the conditions may have changed. */
function subscribeToConditions(device: Device, changed: () => void): () => void {
  const stops = [
    subscribeToSession(changed),
    device.subscribe(changed),
    subscribeToConnection(changed),
  ];
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  document.addEventListener('visibilitychange', changed);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
    document.removeEventListener('visibilitychange', changed);
  };
}

/**
 * Synchronises a unit automatically, asks for the moves that wait, and cancels a run when the
 * account that it runs for is no longer signed in. Returns a function that stops all of it.
 */
export function keepUnitSynced(unit: LocalUnit, device: Device): () => void {
  const sync = openUnitSync(unit);
  let account = syncingAccount();
  const look = () => {
    const now = syncingAccount();
    const { allowed, metered, meteredAllowed } = conditionsOf(device);
    const isOthers = now !== account;
    // A run that no person started is cancelled when it may not go on: on mobile data, or when
    // background synchronisation is switched off.
    const isUnwanted = !personRuns.has(sync) && (!allowed || (metered && !meteredAllowed));
    account = now;
    if ((isOthers || isUnwanted) && sync.snapshot().phase !== 'idle') sync.cancel();
  };
  const stopLooking = subscribeToConditions(device, look);
  const stopKeeping = keepSynced(sync, {
    unit,
    conditions: () => conditionsOf(device),
    subscribe: (changed) => subscribeToConditions(device, changed),
  });
  const stopMoving = carryOutMoves({ unit, device, sync });
  return () => {
    stopMoving();
    stopLooking();
    stopKeeping();
    sync.cancel();
  };
}
