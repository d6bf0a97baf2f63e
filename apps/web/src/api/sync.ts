import { PHONE_PATHS, type SyncCredentials } from '@crece/contract';
import { call, pathOf } from './http.ts';
import { isObject, notReadable } from './session-calls.ts';

/** Warming the indexes of a large unit, or compacting it, takes its time. */
const LONG_LIMIT_MS = 120_000;

/**
 * A token for the gateway and its address. Nobody is taken anywhere when it fails: whoever
 * synchronises says what came of it.
 */
export async function fetchSyncCredentials(signal?: AbortSignal): Promise<SyncCredentials> {
  const raw = await call(PHONE_PATHS.sync, {
    background: true,
    ...(signal === undefined ? {} : { signal }),
  });
  if (!isObject(raw)) throw notReadable(raw);
  const { entity, url } = raw;
  if (typeof entity !== 'string' || typeof url !== 'string') throw notReadable(raw);
  return { entity, url };
}

/** Warms the server's indexes of a unit. */
export const updateViews = (stakeDB: string) =>
  call(pathOf(PHONE_PATHS.updateViews, { stakeDB }), {
    act: true,
    timeLimitMs: LONG_LIMIT_MS,
  });

/** Lets the server give back the space of replaced revisions of a unit. */
export const compactOnServer = (stakeDB: string) =>
  call(pathOf(PHONE_PATHS.compact, { stakeDB }), {
    act: true,
    timeLimitMs: LONG_LIMIT_MS,
  });
