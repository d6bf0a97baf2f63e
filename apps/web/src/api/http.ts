import { ERROR_CODES, type ErrorCode, type IssueBody, RENEWED_TOKEN_HEADER } from '@crece/contract';
import { timeLimit } from '@crece/storage';
import { type FailedCall, type HttpErrorCode, tellFailure } from './failed-calls.ts';
import { renewToken, storedSession } from './stored-session.ts';

interface HttpErrorDetails {
  /** The server's message, for pages that show it. */
  message?: string | undefined;
  /** The status text. */
  statusText?: string;
  /** Issues of a refused form, with their fields. */
  issues?: readonly IssueBody[];
  cause?: unknown;
}

/** A call to the server that returned nothing usable. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: HttpErrorCode;
  readonly status: number | null;
  /** The server's own message, or `null`. */
  readonly said: string | null;
  readonly issues: readonly IssueBody[];
  /** The status text; empty when the connection has none. */
  readonly statusText: string;
  /** Whether the error catalogue has already shown it, so that the caller need not. */
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
  /** Nobody waits for it: a failure only changes the session's mark. */
  background?: boolean;
  /** A GET requested by a person that is not a page's own data. */
  act?: boolean;
  /** Used instead of this device's token: to end a session that was already removed here. */
  token?: string;
  /** Cancels the call, e.g. when its page is left. */
  signal?: AbortSignal;
  timeLimitMs?: number;
  /** Continues when the page is closed. */
  keepalive?: boolean;
  /** Receives the answer's head: the server's clock, for example. */
  onHead?: (headers: Headers) => void;
  /** Sends the request instead of `fetch`, which reports no upload progress. */
  transport?: (address: string, init: RequestInit) => Promise<Response>;
}

const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
};

/** Time limit of a call on a phone with a slow connection. */
const TIME_LIMIT_MS = 10_000;

/** The names in a path: `userId` of `/api/users/:userId`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** `pathOf('/api/users/:userId', { userId: 'a b' })` → `/api/users/a%20b`. */
export function pathOf<Path extends string>(
  path: Path,
  params: Readonly<Record<NamesIn<Path>, string>>,
): string {
  return path.replace(/:(\w+)/g, (_all, name: NamesIn<Path>) => encodeURIComponent(params[name]));
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

/** The server's message shortened to one line; shown as text, never as markup. */
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

/**
 * Whether the response is an HTML page instead of our server's; a proxy sends one when the server
 * is down.
 */
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
  // Offline, a request would only log an error in the browser.
  if (!navigator.onLine) throw new HttpError('no-response', null);
  try {
    return await (options.transport ?? fetch)(addressOf(path, query), {
      method,
      headers: {
        accept: 'application/json',
        'accept-language': document.documentElement.lang,
        ...(token === null ? {} : { authorization: `JWT ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: timeLimit(options.timeLimitMs ?? TIME_LIMIT_MS, signal),
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
  options.onHead?.(response.headers);
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
  // No token while another person than the signed-in user uses this device.
  const token = options.token ?? tokenOfActive();
  const { pathname } = location;
  try {
    return await answerOf(path, token, options, read);
  } catch (error) {
    if (error instanceof HttpError && error.code !== 'given-up') {
      const ofSession = token !== null && token === storedSession().token;
      // The page was left: nobody waits for its data, and the one that is shown must not be taken away.
      const isLeft = location.pathname !== pathname;
      const waits = isLeft && purpose === 'page' ? 'background' : purpose;
      tellFailure({ error, purpose: waits, isLeft, ofSession });
    }
    throw error;
  }
}

/**
 * Calls our own server and returns its JSON; throws `HttpError`. Failures that the error catalogue
 * handles are shown before they are thrown (`isTold`). A GET counts as a page's own data unless it
 * is a background call. The caller checks the shape of the result.
 */
export function call(path: string, options: CallOptions = {}): Promise<unknown> {
  const purpose = options.act || (options.method ?? 'GET') !== 'GET' ? 'act' : 'page';
  return run<unknown>(path, options, options.background ? 'background' : purpose, (response) =>
    response.json(),
  );
}

/**
 * Makes a call whose status matters to the caller, who also reports a failure: the error catalogue
 * only changes the session.
 */
export function callForStatus(
  path: string,
  options: CallOptions,
): Promise<{ status: number; body: unknown }> {
  return run(path, options, 'background', async (response) => ({
    status: response.status,
    // Status 204 has no body.
    body: (await response.json().catch(() => null)) as unknown,
  }));
}

/** Fetches a file that a person requested, with the session's token; fails like `call`. */
export function callFile(path: string, options: CallOptions = {}): Promise<Blob> {
  return run(path, options, 'act', (response) => response.blob());
}

/** GETs data that the application needs by itself; see `call`. */
export function getJson(
  path: string,
  timeLimitMs = TIME_LIMIT_MS,
  options: Pick<CallOptions, 'onHead'> = {},
): Promise<unknown> {
  return call(path, { ...options, background: true, timeLimitMs });
}

/**
 * The failure that the caller still has to report; `null` when it was shown or cancelled. Rethrows
 * any other error.
 */
export function leftToSay(cause: unknown): HttpError | null {
  if (!(cause instanceof HttpError)) throw cause;
  return cause.isTold || cause.code === 'given-up' ? null : cause;
}
