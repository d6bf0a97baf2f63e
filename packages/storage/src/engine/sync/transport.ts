import {
  SYNC_AFTER_HEADER,
  SYNC_CHECK_HEADER,
  SYNC_EPOCH_HEADER,
  SYNC_FROM_FILE_HEADER,
  SYNC_MARK_HEADER,
  SYNC_SINCE_HEADER,
  SYNC_UNIT_HEADER,
  type SyncCredentials,
  type SyncRefusal,
} from '@crece/contract';
import {
  Cancelled,
  ClientFault,
  EpochChanged,
  faultOfAnswer,
  faultOfForeign,
  isPassing,
} from './client-fault.ts';
import { askedPause, pauseBefore, type RetryPolicy } from './retry-policy.ts';
import { SyncFault, type SyncServer } from './types.ts';
import { Watch } from './watch.ts';
import { ProtocolError } from './wire.ts';

/** The gateway answers with JSON, whole or line by line (a snapshot). */
const GATEWAY_TYPE = /^application\/(?:x-nd)?json\b/i;

const UNAUTHORISED = 401;

/** `Date` has whole seconds: on average the server's clock was half a second further. */
const HALF_A_SECOND_MS = 500;

/** A wait before the next attempt: until when, and the fault of the last attempt. */
export interface Pause {
  until: Date;
  fault: SyncFault;
}

export interface TransportOptions {
  server: SyncServer;
  /** Aborts every request and every wait of the run. */
  signal: AbortSignal;
  clock: () => Date;
  random: () => number;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  retryPolicy: RetryPolicy;
  /** Called when a pause begins; with null when it is over. */
  onPause: (pause: Pause | null) => void;
  /** Called with the server clock minus the device clock, in milliseconds. */
  onContact: (difference: number) => void;
  /** The unit's last mark; sent only together with the token. */
  mark: () => string | null;
  onMark: (mark: string, mustCheck: boolean) => void;
}

export interface Call {
  /** Path below the gateway's address, beginning with `/`. */
  path: string;
  /** Sent as JSON by POST; without a body the call is a GET. */
  body?: string;
  /** Sent without a token. */
  isPublic?: boolean;
  /** The unit that it is about; the answer must name it. */
  unit?: string;
  /** From where it asks; the answer must repeat it. */
  echo?: { since?: string; after?: string };
  /** Whether the documents in the body were taken from somebody's file. */
  isFromFile?: boolean;
}

