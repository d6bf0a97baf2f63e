import type { IsoInstant } from '@crece/domain';
import type { LocalUnit, SyncedQuestion } from '@crece/storage';
import type { SyncProgress, UnitSync } from '@crece/storage/sync';
import { useSyncExternalStore } from 'react';
import { useSetting } from './device.tsx';

// Only what every page needs to know about the synchronisation; the engine is in later chunks.

/** The sync of each open unit, once this tab has needed it: one per unit. */
const syncs = new WeakMap<LocalUnit, UnitSync>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** The sync of a unit; `undefined` before it was first needed. */
export const syncOf = (unit: LocalUnit) => syncs.get(unit);

/** Registers the sync of a unit. */
export function setSyncOf(unit: LocalUnit, sync: UnitSync): void {
  syncs.set(unit, sync);
  sync.subscribe(tell);
  tell();
}

/** Progress of the synchronisation of a unit; `undefined` while none has begun in this tab. */
export const useSyncProgress = (unit: LocalUnit): SyncProgress | undefined =>
  useSyncExternalStore(subscribe, () => syncOf(unit)?.snapshot());

/** A place for one work at a time: giving it the way to stop one stops the one before. */
function oneAtATime(): (stop?: () => void) => void {
  let stopLast = () => {};
  return (stop = () => {}) => {
    stopLast();
    stopLast = stop;
  };
}

/** Stops the current background synchronisation; `stop` is called when the next one replaces it. */
export const setKeeping = oneAtATime();

/**
 * When this unit and the server were last proven equal: nothing waits here, and a run reached the
 * end of the server's feed. `null` without that proof.
 */
export const syncedAt = ({ pending, sync }: SyncedQuestion): IsoInstant | null =>
  pending === 0 && sync.refused.length === 0 && !sync.isIncomplete
    ? (sync.stamp?.completedAt ?? null)
    : null;

/**
 * Whether the last run failed by something else than a missing answer, which the connection says beside
 * everything: until one ends well, no page says "synced".
 */
export const hasSyncFailed = (progress: SyncProgress | undefined): boolean =>
  progress?.outcome?.kind === 'failed' && progress.outcome.fault.code !== 'no-response';

/** How many of a unit's pending records were handed over to another phone as they are now. */
export function useHandedOver(unit: LocalUnit): number {
  const [files] = useSetting('handedOver');
  const last = files?.[unit.stakeDB];
  return last === undefined ? 0 : unit.heldBy(last.mark);
}
