import { PHONE_PATHS, type RemovedBody, type SyncCredentials } from '@crece/contract';
import { call, pathOf } from './http.ts';
import { notReadable, readBody } from './session-calls.ts';

/** Time limit for building a large unit's indexes or compacting it. */
const LONG_LIMIT_MS = 120_000;

/**
 * Fetches a token and the address of the gateway. A failure redirects nobody: the sync itself
 * reports it.
 */
export async function fetchSyncCredentials(signal?: AbortSignal): Promise<SyncCredentials> {
  const raw = await call(PHONE_PATHS.sync, {
    background: true,
    ...(signal === undefined ? {} : { signal }),
  });
  const { entity, url } = readBody<SyncCredentials>(raw, { entity: 'string', url: 'string' });
  return { entity, url };
}

/** The records of a unit that were removed lately, as replication carries them. */
export async function fetchRemoved(
  stakeDB: string,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const raw = await call(pathOf(PHONE_PATHS.removed, { stakeDB }), {
    background: true,
    signal,
    timeLimitMs: LONG_LIMIT_MS,
  });
  const removed = readBody<RemovedBody>(raw, { stakeDB: 'string', documents: 'list' });
  // An answer repeats its question: none about another unit is believed.
  if (removed.stakeDB !== stakeDB) throw notReadable(raw);
  return removed.documents;
}

/** Builds the server's indexes of a unit. */
export const updateViews = (stakeDB: string) =>
  call(pathOf(PHONE_PATHS.updateViews, { stakeDB }), {
    act: true,
    timeLimitMs: LONG_LIMIT_MS,
  });

/** Makes the server free the space of a unit's replaced revisions. */
export const compactOnServer = (stakeDB: string) =>
  call(pathOf(PHONE_PATHS.compact, { stakeDB }), {
    act: true,
    timeLimitMs: LONG_LIMIT_MS,
  });
