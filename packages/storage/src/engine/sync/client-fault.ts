import type { SyncRefusal } from '@crece/contract';
import { SyncFault, type SyncFaultCode } from './types.ts';

/** The run was cancelled: not a fault, but thrown in the same way. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/**
 * The server's history differs from the one at the start of the run: acknowledged records may be
 * lost.
 */
export class EpochChanged extends Error {
  override readonly name = 'EpochChanged';
}

/** The server lacks revisions that it had acknowledged. */
export class RecordsLost extends Error {
  override readonly name = 'RecordsLost';
}

interface ClientFaultOptions {
  reason?: string | null;
  status?: number;
  record?: string;
  /** Pause that the server asks for, in milliseconds. */
  pauseMs?: number | null;
  cause?: unknown;
}

/** The failure of one request, with the data that decides about a retry. */
export class ClientFault extends SyncFault {
  readonly pauseMs: number | null;

  constructor(code: SyncFaultCode, options: ClientFaultOptions = {}) {
    super(
      code,
      options.reason ?? null,
      options.cause,
      options.status ?? null,
      options.record ?? null,
    );
    this.pauseMs = options.pauseMs ?? null;
  }
}

const REQUEST_TIMEOUT = 408;
export const CONTENT_TOO_LARGE = 413;
const TOO_MANY_REQUESTS = 429;
const NETWORK_SIGN_IN = 511;

/** Whether the same request may succeed later without any action by a person. */
export function isPassing(error: unknown): error is SyncFault {
  if (!(error instanceof SyncFault)) return false;
  const { code, status } = error;
  if (code === 'no-response' || code === 'server' || status === TOO_MANY_REQUESTS) return true;
  // A foreign page with a success status may be gone in a moment; one that refuses will refuse
  // again.
  return code === 'foreign' && status !== null && status < 400;
}

/** Whether a smaller request may succeed, according to the server or to a proxy. */
export function isTooLarge(error: unknown): error is SyncFault {
  return error instanceof SyncFault && error.status === CONTENT_TOO_LARGE;
}

/** Reasons for refusals by the gateway whose body was lost, by status. */
const REASONS: Readonly<Record<number, SyncRefusal>> = {
  400: 'bad-request',
  401: 'token-missing',
  403: 'role',
  404: 'unknown-address',
  412: 'exists',
  413: 'too-large',
};

/** The fault for a gateway answer with a status other than 2xx. */
export function faultOfAnswer(status: number, body: unknown, pauseMs: number | null): ClientFault {
  const told: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'reason') : undefined;
  const reason = typeof told === 'string' ? told : (REASONS[status] ?? String(status));
  return new ClientFault(codeOf(status), { reason, status, pauseMs });
}

/** The fault for an answer that does not come from the gateway. */
export function faultOfForeign(status: number, pauseMs: number | null): ClientFault {
  // A proxy reports in its own words that the server is still starting.
  const isFailing = status >= 500 && status !== NETWORK_SIGN_IN;
  const isBroken = isFailing || status === REQUEST_TIMEOUT;
  return isBroken
    ? faultOfAnswer(status, null, pauseMs)
    : new ClientFault('foreign', { status, pauseMs });
}

function codeOf(status: number): SyncFaultCode {
  // The server timed out waiting for the rest of the request: for a person that means no
  // connection.
  if (status === REQUEST_TIMEOUT) return 'no-response';
  return status >= 500 || status < 400 ? 'server' : 'refused';
}
