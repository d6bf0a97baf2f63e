import type { DeviceDatabase } from './device-database.ts';
import type { Drafts } from './types.ts';

/** The part of the device's database that drafts use. */
type DraftStore = Pick<DeviceDatabase, 'get' | 'put' | 'delete' | 'entries'> & {
  onClosed?: () => void;
};

/**
 * Drafts are written as soon as they are handed over, so that a crash between two keystrokes loses
 * nothing and nothing is left to write when the page is hidden. While one write of a draft runs,
 * only the newest value waits.
 */
export function createDrafts(database: DraftStore): Drafts {
  /** The value that waits to be written for each draft; null: the draft is to be deleted. */
  const wanted = new Map<string, unknown>();
  const writing = new Map<string, Promise<void>>();
  /** What a full device had no room for: newer than what is stored, until it is stored or discarded. */
  const unstored = new Map<string, unknown>();
  const listeners = new Set<() => void>();
  database.onClosed = () => {
    for (const lost of [...listeners]) lost();
  };

  async function writeWanted(key: string): Promise<void> {
    while (wanted.has(key)) {
      const next = wanted.get(key);
      wanted.delete(key);
      if (next === null) unstored.delete(key);
      else unstored.set(key, next);
      try {
        if (next === null) await database.delete('drafts', key);
        else await database.put('drafts', key, next);
        unstored.delete(key);
      } catch (error) {
        // On a full device a deletion may succeed where the write before it did not.
        if (!wanted.has(key)) throw error;
      }
    }
  }

  function save(key: string, value: unknown): Promise<void> {
    wanted.set(key, value);
    const running = writing.get(key);
    if (running !== undefined) return running;
    const started = writeWanted(key).finally(() => writing.delete(key));
    writing.set(key, started);
    return started;
  }

  async function flush(): Promise<void> {
    await Promise.all(writing.values());
  }

  return {
    async load(key) {
      if (wanted.has(key)) return wanted.get(key);
      await writing.get(key)?.catch(() => undefined);
      return unstored.get(key) ?? (await database.get('drafts', key)) ?? null;
    },
    save,
    discard: (key) => save(key, null),
    async list() {
      await flush().catch(() => undefined);
      return [...new Set([...(await database.entries('drafts')).keys(), ...unstored.keys()])];
    },
    async handOver(from) {
      for (const key of await this.list()) {
        const guests = key.slice(from.length);
        if (!key.startsWith(from) || (await this.load(guests)) !== null) continue;
        await save(guests, await this.load(key));
        await save(key, null);
      }
    },
    flush,
    subscribeToLoss(lost) {
      listeners.add(lost);
      return () => listeners.delete(lost);
    },
  };
}
