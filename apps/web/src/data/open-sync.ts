import type { PhoneReport } from '@crece/contract';
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
import { phoneReport } from './phone-report.ts';
import { setSyncOf, syncOf } from './sync.ts';

// In one chunk with the engine: import this file only from pages and parts that are loaded later.

/** Converts the error of a failed request for credentials into a fault of the synchronisation. */
export function syncFaultOf(cause: unknown): SyncFault {
  if (!(cause instanceof HttpError)) throw cause;
  const { code, status } = cause;
  // 'timeout' means that the server did not receive the rest of the request in time. For a person
  // that is a missing connection.
  if (code === 'no-response' || code === 'given-up' || code === 'timeout') {
    return new SyncFault('no-response', null, cause);
  }
  if (code === 'not-readable') return new SyncFault('foreign', null, cause, status);
  return new SyncFault((status ?? 0) >= 500 ? 'server' : 'credentials', code, cause, status);
}

/**
 * Address of the gateway: the path of `url` on the origin of this application. The token is never
 * sent to another origin, whatever `url` names.
 */
const gatewayAt = (url: string): string =>
  new URL(new URL(url, window.location.origin).pathname, window.location.origin).href;

/** Source of the token and of the gateway's address; who asks says how this phone is. */
export const syncServer = (report: () => Promise<PhoneReport | null>): SyncServer => ({
  credentials: async (signal) => {
    const told = await report();
    try {
      const { entity, url } = await fetchSyncCredentials(signal, told);
      return { entity, url: gatewayAt(url) };
    } catch (cause) {
      throw syncFaultOf(cause);
    }
  },
});

/** The sync of this unit in this tab; created at the first call. */
export function openUnitSync(unit: LocalUnit): UnitSync {
  const known = syncOf(unit);
  if (known !== undefined) return known;
  const sync = openSync(
    unit,
    syncServer(() => phoneReport(unit)),
  );
  setSyncOf(unit, sync);
  return sync;
}

/** Runs in progress that a person started: only that person or a sign-out ends them. */
export const personRuns = new WeakMap<UnitSync, Promise<SyncOutcome>>();
