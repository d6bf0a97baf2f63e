import { useCallback, useState, useSyncExternalStore } from 'react';

/** From this width the navigation is a rail and there is room for a table. */
const WIDE = '(min-width: 60em)';
/** From this width there is room for a list and what it lists beside it. */
const ROOMY = '(min-width: 80em)';

/**
 * A hook that tells whether the window fits a media query, and updates with its size. Each component
 * asks the browser for its list once: a new one at each rendering would cost each key stroke in the
 * list of children half a millisecond at CPU 4×.
 */
function windowHook(query: string): () => boolean {
  return () => {
    const [list] = useState(() => window.matchMedia?.(query));
    const subscribe = useCallback(
      (changed: () => void) => {
        list?.addEventListener('change', changed);
        return () => list?.removeEventListener('change', changed);
      },
      [list],
    );
    return useSyncExternalStore(subscribe, () => list?.matches ?? false);
  };
}

/** Whether the window has room for tables. */
export const useWide = windowHook(WIDE);

/** Whether the window has room for two pages beside each other. */
export const useRoomy = windowHook(ROOMY);