/** A 2xx answer: its headers, and its body piece by piece. */
export interface Answer {
  headers: Headers;
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * Whether the answer comes from the gateway itself. A sign-in page, a proxy or a cache that answers
 * in its place does not send both the history header and the content type: that is a fault of the
 * connection, not an answer of the server.
 */
function isOfGateway(headers: Headers): boolean {
  return headers.has(SYNC_EPOCH_HEADER) && GATEWAY_TYPE.test(headers.get('content-type') ?? '');
}

/**
 * Sends requests to the gateway with the token. The token is sent only to the origin it was issued
 * for, and renewed when it expires. A request is given up after silence, and retried with growing
 * pauses when there is no answer or the server fails.
 */
export class Transport {
  /** The history with which the run began; null until it is known. */
  epoch: string | null = null;
  readonly #options: TransportOptions;
  /** Whether the server repeats each question; null until it has said so. */
  #echoes: boolean | null = null;
  /** Whether an answer came before that which repeated nothing. */
  #wasSilent = false;
  #credentials: SyncCredentials | null = null;
  #renewal: Promise<SyncCredentials> | null = null;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * From now on every answer about a unit must repeat its question, or need not. Throws when one
   * that came before should have.
   */
  expectEcho(echoes: boolean): void {
    this.#echoes = echoes;
    if (echoes && this.#wasSilent) throw otherQuestion();
  }

  /** Gets credentials; the first step of a run. */
  async connect(): Promise<void> {
    await this.#renew();
  }

  /** Makes a call, with retries, until it is answered; otherwise throws a `SyncFault`. */
  send<T>(call: Call, read: (answer: Answer) => Promise<T>): Promise<T> {
    return this.retry(() => this.attempt(call, read));
  }

  /** Repeats work that failed for a temporary reason, after a pause each time. */
  async retry<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        await this.pauseAfter(error, attempt);
      }
    }
  }

  /** Waits before the next attempt; throws the error when another attempt would not help. */
  async pauseAfter(error: unknown, attempt: number): Promise<void> {
    const { signal, retryPolicy, clock, random, wait, onPause } = this.#options;
    if (signal.aborted) throw new Cancelled();
    if (!isPassing(error) || attempt >= retryPolicy.tries) throw error;
    const asked = error instanceof ClientFault ? error.pauseMs : null;
    if (asked !== null && asked > retryPolicy.longestAskedPauseMs) throw error;
    const ms = Math.max(asked ?? 0, pauseBefore(attempt, random, retryPolicy));
    onPause({ until: new Date(clock().getTime() + ms), fault: error });
    try {
      await wait(ms, signal);
    } catch {
      throw new Cancelled();
    } finally {
      onPause(null);
    }
  }

  /** Makes a call once, and once more with a fresh token when the current one has expired. */
  async attempt<T>(call: Call, read: (answer: Answer) => Promise<T>): Promise<T> {
    const credentials = this.#credentials ?? (await this.#renew());
    try {
      return await this.#exchange(call, credentials, read);
    } catch (error) {
      if (!isExpired(error)) throw error;
      // Another call of this run may already have renewed the token.
      const fresh = this.#credentials === credentials ? await this.#renew() : this.#credentials;
      return await this.#exchange(call, fresh ?? credentials, read);
    }
  }

  #renew(): Promise<SyncCredentials> {
    this.#renewal ??= this.#askCredentials().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #askCredentials(): Promise<SyncCredentials> {
    const { server, signal } = this.#options;
    const { entity, url } = await this.retry(() =>
      server.credentials(signal).catch((cause: unknown) => {
        throw cause instanceof SyncFault ? cause : new ClientFault('no-response', { cause });
      }),
    );
    if (originOf(url) === null) throw new ClientFault('server', { reason: 'address' });
    this.#credentials = { entity, url: url.replace(/\/+$/, '') };
    return this.#credentials;
  }

  async #exchange<T>(
    call: Call,
    credentials: SyncCredentials,
    read: (answer: Answer) => Promise<T>,
  ): Promise<T> {
    const { signal, retryPolicy } = this.#options;
    const watch = new Watch(signal);
    try {
      const upload = ((call.body?.length ?? 0) / retryPolicy.slowestUpload) * 1000;
      const sent = this.#options.clock();
      const response = await this.#hear(
        watch.within(retryPolicy.silenceMs + upload, this.#fetch(call, credentials, watch.signal)),
      );
      if (!isOfGateway(response.headers)) throw faultOfForeign(...this.#headOf(response));
      this.#noteContact(response.headers, sent);
      this.#compareEcho(call, response);
      const chunks = this.#chunksOf(response, watch);
      if (!response.ok) throw await this.#refusal(response, chunks);
      this.#noteEpoch(response.headers);
      this.#noteMark(response.headers);
      return await read({ headers: response.headers, chunks });
    } catch (error) {
      if (signal.aborted) throw new Cancelled();
      if (error instanceof ProtocolError)
        throw new ClientFault('server', { reason: 'unreadable', cause: error });
      throw error;
    } finally {
      watch.end();
    }
  }

  #fetch(call: Call, { entity, url }: SyncCredentials, signal: AbortSignal): Promise<Response> {
    const address = `${url}${call.path}`;
    // A path that leads to another origin is a bug here or on the server: send no token there.
    if (originOf(address) !== originOf(url)) throw new ClientFault('server', { reason: 'address' });
    const send = this.#options.server.fetch ?? fetch;
    const mark = call.isPublic === true ? null : this.#options.mark();
    return send(address, {
      method: call.body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(call.isPublic === true ? {} : { authorization: `JWT ${entity}` }),
        ...(call.unit === undefined ? {} : { [SYNC_UNIT_HEADER]: encodeURIComponent(call.unit) }),
        ...(mark === null ? {} : { [SYNC_MARK_HEADER]: mark }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(call.isFromFile === true ? { [SYNC_FROM_FILE_HEADER]: '1' } : {}),
      },
      ...(call.body === undefined ? {} : { body: call.body }),
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      // A redirect could send the token to another origin.
      redirect: 'error',
      signal,
    });
  }

  /** Turns every network error into "no response"; faults of our own pass unchanged. */
  async #hear<T>(network: Promise<T>): Promise<T> {
    try {
      return await network;
    } catch (cause) {
      if (cause instanceof ClientFault) throw cause;
      throw new ClientFault('no-response', { cause });
    }
  }

  async *#chunksOf(response: Response, watch: Watch): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader();
    if (reader === undefined) return;
    for (;;) {
      const { value, done } = await this.#hear(
        watch.within(this.#options.retryPolicy.silenceMs, reader.read()),
      );
      if (done) return;
      yield value;
    }
  }

  async #refusal(response: Response, chunks: AsyncIterable<Uint8Array>): Promise<ClientFault> {
    const text = await bodyText(chunks).catch(() => '');
    let body: unknown = null;
    try {
      body = JSON.parse(text);
    } catch {
      // The body was cut: the status is enough.
    }
    const [status, pauseMs] = this.#headOf(response);
    return faultOfAnswer(status, body, pauseMs);
  }

  /** The status, and the pause that the answer asks for. */
  #headOf({ status, headers }: Response): [status: number, pauseMs: number | null] {
    return [status, askedPause(headers.get('retry-after'), this.#options.clock())];
  }

  #noteContact(headers: Headers, sent: Date): void {
    const date = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(date)) return;
    const { clock, onContact } = this.#options;
    const middle = (sent.getTime() + clock().getTime()) / 2;
    onContact(Math.round(date + HALF_A_SECOND_MS - middle));
  }

  /** Throws when something on the line has answered another question. */
  #compareEcho({ unit, echo = {} }: Call, { headers, ok }: Response): void {
    if (unit === undefined) return;
    const asked = [
      [SYNC_UNIT_HEADER, unit],
      [SYNC_SINCE_HEADER, echo.since],
      [SYNC_AFTER_HEADER, echo.after],
    ] as const;
    for (const [name, value] of asked) {
      if (value === undefined) continue;
      const repeated = headers.get(name);
      if (repeated === null && !ok) continue;
      if (repeated === null && this.#echoes !== true) this.#wasSilent = true;
      else if (repeated !== encodeURIComponent(value)) throw otherQuestion();
    }
  }

  #noteEpoch(headers: Headers): void {
    const named = headers.get(SYNC_EPOCH_HEADER);
    if (named !== null && this.epoch !== null && named !== this.epoch) throw new EpochChanged();
  }

  #noteMark(headers: Headers): void {
    const mark = headers.get(SYNC_MARK_HEADER);
    if (mark !== null) this.#options.onMark(mark, headers.has(SYNC_CHECK_HEADER));
  }
}

/** The fault of an answer to another question: another unit's, or from another place. */
function otherQuestion(): ClientFault {
  return new ClientFault('server', { reason: 'other-question' });
}

function isExpired(error: unknown): boolean {
  return (
    error instanceof ClientFault &&
    error.status === UNAUTHORISED &&
    error.reason === ('token-expired' satisfies SyncRefusal)
  );
}

function originOf(address: string): string | null {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : null;
}

/** Reads a whole body as text; only for answers of limited size. */
export async function bodyText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
