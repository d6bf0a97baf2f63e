import { useEffect, useRef } from 'react';
import type { GeoPosition } from './form-values.ts';

/** An older position says little about where the child was measured. */
const MAX_AGE_MS = 5 * 60_000;
const WAIT_AT_MOST_MS = 30_000;
const REFUSED_KEY = 'crece.positionRefused';

/**
 * Requests the position while the form is filled in, so that saving never waits for it. A refusal
 * shows no message and is remembered until the browser is closed.
 */
export function usePosition(wanted: boolean): () => GeoPosition | null {
  const found = useRef<GeoPosition | null>(null);
  useEffect(() => {
    if (!wanted || !('geolocation' in navigator)) return;
    if (sessionStorage.getItem(REFUSED_KEY) !== null) return;
    let current = true;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (current) found.current = { latitude: coords.latitude, longitude: coords.longitude };
      },
      (error) => {
        if (error.code === error.PERMISSION_DENIED) sessionStorage.setItem(REFUSED_KEY, 'yes');
      },
      { maximumAge: MAX_AGE_MS, timeout: WAIT_AT_MOST_MS },
    );
    return () => {
      current = false;
    };
  }, [wanted]);
  return () => found.current;
}
