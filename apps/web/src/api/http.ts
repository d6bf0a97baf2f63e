/** What a call that failed is called; `no-response` is also the time limit and being offline. */
type HttpErrorCode =
  | 'no-response'
  | 'bad-request'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'not-readable'
  | 'server-error';

/** A call to the server that gave no usable answer. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: HttpErrorCode;
  readonly status: number | null;

  constructor(code: HttpErrorCode, status: number | null, options: { cause?: unknown } = {}) {
    super(status === null ? code : `${code} (${status})`, options);
    this.code = code;
    this.status = status;
  }
}

const CODES: Readonly<Record<number, HttpErrorCode>> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
};

/** A phone on a thin line gets this long before the answer counts as none. */
const TIME_LIMIT_MS = 10_000;

/** GETs JSON of our own server; throws `HttpError`. The caller checks the shape of what comes. */
export async function getJson(path: string, timeLimitMs = TIME_LIMIT_MS): Promise<unknown> {
  // Without a network the browser would only log a failure that is none.
  if (!navigator.onLine) throw new HttpError('no-response', null);
  let response: Response;
  try {
    response = await fetch(path, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeLimitMs),
    });
  } catch (cause) {
    throw new HttpError('no-response', null, { cause });
  }
  if (!response.ok) {
    throw new HttpError(CODES[response.status] ?? 'server-error', response.status);
  }
  try {
    return await response.json();
  } catch (cause) {
    throw new HttpError('not-readable', response.status, { cause });
  }
}
