import { useSyncExternalStore } from 'react';

/** Network Information API of Chrome; other browsers and most computers do not have it. */
interface Connection extends EventTarget {
  saveData?: boolean;
  type?: string;
}

function connection(): Connection | null {
  const found: unknown = Reflect.get(navigator, 'connection');
  return found instanceof EventTarget ? found : null;
}

/** Calls `changed` when the browser reports another kind of connection. */
export function subscribeToConnection(changed: () => void): () => void {
  const known = connection();
  known?.addEventListener('change', changed);
  return () => known?.removeEventListener('change', changed);
}

/** Whether the connection is charged by volume: mobile data, or the person asked to save data. */
export function isMetered(): boolean {
  const known = connection();
  return known !== null && (known.saveData === true || known.type === 'cellular');
}

export const useMetered = (): boolean => useSyncExternalStore(subscribeToConnection, isMetered);
