import { ERROR_CODES, type ErrorCode, type IssueBody, RENEWED_TOKEN_HEADER } from '@crece/contract';
import { renewToken, storedSession } from './stored-session.ts';

/**
 * What a call that failed is called; `no-response` is also the time limit and being offline, `refused`
 * a 4xx whose code this version does not know, `not-readable` whatever somebody else may have answered:
 * a network's sign-in page, which ends no session and refuses nobody, whatever its status.
 */
export type HttpErrorCode = ErrorCode | 'no-response' | 'not-readable' | 'given-up' | 'refused';

interface HttpErrorDetails {
  /** The server's sentence, for the pages that show it. */
  message?: string | undefined;
  /** The phrase beside the status. */
  statusText?: string;
  /** What is wrong with which field of a refused form. */
  issues?: readonly IssueBody[];
  cause?: unknown;
}

/** A call to the server that gave no usable answer. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: HttpErrorCode;
  readonly status: number | null;
  /** The server's own sentence, or `null`. */
  readonly said: string | null;
  readonly issues: readonly IssueBody[];
  /** The phrase beside the status; empty where the connection carries none. */
  readonly statusText: string;
  /** The error catalogue has told it already: whoever called has nothing more to say. */
  isTold = false;

  constructor(code: HttpErrorCode, status: number | null, details: HttpErrorDetails = {}) {
    super(status === null ? code : `${code} (${status})`, { cause: details.cause });
    this.code = code;
    this.status = status;
    this.said = details.message ?? null;
    this.issues = details.issues ?? [];
    this.statusText = details.statusText ?? '';
  }
}

type Query = Readonly<Record<string, string | number | undefined>>;

interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form with files, instead of `body`. */
  form?: FormData;
  /** Nobody waits for it: failures change the session mark and nothing else. */
  background?: boolean;
  /** A GET that does what a person asked for and is no page's own data. */
  act?: boolean;
  /** Instead of this device's token: the call that ends a session which is gone here already. */
  token?: string;
  /** The call is no longer wanted, e.g. because its page is left. */
  signal?: AbortSignal;
  timeLimitMs?: number;
  /** Goes on when the page is closed. */
  keepalive?: boolean;
  /** What sends the request instead of `fetch`, which cannot tell how far an upload is. */
  transport?: (address: string, init: RequestInit) => Promise<Response>;
}

/** A failed call for the error catalogue. */
export interface FailedCall {
  error: HttpError;
  /** `page`: a page's own data; `act`: something a person did; `background`: nobody waits. */
  purpose: 'page' | 'act' | 'background';
  /** Whether the call carried the session that this device still has. */
  ofSession: boolean;
}

const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
};

/** A phone on a thin line gets this long before the answer counts as none. */
const TIME_LIMIT_MS = 10_000;

const listeners = new Set<(failed: FailedCall) => void>();

/** Where the error catalogue listens; one listener, see `CallRules`. */
export function listenToFailures(listener: (failed: FailedCall) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `pathOf('/api/users/:userId', { userId: 'a b' })` → `/api/users/a%20b`. */
export function pathOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
}

