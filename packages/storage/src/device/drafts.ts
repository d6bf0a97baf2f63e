import type { DraftInfo, Drafts } from '../types.ts';
import type { DeviceDatabase } from './device-database.ts';

/** The part of the device's database that drafts need. */
type DraftStore = Pick<DeviceDatabase, 'get' | 'put' | 'delete' | 'entries'>;

interface StoredDraft {
  value: unknown;
  savedAt: string;
}

function isStoredDraft(value: unknown): value is StoredDraft {
  return typeof value === 'object' && value !== null && 'value' in value && 'savedAt' in value;
}

/** What waits to be written for one draft: the newest value only, or that it is to be forgotten. */
type Wanted = { keep: StoredDraft } | 'discard';

/**
 * Drafts are written the moment they are handed over, so that a crash between two key strokes loses
 * nothing and nothing has to be hurried when the page is hidden. While one write of a draft runs,
 * only the newest value waits for it.
 */
export function createDrafts(database: DraftStore, clock: () => Date): Drafts {
  const wanted = new Map<string, Wanted>();
  const writing = new Map<string, Promise<void>>();

  async function writeWanted(key: string): Promise<void> {
    for (let next = wanted.get(key); next !== undefined; next = wanted.get(key)) {
      wanted.delete(key);
      if (next === 'discard') await database.delete('drafts', key);
      else await database.put('drafts', key, next.keep);
    }
  }

  function want(key: string, what: Wanted): Promise<void> {
    wanted.set(key, what);
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
      const waiting = wanted.get(key);
      if (waiting !== undefined) return waiting === 'discard' ? null : waiting.keep.value;
      await writing.get(key)?.catch(() => undefined);
      const stored = await database.get('drafts', key);
      return isStoredDraft(stored) ? stored.value : null;
    },
    save: (key, value) => want(key, { keep: { value, savedAt: clock().toISOString() } }),
    discard: (key) => want(key, 'discard'),
    async list() {
      await flush().catch(() => undefined);
      const drafts: DraftInfo[] = [];
      for (const [key, draft] of await database.entries('drafts')) {
        if (isStoredDraft(draft)) drafts.push({ key, savedAt: draft.savedAt });
      }
      return drafts.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
    },
    flush,
  };
}
