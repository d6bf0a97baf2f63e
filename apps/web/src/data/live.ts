import type { Live, LocalStake, StakeSnapshot } from '@crece/storage';
import { useSyncExternalStore } from 'react';

/** All rows of a unit; the same object until something changes. */
export function useStakeSnapshot(stake: LocalStake): StakeSnapshot {
  return useSyncExternalStore(stake.subscribe, stake.snapshot);
}

/** A record that follows its changes; `undefined` while it loads. */
export function useLive<T>(live: Live<T>): T | undefined {
  return useSyncExternalStore(live.subscribe, live.snapshot);
}
