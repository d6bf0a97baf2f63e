import { useSyncExternalStore } from 'react';

/** From this width the navigation is a rail and there is room for a table. */
const WIDE = '(min-width: 60em)';
/** From this width there is room for a list and what it lists beside it. */
const ROOMY = '(min-width: 80em)';

/** A hook that tells whether the window fits a media query, and updates with its size. */
function windowHook(query: string): () => boolean {
  const subscribe = (changed: () => void) => {
    const list = window.matchMedia?.(query);
    list?.addEventListener('change', changed);
    return () => list?.removeEventListener('change', changed);
  };
  const matches = () => window.matchMedia?.(query).matches ?? false;
  return () => useSyncExternalStore(subscribe, matches);
}

/** Whether the window has room for tables. */
export const useWide = windowHook(WIDE);

/** Whether the window has room for two pages beside each other. */
export const useRoomy = windowHook(ROOMY);
