/**
 * A few small values in `localStorage`, beside the databases of this device: a browser that needs room
 * removes all databases of an origin at once, and what is kept here tells of them afterwards. Where
 * there is no such storage (Node, a browser that forbids it) nothing is kept.
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

/** The values of one device; `name` keeps them apart from others in this origin. */
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
        // Full: the same is kept in the device's database.
      }
    },
    delete: (key) => kept?.removeItem(prefix + key),
    keys: () =>
      Object.keys(kept ?? {}).flatMap((key) =>
        key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
      ),
  };
}
