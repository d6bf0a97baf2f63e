import { setTimeout as delay } from 'node:timers/promises';
import { StoreUnavailable } from '../document-store.ts';
import { ArrayElements } from './array-elements.ts';

/** Time limits for CouchDB, in milliseconds. */
export interface CouchTimeouts {
  /** Until an answer begins. */
  answerMs: number;
  /** Until the next piece of a long answer. */
  pieceMs: number;
  /** Pauses before each retry of a reading request; there are as many retries as pauses. */
  pausesMs: readonly number[];
  /** How long to wait until another process withdraws its edit of the same document. */
  rivalMs: number;
}

/** Below the limit of 5 minutes that `fetch` sets itself. */
const LONG_ANSWER_MS = 280_000;

/**
 * A machine that does not respond is given up within seconds, because phones retry by themselves.
 */
export const COUCH_TIMEOUTS: CouchTimeouts = {
  answerMs: 10_000,
  pieceMs: 20_000,
  pausesMs: [100, 500],
  rivalMs: 2_000,
};

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the server's address, encoded. */
  path: string;
  /** Values are written as JSON, as CouchDB reads keys, except `text`. */
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** JSON. */
  body?: string;
  /** The request changes nothing, so it may be retried. */
  isQuestion: boolean;
  /** CouchDB may have to build an index first. */
  isLong?: true;
  /** CouchDB is asked to wait this long before it answers (milliseconds). */
  waitMs?: number;
  /** 4xx statuses that the caller handles. */
  expected?: readonly number[];
  /** Ends the request when it is no longer wanted. */
  signal?: AbortSignal;
}

export interface CouchAnswer {
  status: number;
  body: unknown;
}

const STATUS = { tooMany: 429, timeout: 408, unauthorized: 401, forbidden: 403, notFound: 404 };
const SERVER_FAULT = 500;
/** 202: fewer copies than a majority were written; a failing disk could still lose the write. */
const TOO_FEW_COPIES = 202;
const LONGEST_REASON = 300;

/** CouchDB refused a request. */
export class CouchRefusal extends Error {
  override readonly name = 'CouchRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function isRefused(error: unknown, statuses: readonly number[]): boolean {
  if (!(error instanceof StoreUnavailable) || !(error.cause instanceof CouchRefusal)) return false;
  return statuses.includes(error.cause.status);
}

/** Whether CouchDB refused the request because of the account. */
export function isAccountRefused(error: unknown): boolean {
  return isRefused(error, [STATUS.unauthorized, STATUS.forbidden]);
}

/** Whether the database does not exist, or not for this account. */
export function isUnheardOf(error: unknown): boolean {
  return isRefused(error, [STATUS.forbidden, STATUS.notFound]);
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string')
    return cause.code;
  if (!(cause instanceof Error)) return 'no reason given';
  return cause.name === 'Error' ? cause.message : cause.name;
}

/** Our own time limit, or that of `fetch` for a connection. */
function isTimeout(error: unknown): boolean {
  return ['AbortError', 'UND_ERR_CONNECT_TIMEOUT'].includes(codeOf(error));
}

function searchOf({ query = {} }: Request): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function isFault(status: number): boolean {
  return status >= SERVER_FAULT || status === STATUS.tooMany || status === STATUS.timeout;
}

/** An element of a long answer. */
export interface SizedElement {
  value: unknown;
  /** Characters of its text. */
  length: number;
}

/** A request whose answer has begun. */
interface Sent {
  response: Response;
  /** Drops the rest of the answer. */
  abort: () => void;
  /** Must be called when the answer has begun: ends its time limit. */
  arrived: () => void;
  /** Must be called when the answer is no longer needed. */
  end: () => void;
}

/**
 * Talks to CouchDB with one account. Failures outside the program (no connection, a timeout, a
 * refused account, a fault of the server) become `StoreUnavailable`; only reading requests are
 * retried.
 */
export class CouchClient {
  /** The name of the account; `null`: none. */
  readonly user: string | null;
  /** The address without the password, for messages. */
  readonly address: string;
  readonly #authorization: string | null;
  readonly #timeouts: CouchTimeouts;
  readonly #running = new Set<() => void>();
  #isClosed = false;

