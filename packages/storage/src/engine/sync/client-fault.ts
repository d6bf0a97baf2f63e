import { SyncFault, type SyncFaultCode } from './types.ts';

/** The run was cancelled: no fault, but it travels the same way. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** The server's history is another one than when the run began: what was acknowledged may be lost. */
export class EpochChanged extends Error {
  override readonly name = 'EpochChanged';
}

/** The server lacks what it had acknowledged. */
export class RecordsLost extends Error {
  override readonly name = 'RecordsLost';
}

interface ClientFaultOptions {
  reason?: string | null;
  status?: number;
  record?: string;
  /** Milliseconds that the server asks to wait. */
  pauseMs?: number | null;
  cause?: unknown;
}

/** What became of one request, with what decides whether it is tried again. */
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
export const TOO_LARGE = 413;
const TOO_MANY_REQUESTS = 429;
const NETWORK_SIGN_IN = 511;

/** Whether the same request may succeed later without anybody doing anything. */
export function isPassing(error: unknown): error is SyncFault {
  if (!(error instanceof SyncFault)) return false;
  const { code, status } = error;
  if (code === 'no-response' || code === 'server' || status === TOO_MANY_REQUESTS) return true;
  // A page in the place of an answer may be gone in a moment; whoever refuses goes on refusing.
  return code === 'foreign' && status !== null && status < 400;
}

/** Whether a smaller request may pass where this one did not: the server's word, or a proxy's. */
export function isTooLarge(error: unknown): error is SyncFault {
  return error instanceof SyncFault && error.status === TOO_LARGE;
}

/** Reasons for refusals of the gateway whose body was lost on the way. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'bad-request',
  401: 'token-missing',
  403: 'role',
  404: 'unknown-address',
  412: 'exists',
  413: 'too-large',
};

/** The fault that an answer other than 2xx stands for. */
export function faultOfAnswer(status: number, body: unknown, pauseMs: number | null): ClientFault {
  const told: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'reason') : undefined;
  const reason = typeof told === 'string' ? told : (REASONS[status] ?? String(status));
  return new ClientFault(codeOf(status), { reason, status, pauseMs });
}

/** The fault of the line that an answer stands for which is not the gateway's. */
export function faultOfForeign(status: number, pauseMs: number | null): ClientFault {
  // A proxy that waits in vain for a server that is being started says so in its own words.
  const isFailing = status >= 500 && status !== NETWORK_SIGN_IN;
  const isBroken = isFailing || status === REQUEST_TIMEOUT;
  return isBroken
    ? faultOfAnswer(status, null, pauseMs)
    : new ClientFault('foreign', { status, pauseMs });
}

function codeOf(status: number): SyncFaultCode {
  // The server waited in vain for the rest of the request: to a person that is no connection.
  if (status === REQUEST_TIMEOUT) return 'no-response';
  return status >= 500 || status < 400 ? 'server' : 'refused';
}
