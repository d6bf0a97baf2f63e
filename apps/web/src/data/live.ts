import type { Live, LocalUnit, UnitSnapshot } from '@crece/storage';
import { useSyncExternalStore } from 'react';

/** All rows of a unit. The object identity stays the same until something changes. */
export function useUnitSnapshot(unit: LocalUnit): UnitSnapshot {
  return useSyncExternalStore(unit.subscribe, unit.snapshot);
}

/** A record that follows its changes; `undefined` while it loads. */
export function useLive<T>(live: Live<T>): T | undefined {
  return useSyncExternalStore(live.subscribe, live.snapshot);
}
