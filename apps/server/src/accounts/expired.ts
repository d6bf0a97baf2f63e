import type { DocumentStore } from '../store/document-store.ts';
import { ONE_USE_PREFIX } from './one-use.ts';
import { SESSION_PREFIX } from './sessions.ts';

const HOUR_MS = 60 * 60_000;
/** How long an expired link is answered as expired; afterwards, like a used one, as invalid. */
const EXPIRED_LINKS_KEPT_MS = 7 * 24 * HOUR_MS;
const SWEEP_EVERY_MS = HOUR_MS;

/** Used so far ahead of the clock, a session was begun under a clock that was wrong and has been put right. */
const AHEAD_MS = 24 * HOUR_MS;

const KEPT_MS = [
  { prefix: SESSION_PREFIX, keptMs: 0 },
  // Unfinished sign-ins at a provider; these links are never opened again.
  { prefix: `${ONE_USE_PREFIX}social-`, keptMs: 0 },
  { prefix: ONE_USE_PREFIX, keptMs: EXPIRED_LINKS_KEPT_MS },
] as const;

/**
 * Deletes expired sessions and one-use secrets, and sessions of a clock that was ahead, whose tokens would
 * open them when that day comes; returns how many. For a clock that is plausible.
 */
export async function dropExpired(store: DocumentStore, now: Date): Promise<number> {
  let dropped = 0;
  for (const { prefix, keptMs } of KEPT_MS) {
    const before = new Date(now.getTime() - keptMs).toISOString();
    const ahead = new Date(now.getTime() + AHEAD_MS).toISOString();
    for await (const { _id, _rev, ...fields } of store.listLocal(prefix)) {
      const { expires, used } = fields;
      const isAhead = prefix === SESSION_PREFIX && typeof used === 'string' && used > ahead;
      if (String(expires) > before && !isAhead) continue;
      const result = await store.writeLocal({ _id, _rev, _deleted: true });
      if (result.ok) dropped += 1;
    }
  }
  return dropped;
}

/** Returns a function that is true at its first call and then once an hour. */
export function createHourly(clock: () => Date): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock().getTime();
    // A clock that was put back since counts as time that has passed.
    if (Math.abs(now - last) < SWEEP_EVERY_MS) return false;
    last = now;
    return true;
  };
}
