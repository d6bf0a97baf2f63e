import { pipeline, Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { SyncRefused, type UnitRequest } from '../unit-request.ts';
import { whileAllowed } from './while-allowed.ts';

/** What is sent at once: small enough to come from a few milliseconds of work. */
const CHUNK_CHARACTERS = 32_768;
/** A body that fits one packet gains nothing. */
const COMPRESS_FROM_CHARACTERS = 1_400;
const COMPRESSED_CHUNK_BYTES = 65_536;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Joins small pieces to chunks worth sending; other work has its turn after each. */
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
    // A client that leaves before the first chunk has not begun the rest.
    await rest.return();
  }
}

/** A stream that asks for the next chunk when the last one has been taken. */
export function streamOf(chunks: AsyncIterable<string>): Readable {
  return Readable.from(chunks, { objectMode: false, highWaterMark: COMPRESSED_CHUNK_BYTES });
}

/** Best first. Levels at which a phone's line is slower than the server: measured on units. */
const ENCODERS = [
  {
    name: 'br',
    make: () =>
      createBrotliCompress({
        chunkSize: COMPRESSED_CHUNK_BYTES,
        params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
      }),
  },
  { name: 'gzip', make: () => createGzip({ level: 1, chunkSize: COMPRESSED_CHUNK_BYTES }) },
] as const;

/** The codings that an `Accept-Encoding` names and does not weigh with 0. */
function codingsIn(header: string): Set<string> {
  const codings = header.split(',').map((coding) => coding.toLowerCase().split(';'));
  const isWanted = (weight = 'q=1'): boolean => Number(weight.trim().replace(/^q=/, '')) > 0;
  return new Set(codings.flatMap(([name = '', weight]) => (isWanted(weight) ? [name.trim()] : [])));
}

/** How long bodies may be on their way, in milliseconds. */
export interface BodyTimes {
  /** The rights of the reader are looked at so often. */
  lookMs: number;
  /** After this a body is cut, however much of it is left. */
  longestMs: number;
  /** Readers have so long to finish when the server is asked to stop; a slow one goes on elsewhere. */
  graceMs: number;
}

/**
 * In an hour the slowest line that a phone believes in (1 KB a second) carries 3.6 MB: some seven of
 * the largest pages that it asks for. Only a snapshot is longer, and goes on where it was cut.
 */
export const BODY_TIMES: BodyTimes = { lookMs: 5_000, longestMs: 3_600_000, graceMs: 5_000 };

/**
 * Bodies of one account on their way at once; one more is refused. Each holds up to a megabyte and a
 * half for a reader that takes nothing. An account that several phones share has them all.
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
   * Answers a request for a unit with a body that is made while it is sent: nobody makes more than
   * the receiver takes, and nobody is given what is no longer theirs. What fails before the first
   * chunk is an answer as every other fault; afterwards the connection ends, so that a body that is
   * cut cannot look complete.
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
    body.once('close', () => {
      const left = this.#count(accountId) - 1;
      if (left > 0) this.#ofAccount.set(accountId, left);
      else this.#ofAccount.delete(accountId);
    });
    if (encoder === undefined) return reply.send(body);
    reply.header('content-encoding', encoder.name);
    // Fastify hears of a fault through the encoder, which the pipeline destroys with it.
    return reply.send(pipeline(body, encoder.make(), () => undefined));
  }

  #count(accountId: string): number {
    return this.#ofAccount.get(accountId) ?? 0;
  }

  /** The same body, cut when its reader takes too long over it or the server stops. */
  bounded(body: Readable): Readable {
    const timer = setTimeout(() => body.destroy(), this.#times.longestMs).unref();
    this.#open.add(body);
    body.once('close', () => {
      clearTimeout(timer);
      this.#open.delete(body);
    });
    return body;
  }

  /** Cuts, after a while, what is still on its way: the server would wait for the slowest line. */
  stop(): void {
    const cut = (): void => {
      for (const body of this.#open) body.destroy();
    };
    setTimeout(cut, this.#times.graceMs).unref();
  }
}
