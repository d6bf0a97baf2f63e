import type { IsoInstant } from '@crece/domain';
import type { LocalUnit, SyncedQuestion } from '@crece/storage';
import type { SyncProgress, UnitSync } from '@crece/storage/sync';
import { useSyncExternalStore } from 'react';

// What every page needs to know of the synchronisation; what it is made of comes in later chunks.

/** What synchronises each open unit, as far as this tab has needed it: one for each. */
const syncs = new WeakMap<LocalUnit, UnitSync>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** What synchronises a unit; `undefined` before anything asked for it. */
export const syncOf = (unit: LocalUnit) => syncs.get(unit);

/** From now on this synchronises the unit. */
export function setSyncOf(unit: LocalUnit, sync: UnitSync): void {
  syncs.set(unit, sync);
  sync.subscribe(tell);
  tell();
}

/** How far the synchronisation of a unit is; `undefined` while none has begun in this tab. */
export const useSyncProgress = (unit: LocalUnit): SyncProgress | undefined =>
  useSyncExternalStore(subscribe, () => syncOf(unit)?.snapshot());

let stopKeeping = () => {};

/** Whatever keeps a unit synchronised in the background ends here; `stop` ends what does it next. */
export function setKeeping(stop = () => {}): void {
  stopKeeping();
  stopKeeping = stop;
}

/**
 * When this unit and the server were last found to be the same: only with proof, that is when nothing
 * waits here and a run ended at the end of the server's feed. Otherwise `null`.
 */
export const syncedAt = ({ pending, sync }: SyncedQuestion): IsoInstant | null =>
  pending === 0 && sync.refused.length === 0 && !sync.isIncomplete
    ? (sync.stamp?.completedAt ?? null)
    : null;