  constructor(url: URL, timeouts: CouchTimeouts = COUCH_TIMEOUTS) {
    const { username, password } = url;
    this.user = username === '' ? null : decodeURIComponent(username);
    this.address = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
    const pair = `${this.user ?? ''}:${decodeURIComponent(password)}`;
    this.#authorization =
      this.user === null ? null : `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
    this.#timeouts = timeouts;
  }

  /** Ends all running requests; no further ones are sent. */
  close(): void {
    this.#isClosed = true;
    for (const abort of this.#running) abort();
  }

  /** Sends a request and reads the whole answer as JSON. */
  async ask(request: Request): Promise<CouchAnswer> {
    return this.#repeating(request, async () => {
      const { response, end, abort, arrived } = await this.#send(request);
      arrived();
      const timer = setTimeout(abort, this.#limitOf(request, this.#timeouts.pieceMs));
      try {
        const text = await response.text();
        return {
          status: response.status,
          body: text === '' ? null : (JSON.parse(text) as unknown),
        };
      } catch (error) {
        throw this.#unreachable(error);
      } finally {
        clearTimeout(timer);
        end();
      }
    });
  }

  /**
   * Requests an answer with one long array (`{"rows": […]}`) and yields its elements as they
   * arrive. Throws `StoreUnavailable` when the answer is cut.
   */
  async *elements(request: Request): AsyncGenerator<unknown, void> {
    for await (const { value } of this.sizedElements(request)) yield value;
  }

  /** The same, each element with the length of its text. */
  async *sizedElements(request: Request): AsyncGenerator<SizedElement, void> {
    const sent = await this.#repeating(request, () => this.#send(request));
    sent.arrived();
    const reader = sent.response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const elements = new ArrayElements();
    try {
      for (;;) {
        const timer = setTimeout(sent.abort, this.#timeouts.pieceMs);
        const piece = await reader?.read().finally(() => clearTimeout(timer));
        if (piece?.value === undefined) break;
        for (const text of elements.take(piece.value)) {
          yield { value: JSON.parse(text) as unknown, length: text.length };
        }
      }
    } catch (error) {
      throw this.#unreachable(error);
    } finally {
      sent.abort();
      sent.end();
    }
    if (!elements.isComplete) {
      throw new StoreUnavailable(`the answer of CouchDB at ${this.address} was cut`);
    }
  }

  async #repeating<Result>(request: Request, send: () => Promise<Result>): Promise<Result> {
    const pauses = request.isQuestion ? this.#timeouts.pausesMs : [];
    for (const pause of pauses) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || error.cause instanceof CouchRefusal)
          throw error;
        // After a timeout a retry would only take as long again.
        if (isTimeout(error.cause)) throw error;
        if (this.#isClosed || request.signal?.aborted === true) throw error;
        await delay(pause);
      }
    }
    return send();
  }

  async #send(request: Request): Promise<Sent> {
    const { method, path, body, expected = [] } = request;
    if (this.#isClosed) throw new StoreUnavailable('the databases are closed');
    const { signal, abort, arrived, end } = this.#begin(request);
    try {
      const response = await fetch(`${this.address}/${path}${searchOf(request)}`, {
        method,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(this.#authorization === null ? {} : { authorization: this.#authorization }),
        },
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
        signal,
      }).catch((error: unknown) => {
        throw this.#unreachable(error);
      });
      const isKept = request.isQuestion || response.status !== TOO_FEW_COPIES;
      if ((response.ok && isKept) || expected.includes(response.status)) {
        return { response, abort, arrived, end };
      }
      throw await this.#fault(response);
    } catch (error) {
      end();
      throw error;
    }
  }

  /** A time limit in milliseconds, longer for slow requests. */
  #limitOf({ isLong, waitMs = 0 }: Request, usualMs: number): number {
    return isLong === true ? LONG_ANSWER_MS : usualMs + waitMs;
  }

  /** Everything that can end a request: its time limit, the caller, and closing the databases. */
  #begin(request: Request): Omit<Sent, 'response'> & { signal: AbortSignal } {
    const { signal } = request;
    const controller = new AbortController();
    const abort = () => controller.abort();
    const timer = setTimeout(abort, this.#limitOf(request, this.#timeouts.answerMs));
    const arrived = () => clearTimeout(timer);
    // Not `AbortSignal.any`, which keeps every request in memory as long as one of its signals
    // lives.
    this.#running.add(abort);
    signal?.addEventListener('abort', abort);
    const end = () => {
      arrived();
      this.#running.delete(abort);
      signal?.removeEventListener('abort', abort);
    };
    return { signal: controller.signal, abort, arrived, end };
  }

  #unreachable(error: unknown): StoreUnavailable {
    if (this.#isClosed) return new StoreUnavailable('the databases are closed');
    const code = codeOf(error);
    const words = isTimeout(error) ? 'did not answer in time' : `cannot be reached (${code})`;
    return new StoreUnavailable(`CouchDB at ${this.address} ${words}`, { cause: error });
  }

  /**
   * The error for an unexpected answer: a failure outside the program, or a fault of the program.
   */
  async #fault(response: Response): Promise<Error> {
    const { status } = response;
    const text = (await response.text().catch(() => '')).trim().slice(0, LONGEST_REASON);
    const told = `CouchDB at ${this.address}`;
    if (status === TOO_FEW_COPIES) {
      return new StoreUnavailable(`${told} has too few of its servers to keep a record safely`);
    }
    if (isFault(status)) return new StoreUnavailable(`${told} answers ${status}: ${text}`);
    const refused = new CouchRefusal(status, `${told} answers ${status}: ${text}`);
    if (status === STATUS.unauthorized || status === STATUS.forbidden) {
      const who = this.user === null ? 'whoever has no account' : `the account "${this.user}"`;
      return new StoreUnavailable(`${told} refuses ${who} (${status}: ${text})`, {
        cause: refused,
      });
    }
    if (status === STATUS.notFound) {
      return new StoreUnavailable(`the database is gone from ${told} (${text})`, {
        cause: refused,
      });
    }
    return refused;
  }
}
