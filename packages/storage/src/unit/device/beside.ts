/**
 * A few small values in `localStorage`, outside the databases: a browser that needs space removes
 * all databases of an origin at once, and these values show afterwards what was lost. Without such
 * storage (Node, a browser that forbids it) nothing is stored.
 */
export interface Beside {
  get(key: string): unknown;
  put(key: string, value: unknown): void;
  delete(key: string): void;
  keys(): string[];
}

function storage(): Storage | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage;
  } catch {
    return null;
  }
}

/** The values of one device; `name` separates them from others of this origin. */
export function openBeside(name: string): Beside {
  const prefix = `${name}:`;
  const kept = storage();
  return {
    get(key) {
      try {
        return JSON.parse(kept?.getItem(prefix + key) ?? 'null') as unknown;
      } catch {
        return null;
      }
    },
    put(key, value) {
      try {
        kept?.setItem(prefix + key, JSON.stringify(value));
      } catch {
        // The storage is full; the same value is also in the device's database.
      }
    },
    delete: (key) => kept?.removeItem(prefix + key),
    keys: () =>
      Object.keys(kept ?? {}).flatMap((key) =>
        key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
      ),
  };
}
