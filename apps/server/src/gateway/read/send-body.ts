import { pipeline, Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { SyncRefused } from '../../http/sync-refusals.ts';
import type { UnitRequest } from '../unit-request.ts';
import { whileAllowed } from './while-allowed.ts';

/** Size of a chunk: small enough to be made in a few milliseconds. */
const CHUNK_CHARACTERS = 32_768;
/** A body that fits one packet gains nothing from compression. */
const COMPRESS_FROM_CHARACTERS = 1_400;
const COMPRESSED_CHUNK_BYTES = 65_536;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Joins small pieces to chunks of a useful size; lets other work run after each. */
export async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let chunk = '';
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
    await yieldToEventLoop();
  }
  if (chunk !== '') yield chunk;
}

async function* withFirst(
  first: string,
  rest: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  try {
    yield first;
    yield* rest;
  } finally {
    // If the client left before the first chunk, `yield* rest` has not begun and would not close
    // it.
    await rest.return();
  }
}

/** A stream that asks for the next chunk when the last one has been taken. */
export function streamOf(chunks: AsyncIterable<string>): Readable {
  return Readable.from(chunks, { objectMode: false, highWaterMark: COMPRESSED_CHUNK_BYTES });
}

/**
 * Best first. The levels were measured on units (`npm run bench -- line`): a phone's line is slower
 * than the server's compression. Brotli's lowest level sends more than gzip's. A window of 256 KB
 * bounds the memory of one body.
 */
const ENCODERS = [
  {
    name: 'br',
    make: () =>
      createBrotliCompress({
        chunkSize: COMPRESSED_CHUNK_BYTES,
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
      }),
  },
  { name: 'gzip', make: () => createGzip({ level: 1, chunkSize: COMPRESSED_CHUNK_BYTES }) },
] as const;

/** The codings that an `Accept-Encoding` header names with a weight above 0. */
function codingsIn(header: string): Set<string> {
  const codings = header.split(',').map((coding) => coding.toLowerCase().split(';'));
  const isWanted = (weight = 'q=1'): boolean => Number(weight.trim().replace(/^q=/, '')) > 0;
  return new Set(codings.flatMap(([name = '', weight]) => (isWanted(weight) ? [name.trim()] : [])));
}

/** Time limits of bodies on their way, in milliseconds. */
export interface BodyTimes {
  /** How often the rights of the reader are checked. */
  lookMs: number;
  /** After this time a body is cut, however much of it is left. */
  longestMs: number;
  /**
   * How long readers may finish when the server is asked to stop; a slow one resumes at another
   * process.
   */
  graceMs: number;
}

/**
 * In an hour the slowest line that phones accept (1 KB a second) carries 3.6 MB, about seven of the
 * largest pages that they ask for. Only a snapshot is longer, and it is resumed where it was cut.
 */
export const BODY_TIMES: BodyTimes = { lookMs: 5_000, longestMs: 3_600_000, graceMs: 5_000 };

/**
 * Bodies of one account on their way at once; one more is refused. Each holds up to 1.5 MB for a
 * reader that takes nothing. Several phones that share an account share this limit.
 */
export const MOST_BODIES_OF_ACCOUNT = 20;

/** Bodies on their way to their readers. */
export class Bodies {
  readonly #open = new Set<Readable>();
  readonly #ofAccount = new Map<string, number>();
  readonly #times: BodyTimes;
  readonly #now: () => number;

  constructor(times: BodyTimes = BODY_TIMES, now: () => number = () => performance.now()) {
    this.#times = times;
    this.#now = now;
  }

  /**
   * Answers a request for a unit with a body that is made while it is sent: no more is made than
   * the receiver takes, and sending ends when the account loses its right. A failure before the
   * first chunk is answered like any other fault; after it the connection is broken, so that an
   * incomplete body cannot look complete.
   */
  async send(
    reply: FastifyReply,
    unit: Pick<UnitRequest, 'accountId' | 'recheck'>,
    pieces: AsyncIterable<string>,
    type: string = JSON_TYPE,
  ): Promise<FastifyReply> {
    const { accountId } = unit;
    if (this.#count(accountId) >= MOST_BODIES_OF_ACCOUNT) throw new SyncRefused('too-many');
    const { lookMs } = this.#times;
    const chunks = whileAllowed(inChunks(pieces), { unit, lookMs, now: this.#now });
    const first = await chunks.next();
    const head = first.done === true ? '' : first.value;
    reply.type(type).header('vary', 'accept-encoding');
    if (head.length < COMPRESS_FROM_CHARACTERS) return reply.send(head);
    const accepted = codingsIn(String(reply.request.headers['accept-encoding'] ?? ''));
    const encoder = ENCODERS.find(({ name }) => accepted.has(name));
    const body = this.bounded(streamOf(withFirst(head, chunks)));
    this.#ofAccount.set(accountId, this.#count(accountId) + 1);
    // The head is on its way, so nobody else hears of it: the reader sees a cut.
    body.once('error', (error) => {
      if (error instanceof SyncRefused) return;
      const { log, routeOptions } = reply.request;
      log.error({ err: error, route: routeOptions.url }, 'an answer failed in its middle');
    });
    body.once('close', () => {
      const left = this.#count(accountId) - 1;
      if (left > 0) this.#ofAccount.set(accountId, left);
      else this.#ofAccount.delete(accountId);
    });
    if (encoder === undefined) return reply.send(body);
    reply.header('content-encoding', encoder.name);
    // Fastify sees a fault through the encoder, which the pipeline destroys together with the body.
    return reply.send(pipeline(body, encoder.make(), () => undefined));
  }

  #count(accountId: string): number {
    return this.#ofAccount.get(accountId) ?? 0;
  }

  /** The same body, cut when its reader takes too long or the server stops. */
  bounded(body: Readable): Readable {
    const timer = setTimeout(() => body.destroy(), this.#times.longestMs).unref();
    this.#open.add(body);
    body.once('close', () => {
      clearTimeout(timer);
      this.#open.delete(body);
    });
    return body;
  }

  /**
   * Cuts all unfinished bodies after a grace time; otherwise the stop would wait for the slowest
   * line.
   */
  stop(): void {
    const cut = (): void => {
      for (const body of this.#open) body.destroy();
    };
    setTimeout(cut, this.#times.graceMs).unref();
  }
}
