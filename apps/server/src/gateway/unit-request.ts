import type { SyncRefusal } from '@crece/contract';
import type { Account, ActionPlace } from '@crece/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentStore } from '../store/document-store.ts';

/** What a request to a unit's database works with; token, role, scope and unit are checked by then. */
export interface UnitRequest {
  stakeDB: string;
  /** The unit as rights know it. */
  place: ActionPlace;
  store: DocumentStore;
  account: Account;
  accountId: string;
  username: string;
  /** The phone's mark is older than those that are kept: it has to check all that it has. */
  mustCheck: boolean;
  /**
   * Asks the store once more whether the account may go on, for requests that take long: before
   * each batch. `null`: it may; else the request ends with this reason. The age of the token does
   * not count: what was begun in time is finished.
   */
  recheck(): Promise<SyncRefusal | null>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes of the gateway that name a unit; `null` elsewhere. */
    unit: UnitRequest | null;
  }
}

/** The unit that a request of the gateway is about; no such route is reached without one. */
export function unitRequestOf(request: FastifyRequest): UnitRequest {
  if (request.unit === null) throw new Error('a route of a unit was reached without one');
  return request.unit;
}

/** Status and CouchDB's word for each reason; programs that know only CouchDB go by these. */
const REFUSALS: Readonly<Record<SyncRefusal, { status: number; error: string }>> = {
  'bad-request': { status: 400, error: 'bad_request' },
  'token-missing': { status: 401, error: 'unauthorized' },
  'token-expired': { status: 401, error: 'unauthorized' },
  'session-ended': { status: 401, error: 'unauthorized' },
  role: { status: 403, error: 'forbidden' },
  unit: { status: 403, error: 'forbidden' },
  'unknown-address': { status: 404, error: 'not_found' },
  missing: { status: 404, error: 'not_found' },
  timeout: { status: 408, error: 'request_timeout' },
  conflict: { status: 409, error: 'conflict' },
  exists: { status: 412, error: 'file_exists' },
  'too-large': { status: 413, error: 'too_large' },
  'unsupported-type': { status: 415, error: 'bad_content_type' },
  'too-many': { status: 429, error: 'too_many_requests' },
  'too-many-feeds': { status: 429, error: 'too_many_requests' },
  'server-error': { status: 500, error: 'internal_server_error' },
  unavailable: { status: 503, error: 'service_unavailable' },
};

/** After a store that cannot be reached, or too many calls, bodies or feeds at once, another try makes sense after so long. */
const RETRY_SECONDS = 10;

/** The body of a refusal, as CouchDB would word it. */
export function syncBodyOf(reason: SyncRefusal): { error: string; reason: SyncRefusal } {
  return { error: REFUSALS[reason].error, reason };
}

/** Refuses a whole request as CouchDB would, with the reason in our words. */
export function refuseSync(reply: FastifyReply, reason: SyncRefusal): FastifyReply {
  const { status } = REFUSALS[reason];
  if (status === REFUSALS['token-missing'].status) reply.header('www-authenticate', 'JWT');
  if (status === REFUSALS['too-many'].status || reason === 'unavailable')
    reply.header('retry-after', String(RETRY_SECONDS));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(syncBodyOf(reason));
}

/** A refusal of the whole request that is met deep inside: the gateway's error handler answers it. */
export class SyncRefused extends Error {
  override readonly name = 'SyncRefused';
  readonly reason: SyncRefusal;

  constructor(reason: SyncRefusal) {
    super(reason);
    this.reason = reason;
  }
}
