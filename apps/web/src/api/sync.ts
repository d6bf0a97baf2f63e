import {
  PHONE_PATHS,
  PHONE_REPORT_BYTES,
  PHONE_REPORT_HEADER,
  type PhoneReport,
  type RemovedBody,
  type SyncCredentials,
} from '@crece/contract';
import { call, pathOf } from './http.ts';
import { notReadable, readBody } from './session-calls.ts';

/** Time limit for building a large unit's indexes or compacting it. */
const LONG_LIMIT_MS = 120_000;

/** Sends a request with how this phone is. A report that the server would not read stays here. */
function telling(report: PhoneReport): (address: string, init: RequestInit) => Promise<Response> {
  const text = JSON.stringify(report);
  return (address, init) => {
    const headers = new Headers(init.headers);
    if (text.length <= PHONE_REPORT_BYTES) headers.set(PHONE_REPORT_HEADER, text);
    return fetch(address, { ...init, headers });
  };
}

/**
 * Fetches a token and the address of the gateway. A failure redirects nobody: the sync itself
 * reports it. `report`: null when this phone tells nothing about itself.
 */
export async function fetchSyncCredentials(
  signal?: AbortSignal,
  report: PhoneReport | null = null,
): Promise<SyncCredentials> {
  const raw = await call(PHONE_PATHS.sync, {
    background: true,
    ...(signal === undefined ? {} : { signal }),
    ...(report === null ? {} : { transport: telling(report) }),
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
