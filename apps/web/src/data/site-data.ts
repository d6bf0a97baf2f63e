/** The part of a storage that this application uses, for this page alone. */
function pageStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

const STORAGES = ['localStorage', 'sessionStorage'] as const;

/** Whether this browser blocks site data, so that nothing is remembered beyond the page. */
export const isSiteDataBlocked = (): boolean =>
  STORAGES.some((name) => !(window[name] instanceof Storage));

/**
 * Replaces `localStorage` and `sessionStorage` where they throw, so that the rest of the application
 * may read and write them without a thought.
 */
export function replaceBlocked(): void {
  for (const name of STORAGES) {
    try {
      window[name].getItem('');
    } catch {
      Object.defineProperty(window, name, { value: pageStorage(), configurable: true });
    }
  }
}
