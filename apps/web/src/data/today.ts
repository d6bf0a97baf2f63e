import { type IsoDate, todayIn } from '@crece/domain';
import { useCallback, useSyncExternalStore } from 'react';

/** Midnight is noticed with at most this delay. */
const LOOK_EVERY_MS = 60_000;

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', changed);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', changed);
  };
}

/** Today's date in a time zone; changes at midnight and when the window becomes visible again. */
export function useToday(timeZone: string): IsoDate {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => todayIn(timeZone, new Date()), [timeZone]),
  );
}

/** The time zone of this device now; it changes under an open page where a phone crosses a border. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
