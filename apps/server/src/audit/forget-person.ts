import { isOfPlace } from '@crece/contract';
import type { DocumentStore } from '../store/document-store.ts';

/** Whom the log is to name no more. */
export interface Forgotten {
  /** Whether a text is one of the person's user names at an instant (ISO). */
  readonly isTheirs: (text: string, at: string) => boolean;
  /** What stands in the place of the user name. */
  readonly word: string;
}

const AT_ONCE = 500;
/** What user names consist of. */
const NAMES = /[a-z0-9._-]+/gi;

interface Named {
  readonly at?: unknown;
  readonly what?: unknown;
  readonly who?: unknown;
  readonly whom?: unknown;
  readonly from?: unknown;
  readonly detail?: unknown;
}

/** What changes in an entry that names the person; `null`: it does not. */
export function forgotten(
  entry: object,
  { isTheirs, word }: Forgotten,
): { who?: string; whom?: string; from?: string | null; detail?: string } | null {
  const { at, what, who, whom, from, detail } = entry as Named;
  const isOf = (name: unknown): boolean => typeof name === 'string' && isTheirs(name, String(at));
  const [isBy, isAbout] = [isOf(who), !isOfPlace(String(what)) && isOf(whom)];
  const text = typeof detail === 'string' ? detail : '';
  const left = text.replace(NAMES, (name) => (isOf(name.toLowerCase()) ? '…' : name));
  if (!isBy && !isAbout && left === text) return null;
  return {
    ...(isBy ? { who: word } : {}),
    ...(isAbout ? { whom: word } : {}),
    // From where they worked, or tried to sign in, is about them too.
    ...(isBy || (isAbout && who === null) ? { from: from === null ? null : '…' } : {}),
    ...(left === text ? {} : { detail: left }),
  };
}

/**
 * Puts a word in the place of a person's user name in all entries; what happened and when stays. Whole
 * once it returns: entries that are written meanwhile are looked at again.
 */
export async function forgetInAudit(store: DocumentStore, person: Forgotten): Promise<void> {
  for (let isClean = false; !isClean; ) {
    isClean = true;
    let batch: { _id: string; _rev: string }[] = [];
    const write = async () => {
      if (batch.length > 0) await store.write(batch);
      batch = [];
    };
    for await (const entry of store.list({ from: '0', to: ':' })) {
      const change = forgotten(entry, person);
      if (change === null) continue;
      isClean = false;
      batch.push({ ...entry, ...change });
      if (batch.length === AT_ONCE) await write();
    }
    await write();
  }
}
