import { useSyncExternalStore } from 'react';

/** What Chrome tells of the connection; elsewhere, and on most computers, nothing. */
interface Connection extends EventTarget {
  saveData?: boolean;
  type?: string;
}

function connection(): Connection | null {
  const found: unknown = Reflect.get(navigator, 'connection');
  return found instanceof EventTarget ? found : null;
}

/** Tells when the browser notices another kind of connection. */
export function subscribeToConnection(changed: () => void): () => void {
  const known = connection();
  known?.addEventListener('change', changed);
  return () => known?.removeEventListener('change', changed);
}

/** Whether the connection costs by the amount: mobile data, or the person asked to save data. */
export function isMetered(): boolean {
  const known = connection();
  return known !== null && (known.saveData === true || known.type === 'cellular');
}

export const useMetered = (): boolean => useSyncExternalStore(subscribeToConnection, isMetered);
