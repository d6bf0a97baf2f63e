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

/** The gateway names its history in the head of each of its answers, refusals included. */
const EPOCH_HEADER = 'x-crece-epoch';
/** It answers in JSON, whole or line by line (a snapshot). */
const GATEWAY_TYPE = /^application\/(?:x-nd)?json\b/i;

/** Its mark of the unit, sent back with the next requests: a server that was put back does not know it. */
const MARK_HEADER = 'x-crece-mark';
/** Beside it: the mark that was sent is too old for the server to tell. */
const CHECK_HEADER = 'x-crece-check';

const UNAUTHORISED = 401;

/** `Date` says whole seconds: on average the server's clock was half a second further. */
const HALF_A_SECOND_MS = 500;

/** A wait before the next try: until when, and what the last one came to. */
export interface Pause {
  until: Date;
  fault: SyncFault;
}

export interface TransportOptions {
  server: SyncServer;
  /** Ends every request and every wait of the run. */
  signal: AbortSignal;
  clock: () => Date;
  random: () => number;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  retryPolicy: RetryPolicy;
  /** A pause begins, or is over (null). */
  onPause: (pause: Pause | null) => void;
  /** Server clock minus device clock in milliseconds. */
  onContact: (difference: number) => void;
  /** The unit's last mark; goes where the token goes. */
  mark: () => string | null;
  onMark: (mark: string, mustCheck: boolean) => void;
}

interface Credentials {
  readonly entity: string;
  readonly url: string;
}

export interface Call {
  /** Below the gateway's address, beginning with `/`. */
  path: string;
  /** Sent as JSON by POST; without it the call is a GET. */
  body?: string;
  /** Asked without a token. */
  isPublic?: boolean;
}

/** What a 2xx answer brings: its head, and its body piece by piece. */
export interface Answer {
  headers: Headers;
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * Whether the gateway itself has answered. A sign-in page, a proxy or a cache that speaks in its place
 * knows neither mark: what it says is a fault of the line, never the server's word.
 */
function isOfGateway(headers: Headers): boolean {
  return headers.has(EPOCH_HEADER) && GATEWAY_TYPE.test(headers.get('content-type') ?? '');
}

/**
 * Requests to the gateway: with the token, which goes nowhere but to the origin that it came with and
 * is asked for again when it runs out; given up after silence; tried again, with growing pauses, when
 * nobody answers or the server fails.
 */
export class Transport {
  /** The history that the run began with; null until it is known. */
  epoch: string | null = null;
  readonly #options: TransportOptions;
  #credentials: Credentials | null = null;
  #renewal: Promise<Credentials> | null = null;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** Asks for credentials; the run's first step. */
  async connect(): Promise<void> {
    await this.#renew();
  }

  /** Does a call until it is answered; what nobody can answer is a `SyncFault`. */
  send<T>(call: Call, read: (answer: Answer) => Promise<T>): Promise<T> {
    return this.retry(() => this.attempt(call, read));
  }

  /** Tries again what failed for a passing reason, after a pause each time. */
  async retry<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        await this.pauseAfter(error, attempt);
      }
    }
  }

  /** Waits before the next try; throws the error when another try would not help. */
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

  /** Does a call once; with a fresh token when the one at hand has run out. */
  async attempt<T>(call: Call, read: (answer: Answer) => Promise<T>): Promise<T> {
    const credentials = this.#credentials ?? (await this.#renew());
    try {
      return await this.#exchange(call, credentials, read);
    } catch (error) {
      if (!isExpired(error)) throw error;
      // Another call of this run may have asked for a fresh one meanwhile.
      const fresh = this.#credentials === credentials ? await this.#renew() : this.#credentials;
      return await this.#exchange(call, fresh ?? credentials, read);
    }
  }

  #renew(): Promise<Credentials> {
    this.#renewal ??= this.#askCredentials().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #askCredentials(): Promise<Credentials> {
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
    credentials: Credentials,
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

  #fetch(call: Call, { entity, url }: Credentials, signal: AbortSignal): Promise<Response> {
    const address = `${url}${call.path}`;
    // An address that would lead elsewhere is a fault of ours or of the server: no token goes there.
    if (originOf(address) !== originOf(url)) throw new ClientFault('server', { reason: 'address' });
    const send = this.#options.server.fetch ?? fetch;
    const mark = call.isPublic === true ? null : this.#options.mark();
    return send(address, {
      method: call.body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(call.isPublic === true ? {} : { authorization: `JWT ${entity}` }),
        ...(mark === null ? {} : { [MARK_HEADER]: mark }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: call.body }),
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      // A redirection could lead the token to another origin.
      redirect: 'error',
      signal,
    });
  }

  /** Whatever the network does is "no response"; our own faults stay what they are. */
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
    const text = await textOf(chunks).catch(() => '');
    let body: unknown = null;
    try {
      body = JSON.parse(text);
    } catch {
      // Cut on its way: the status says enough.
    }
    const [status, pauseMs] = this.#headOf(response);
    return faultOfAnswer(status, body, pauseMs);
  }

  /** Status, and how long the answer asks to wait. */
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

  #noteEpoch(headers: Headers): void {
    const named = headers.get(EPOCH_HEADER);
    if (named !== null && this.epoch !== null && named !== this.epoch) throw new EpochChanged();
  }

  #noteMark(headers: Headers): void {
    const mark = headers.get(MARK_HEADER);
    if (mark !== null) this.#options.onMark(mark, headers.has(CHECK_HEADER));
  }
}

function isExpired(error: unknown): boolean {
  return (
    error instanceof ClientFault &&
    error.status === UNAUTHORISED &&
    error.reason === 'token-expired'
  );
}

function originOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : null;
}

/** A whole body as text; for answers that are bounded. */
export async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
