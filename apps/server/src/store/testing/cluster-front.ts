import { randomBytes } from 'node:crypto';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * CONTRACT FAKE of a good cluster (three servers, two shards) before the server of the tests, as
 * CouchDB 3.5 answered on one: the feed is in order only within each shard, each answer begins with
 * another shard, a sequence is another text each time it is told, and a new database begins above
 * 0. A sequence names the place in each shard.
 */
const SHARDS = 2;
/** Changes of settings that a cluster counts. */
const FIRST_NUMBER = 4;
const BAD_REQUEST = 400;

type Place = readonly number[];

interface Row {
  seq: number | string;
  id: string;
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

const START: Place = Array.from({ length: SHARDS }, () => 0);

function shardOf(id: string): number {
  return [...id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % SHARDS;
}

function sequenceOf(place: Place): string {
  const number = place.reduce((sum, seq) => sum + seq, FIRST_NUMBER);
  const asked = { place, server: randomBytes(4).toString('hex') };
  return `${number}-${Buffer.from(JSON.stringify(asked)).toString('base64url')}`;
}

/** `null`: not a sequence of this cluster. */
function placeOf(sequence: string): Place | null {
  if (sequence === '0' || sequence === '') return START;
  try {
    const text = Buffer.from(sequence.replace(/^\d+-/, ''), 'base64url').toString('utf8');
    return (JSON.parse(text) as { place: Place }).place;
  } catch {
    return null;
  }
}

/** The rows of one shard, then those of the other, each in its order. */
function shardByShard(rows: readonly Row[], first: number): Row[] {
  return START.flatMap((_, nth) => rows.filter(({ id }) => shardOf(id) === (first + nth) % SHARDS));
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

export class ClusterFront {
  readonly #target: () => URL;
  readonly #server = createServer((request, response) => {
    this.#handle(request, response).catch(() => response.destroy());
  });
  #port = 0;
  /** Answers of feeds so far: each begins with another shard than the one before. */
  #feeds = 0;

  /** `target`: the address of the one server behind it. */
  constructor(target: () => string) {
    this.#target = () => new URL(target());
  }

  async listen(): Promise<void> {
    // A connection is closed by its client alone: closed here after five idle seconds, it would
    // meet the next request of a busy test.
    this.#server.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    const bound = this.#server.address();
    this.#port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** An address of the server behind it, which leads here instead. */
  inFrontOf(address: string): string {
    const url = new URL(address);
    url.port = String(this.#port);
    return url.href;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#target());
    const parts = url.pathname.split('/').filter((part) => part !== '');
    const body = await bodyOf(request);
    const isFeed = parts.length === 2 && parts[1] === '_changes';
    const isInfo = request.method === 'GET' && parts.length === 1 && !parts[0]?.startsWith('_');
    const answer = isFeed
      ? await this.#feed(request, url)
      : await this.#forward(request, url, body);
    if (isInfo && answer.status === 200) {
      const info = JSON.parse(answer.body.toString('utf8')) as { update_seq: number };
      const cluster = { q: SHARDS, n: 3, w: 2, r: 2 };
      const update_seq = sequenceOf(START.map(() => info.update_seq));
      answer.body = Buffer.from(JSON.stringify({ ...info, update_seq, cluster }));
    }
    const { 'transfer-encoding': _chunked, 'content-length': _length, ...headers } = answer.headers;
    response.writeHead(answer.status, headers);
    response.end(answer.body);
  }

  async #feed(request: IncomingMessage, url: URL): Promise<Answer> {
    const since = url.searchParams.get('since') ?? '0';
    const limit = Number(url.searchParams.get('limit') ?? Number.POSITIVE_INFINITY);
    const isWaiting = url.searchParams.get('feed') === 'longpoll';
    const whole = new URL(url);
    for (const name of ['limit', 'feed', 'timeout']) whole.searchParams.delete(name);
    whole.searchParams.set('since', '0');
    const asked = await this.#forward(request, whole, Buffer.alloc(0));
    if (asked.status !== 200) return asked;
    const feed = JSON.parse(asked.body.toString('utf8')) as { results: Row[]; last_seq: number };
    const end: Place = START.map(() => feed.last_seq);
    const from = since === 'now' ? end : placeOf(since);
    if (from === null) {
      const refusal = { error: 'bad_request', reason: 'Malformed sequence supplied.' };
      return { ...asked, status: BAD_REQUEST, body: Buffer.from(JSON.stringify(refusal)) };
    }
    const rest = feed.results.filter(({ id, seq }) => Number(seq) > (from[shardOf(id)] ?? 0));
    if (isWaiting && rest.length === 0) {
      const next = new URL(url);
      next.searchParams.set('since', String(feed.last_seq));
      await this.#forward(request, next, Buffer.alloc(0));
      const again = new URL(url);
      again.searchParams.set('since', sequenceOf(from));
      again.searchParams.delete('feed');
      return this.#feed(request, again);
    }
    this.#feeds += 1;
    const answer = told(shardByShard(rest, this.#feeds % SHARDS), { from, end }, limit);
    return { ...asked, body: Buffer.from(JSON.stringify(answer)) };
  }

  #forward({ method, headers }: IncomingMessage, url: URL, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#target();
      const path = `${url.pathname}${url.search}`;
      const asked = ask({ hostname, port, method, path, headers }, (answer) => {
        const { statusCode: status = 0, headers: told } = answer;
        bodyOf(answer).then((whole) => resolve({ status, headers: told, body: whole }), reject);
      });
      asked.once('error', reject);
      asked.end(body);
    });
  }
}

/** A page of rows that follow `from`, each with the place in all shards that it leads to. */
function told(rows: readonly Row[], { from, end }: { from: Place; end: Place }, limit: number) {
  const left = START.map((_, shard) => rows.filter(({ id }) => shardOf(id) === shard).length);
  // A shard of which nothing is left is at its end.
  const place = from.map((seq, shard) => (left[shard] === 0 ? (end[shard] ?? seq) : seq));
  const results = rows.slice(0, limit).map((row) => {
    const shard = shardOf(row.id);
    left[shard] = (left[shard] ?? 0) - 1;
    place[shard] = left[shard] === 0 ? (end[shard] ?? 0) : Number(row.seq);
    return { ...row, seq: sequenceOf(place) };
  });
  const last_seq = sequenceOf(place);
  return { results, last_seq, pending: rows.length - results.length };
}
