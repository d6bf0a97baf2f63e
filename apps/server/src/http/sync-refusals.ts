import type { SyncRefusal } from '@crece/contract';
import type { FastifyReply } from 'fastify';

/**
 * Status and CouchDB's error word for each reason; clients that know only CouchDB rely on these.
 */
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

/**
 * Value of `retry-after` in seconds, when the store cannot be reached or too many calls, bodies or
 * feeds are open.
 */
const RETRY_SECONDS = 10;

/** The body of a refusal in CouchDB's form. */
export function syncBodyOf(reason: SyncRefusal): { error: string; reason: SyncRefusal } {
  return { error: REFUSALS[reason].error, reason };
}

/** Refuses a whole request in CouchDB's form, with our own reason. */
export function refuseSync(reply: FastifyReply, reason: SyncRefusal): FastifyReply {
  const { status } = REFUSALS[reason];
  // Set when the body was to be packed, before its first piece failed: plain JSON is no brotli.
  reply.removeHeader('content-encoding');
  if (status === REFUSALS['token-missing'].status) reply.header('www-authenticate', 'JWT');
  if (status === REFUSALS['too-many'].status || reason === 'unavailable')
    reply.header('retry-after', String(RETRY_SECONDS));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(syncBodyOf(reason));
}

/** Thrown deep inside a request to refuse it as a whole; the gateway's error handler answers it. */
export class SyncRefused extends Error {
  override readonly name = 'SyncRefused';
  readonly reason: SyncRefusal;

  constructor(reason: SyncRefusal) {
    super(reason);
    this.reason = reason;
  }
}
