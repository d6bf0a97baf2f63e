import { Unpacker } from '@crece/replication';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import { ClientFault } from './client-fault.ts';
import { linesOf } from './lines.ts';
import { RequestShare } from './request-share.ts';
import type { Revision } from './revisions.ts';
import { type Answer, type Call, type Transport, textOf } from './transport.ts';
import {
  type FeedPage,
  type PushAnswer,
  parseAnswer,
  readBulkGet,
  readEpoch,
  readFeedPage,
  readMissing,
  readPushAnswers,
  readSnapshotHead,
  readSnapshotLine,
  readUpdateSequence,
  type SnapshotHead,
} from './wire.ts';

/** The gateway of one unit, in words of the protocol. */
export class ServerClient {
  readonly #transport: Transport;
  readonly #unit: string;
  // Rows, documents and questions differ in size: each learns by itself what the line carries.
  readonly #rows: RequestShare;
  readonly #documents: RequestShare;
  readonly #questions: RequestShare;

  constructor(transport: Transport, stakeDB: string) {
    this.#transport = transport;
    this.#rows = new RequestShare(transport);
    this.#documents = new RequestShare(transport);
    this.#questions = new RequestShare(transport);
    this.#unit = `/${encodeURIComponent(stakeDB)}`;
  }

  /** Name of the server's history. */
  epoch(): Promise<string> {
    return this.#get('/', readEpoch, true);
  }

  /** Where the unit's feed ends now. */
  updateSequence(): Promise<string> {
    return this.#get(this.#unit, readUpdateSequence);
  }

  /** The next rows of the feed, so many at most. */
  changes(since: string, limit: number): Promise<FeedPage> {
    return this.#rows.ask(limit, (count) => {
      const query = new URLSearchParams({ style: 'all_docs', since, limit: String(count) });
      const path = `${this.#unit}/_changes?${query}`;
      return this.#attempt({ path }, (body) => readFeedPage(body, since));
    });
  }

  /** The revisions among the asked ones (or what replaced them) that the server can give. */
  async bulkGet(asked: readonly Revision[]): Promise<CarriedDocument[]> {
    const docs = asked.map(({ id, rev }) => ({ id, rev }));
    const given = await this.#documents.askAll(docs, (part) =>
      this.#post('/_bulk_get?revs=true&latest=true', { docs: part }, readBulkGet),
    );
    return given.flat();
  }

  /**
   * For each document the revisions that the server does not have. What an answer leaves out counts as
   * being there, so each is asked about a record, too, that nobody can have: one that does not miss it
   * (`{}`, another question's answer out of a cache) was made by somebody who has not read the question.
   */
  async missing(
    revisions: ReadonlyMap<string, readonly string[]>,
  ): Promise<Map<string, ReadonlySet<string>>> {
    const missing = await this.#questions.askAll([...revisions], (part) => {
      const nowhere = newId();
      const asked = { ...Object.fromEntries(part), [nowhere]: [NO_REVISION] };
      return this.#post('/_revs_diff', asked, (body) => readMissing(body, nowhere));
    });
    return new Map(missing.flatMap((part) => [...part]));
  }

  /** Sends documents as they are, given as JSON, once: what follows a cut is not the same request. */
  push(documents: readonly string[]): Promise<PushAnswer[]> {
    // `new_edits` first: the server can write while it still reads.
    const body = `{"new_edits":false,"docs":[${documents.join(',')}]}`;
    const call = { path: `${this.#unit}/_bulk_docs`, body };
    return this.#attempt(call, readPushAnswers);
  }

  /** Waits after a request that broke; throws the error when another one would not help. */
  pauseAfter(error: unknown, attempt: number): Promise<void> {
    return this.#transport.pauseAfter(error, attempt);
  }

  /**
   * Reads a snapshot once: its head, then document by document, each by all its leaves. Resolves when the last line was read; a body
   * that ends before it was cut, which is "no response" like any other.
   */
  snapshot(
    { after, tombstones }: { after: string | null; tombstones: boolean },
    take: (head: SnapshotHead, documents: AsyncIterable<CarriedDocument[]>) => Promise<void>,
  ): Promise<void> {
    const query = new URLSearchParams({ tombstones: String(tombstones) });
    if (after !== null) query.set('after', after);
    const path = `${this.#unit}/_snapshot?${query}`;
    return this.#transport.attempt({ path }, async ({ chunks }) => {
      const lines = linesOf(chunks);
      const first = await lines.next();
      if (first.done === true) throw cut();
      await take(readSnapshotHead(parseLine(first.value)), documentsOf(lines));
    });
  }

  #get<T>(path: string, read: (body: unknown) => T, isPublic = false): Promise<T> {
    return this.#transport.send({ path, isPublic }, (answer) => readBody(answer, read));
  }

  #post<T>(path: string, body: unknown, read: (body: unknown) => T): Promise<T> {
    return this.#attempt({ path: this.#unit + path, body: JSON.stringify(body) }, read);
  }

  /** Once: whoever asks decides what to ask after a line that broke. */
  #attempt<T>(call: Call, read: (body: unknown) => T): Promise<T> {
    return this.#transport.attempt(call, (answer) => readBody(answer, read));
  }
}

async function readBody<T>({ chunks }: Answer, read: (body: unknown) => T): Promise<T> {
  return read(parseAnswer(await textOf(chunks)));
}

/** A revision that no record has: not the digest of anything. */
const NO_REVISION = `1-${'0'.repeat(32)}`;

/** An id that no record has, another one each time. */
function newId(): string {
  return `crece_nowhere_${crypto.getRandomValues(new Uint32Array(4)).join('')}`;
}

function cut(cause?: unknown): ClientFault {
  return new ClientFault('no-response', { reason: 'cut', cause });
}

/** A line that is no JSON is the last one, cut in its middle. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw cut(error);
  }
}

async function* documentsOf(lines: AsyncIterable<string>): AsyncGenerator<CarriedDocument[]> {
  const unpacker = new Unpacker();
  for await (const line of lines) {
    // The server may send empty lines to keep a quiet connection open.
    if (line === '') continue;
    const documents = readSnapshotLine(parseLine(line), unpacker);
    if (documents === null) return;
    yield* documents;
  }
  throw cut();
}
