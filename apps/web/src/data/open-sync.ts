import type { LocalUnit } from '@crece/storage';
import {
  openSync,
  SyncFault,
  type SyncOutcome,
  type SyncServer,
  type UnitSync,
} from '@crece/storage/sync';
import { HttpError } from '../api/http.ts';
import { fetchSyncCredentials } from '../api/sync.ts';
import { setSyncOf, syncOf } from './sync.ts';

// A chunk of its own with the engine: only pages and parts that are loaded later import this.

/** What a call for credentials that failed is for whoever synchronises. */
export function syncFaultOf(cause: unknown): SyncFault {
  if (!(cause instanceof HttpError)) throw cause;
  const { code, status } = cause;
  // The server waited in vain for the rest of the request: to a person that is no connection.
  if (code === 'no-response' || code === 'given-up' || code === 'timeout') {
    return new SyncFault('no-response', null, cause);
  }
  if (code === 'not-readable') return new SyncFault('foreign', null, cause, status);
  return new SyncFault((status ?? 0) >= 500 ? 'server' : 'credentials', code, cause, status);
}

/** The gateway of the server that this application came from: the token is sent to no other. */
const gatewayAt = (url: string): string =>
  new URL(new URL(url, window.location.origin).pathname, window.location.origin).href;

/** Where every unit of this tab gets its token, and the gateway's address. */
export const SYNC_SERVER: SyncServer = {
  credentials: async (signal) => {
    try {
      const { entity, url } = await fetchSyncCredentials(signal);
      return { entity, url: gatewayAt(url) };
    } catch (cause) {
      throw syncFaultOf(cause);
    }
  },
};

/** What synchronises this unit in this tab; made when it is first asked for. */
export function openUnitSync(unit: LocalUnit): UnitSync {
  const known = syncOf(unit);
  if (known !== undefined) return known;
  const sync = openSync(unit, SYNC_SERVER);
  setSyncOf(unit, sync);
  return sync;
}

/** Runs that a person started and that are under way: only that person, or a sign-out, ends them. */
export const personRuns = new WeakMap<UnitSync, Promise<SyncOutcome>>();
