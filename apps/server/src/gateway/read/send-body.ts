import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';

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
    await nextTurn();
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

/** Readers have so long to finish when the server is asked to stop; a slow one goes on elsewhere. */
const STOP_GRACE_MS = 5_000;

/** Bodies on their way to their readers. */
export class Bodies {
  readonly #open = new Set<Readable>();
  readonly #graceMs: number;

  constructor(graceMs: number = STOP_GRACE_MS) {
    this.#graceMs = graceMs;
  }

  /**
   * Answers with a body that is made while it is sent: nobody makes more than the receiver takes.
   * What fails before the first chunk is an answer as every other fault; afterwards the connection
   * ends, so that a body that is cut cannot look complete.
   */
  async send(
    reply: FastifyReply,
    pieces: AsyncIterable<string>,
    type: string = JSON_TYPE,
  ): Promise<FastifyReply> {
    const chunks = inChunks(pieces);
    const first = await chunks.next();
    const head = first.done === true ? '' : first.value;
    reply.type(type).header('vary', 'accept-encoding');
    if (head.length < COMPRESS_FROM_CHARACTERS) return reply.send(head);
    const accepted = codingsIn(String(reply.request.headers['accept-encoding'] ?? ''));
    const encoder = ENCODERS.find(({ name }) => accepted.has(name));
    const body = streamOf(withFirst(head, chunks));
    this.#open.add(body);
    body.once('close', () => this.#open.delete(body));
    if (encoder === undefined) return reply.send(body);
    reply.header('content-encoding', encoder.name);
    // Fastify hears of a fault through the encoder, which the pipeline destroys with it.
    return reply.send(pipeline(body, encoder.make(), () => undefined));
  }

  /** Cuts, after a while, what is still on its way: the server would wait for the slowest line. */
  stop(): void {
    const cut = (): void => {
      for (const body of this.#open) body.destroy();
    };
    setTimeout(cut, this.#graceMs).unref();
  }
}
