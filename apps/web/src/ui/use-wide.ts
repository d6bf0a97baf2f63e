import { useSyncExternalStore } from 'react';

/** From this width the navigation is a rail and there is room for a table. */
const WIDE = '(min-width: 60em)';

function subscribe(changed: () => void): () => void {
  const wide = window.matchMedia?.(WIDE);
  wide?.addEventListener('change', changed);
  return () => wide?.removeEventListener('change', changed);
}

/** Whether the window has room for tables; updates with its size. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(WIDE).matches ?? false);
}
