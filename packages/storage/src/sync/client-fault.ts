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
  /** Milliseconds that the server asks to wait. */
  pauseMs?: number | null;
  cause?: unknown;
}

/** What became of one request, with what decides whether it is tried again. */
export class ClientFault extends SyncFault {
  readonly pauseMs: number | null;

  constructor(code: SyncFaultCode, options: ClientFaultOptions = {}) {
    super(code, options.reason ?? null, options.cause, options.status ?? null);
    this.pauseMs = options.pauseMs ?? null;
  }
}

const TOO_MANY_REQUESTS = 429;
const REQUEST_TIMEOUT = 408;

/** Whether the same request may succeed later without anybody doing anything. */
export function isPassing(error: unknown): error is SyncFault {
  if (!(error instanceof SyncFault)) return false;
  const { code, status } = error;
  return code === 'no-response' || code === 'server' || status === TOO_MANY_REQUESTS;
}

/** Reasons for answers whose body does not give one: a proxy's, or another server's. */
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

function codeOf(status: number): SyncFaultCode {
  // The server waited in vain for the rest of the request: to a person that is no connection.
  if (status === REQUEST_TIMEOUT) return 'no-response';
  return status >= 500 || status < 400 ? 'server' : 'refused';
}