function addressOf(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

const LONGEST_MESSAGE = 300;

/** The server's sentence in one line of bearable length; it is shown as text, never as markup. */
function sentenceOf(message: unknown): string | undefined {
  if (typeof message !== 'string') return undefined;
  const line = message.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line === '') return undefined;
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}…` : line;
}

function codeOf(code: unknown, status: number): HttpErrorCode {
  if (typeof code === 'string' && Object.hasOwn(ERROR_CODES, code)) return code as ErrorCode;
  return STATUS_CODES[status] ?? (status >= 500 ? 'server-error' : 'refused');
}

const NETWORK_SIGN_IN = 511;

/** Whether it is a page and no answer of ours; servers that are down are told by a proxy's page, too. */
function isPage({ status, headers }: Response): boolean {
  const isHtml = headers.get('content-type')?.startsWith('text/html') === true;
  return isHtml && (status < 500 || status === NETWORK_SIGN_IN);
}

async function errorOf(response: Response): Promise<HttpError> {
  const { status, statusText } = response;
  if (isPage(response)) return new HttpError('not-readable', status, { statusText });
  const body: unknown = await response.json().catch(() => null);
  const { code, message, issues } = (body ?? {}) as Record<string, unknown>;
  return new HttpError(codeOf(code, status), status, {
    message: sentenceOf(message),
    statusText,
    issues: Array.isArray(issues) ? (issues as IssueBody[]) : [],
  });
}

async function send(path: string, token: string | null, options: CallOptions): Promise<Response> {
  const { method = 'GET', query = {}, body, form, signal, keepalive } = options;
  // Without a network the browser would only log a failure that is none.
  if (!navigator.onLine) throw new HttpError('no-response', null);
  const limit = AbortSignal.timeout(options.timeLimitMs ?? TIME_LIMIT_MS);
  try {
    return await (options.transport ?? fetch)(addressOf(path, query), {
      method,
      headers: {
        accept: 'application/json',
        'accept-language': document.documentElement.lang,
        ...(token === null ? {} : { authorization: `JWT ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form === undefined ? {} : { body: form }),
      ...(keepalive === undefined ? {} : { keepalive }),
    });
  } catch (cause) {
    throw new HttpError(signal?.aborted ? 'given-up' : 'no-response', null, { cause });
  }
}

async function answerOf<T>(
  path: string,
  token: string | null,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const response = await send(path, token, options);
  const renewed = response.headers.get(RENEWED_TOKEN_HEADER);
  if (renewed !== null && token !== null) renewToken(token, renewed);
  if (!response.ok) throw await errorOf(response);
  try {
    return await read(response);
  } catch (cause) {
    const code = options.signal?.aborted ? 'given-up' : 'not-readable';
    throw new HttpError(code, response.status, { cause });
  }
}

function tokenOfActive(): string | null {
  const { token, isUserActive } = storedSession();
  return isUserActive ? token : null;
}

async function run<T>(
  path: string,
  options: CallOptions,
  purpose: FailedCall['purpose'],
  read: (response: Response) => Promise<T>,
): Promise<T> {
  // In nobody's name while somebody else than the signed-in user works on this device.
  const token = options.token ?? tokenOfActive();
  try {
    return await answerOf(path, token, options, read);
  } catch (error) {
    if (error instanceof HttpError && error.code !== 'given-up') {
      const ofSession = token !== null && token === storedSession().token;
      for (const listener of listeners) listener({ error, purpose, ofSession });
    }
    throw error;
  }
}

/**
 * Calls our own server and gives the JSON that it answers; throws `HttpError`. What the error
 * catalogue has an answer for is told before it is thrown (`isTold`). A GET is a page's own data
 * unless it is a background call. The caller checks the shape of what comes.
 */
export function call(path: string, options: CallOptions = {}): Promise<unknown> {
  const purpose = options.act || (options.method ?? 'GET') !== 'GET' ? 'act' : 'page';
  return run<unknown>(path, options, options.background ? 'background' : purpose, (response) =>
    response.json(),
  );
}

/**
 * Makes a call whose status means something to whoever made it, who also says what came of a failed
 * one: the error catalogue only changes the session.
 */
export function callForStatus(
  path: string,
  options: CallOptions,
): Promise<{ status: number; body: unknown }> {
  return run(path, options, 'background', async (response) => ({
    status: response.status,
    // 204 has none.
    body: (await response.json().catch(() => null)) as unknown,
  }));
}

/** Fetches a file that a person asked for, with the session's token; fails like `call`. */
export function callFile(path: string, options: CallOptions = {}): Promise<Blob> {
  return run(path, options, 'act', (response) => response.blob());
}

/** GETs what the application needs by itself; see `call`. */
export function getJson(path: string, timeLimitMs = TIME_LIMIT_MS): Promise<unknown> {
  return call(path, { background: true, timeLimitMs });
}

/**
 * What the caller still has to say about a failed call: `null` when it has been told or is no
 * longer wanted. Anything but a failed call is a fault and thrown on.
 */
export function leftToSay(cause: unknown): HttpError | null {
  if (!(cause instanceof HttpError)) throw cause;
  return cause.isTold || cause.code === 'given-up' ? null : cause;
}
