import { SYNC_CALLS } from '@crece/contract';
import { Unpacker } from '@crece/replication';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import { ClientFault } from './client-fault.ts';
import { linesOf } from './lines.ts';
import { RequestShare } from './request-share.ts';
import type { Revision } from './revisions.ts';
import { type Answer, bodyText, type Call, type Transport } from './transport.ts';
import {
  type FeedPage,
  type Greeting,
  type PushAnswer,
  parseAnswer,
  readBulkGet,
  readFeedPage,
  readGreeting,
  readMissing,
  readPushAnswers,
  readSnapshotHead,
  readSnapshotLine,
  readUpdateSequence,
  type SnapshotHead,
} from './wire.ts';

/** The gateway's API for one unit, in terms of the replication protocol. */
export class ServerClient {
  readonly #transport: Transport;
  readonly #stakeDB: string;
  readonly #unit: string;
  // Rows, documents and questions differ in size, so each learns its own request size.
  readonly #rows: RequestShare;
  readonly #documents: RequestShare;
  readonly #questions: RequestShare;

  constructor(transport: Transport, stakeDB: string) {
    this.#transport = transport;
    this.#rows = new RequestShare(transport);
    this.#documents = new RequestShare(transport);
    this.#questions = new RequestShare(transport);
    this.#stakeDB = stakeDB;
    this.#unit = `/${encodeURIComponent(stakeDB)}`;
  }

  /** Reads how the server introduces itself. */
  greeting(): Promise<Greeting> {
    return this.#get({ path: '/', isPublic: true }, readGreeting);
  }

  /** Reads the current end of the unit's feed. */
  updateSequence(): Promise<string> {
    return this.#get({ path: this.#unit }, readUpdateSequence);
  }

  /** Reads the next rows of the feed, at most `limit`. */
  changes(since: string, limit: number): Promise<FeedPage> {
    return this.#rows.ask(limit, (count) => {
      const query = new URLSearchParams({ style: 'all_docs', since, limit: String(count) });
      const path = `${this.#unit}/${SYNC_CALLS.changes}?${query}`;
      return this.#attempt({ path, echo: { since } }, (body) => readFeedPage(body, since));
    });
  }

  /** Reads the requested revisions (or their successors) that the server can deliver. */
  async bulkGet(asked: readonly Revision[]): Promise<CarriedDocument[]> {
    const docs = asked.map(({ id, rev }) => ({ id, rev }));
    const given = await this.#documents.askAll(docs, (part) =>
      this.#post(`/${SYNC_CALLS.bulkGet}?revs=true&latest=true`, { docs: part }, readBulkGet),
    );
    return given.flat();
  }

  /**
   * Asks for each document which revisions the server lacks. A revision missing in the answer
   * counts as present on the server. To detect answers from something that has not read the
   * question (`{}`, another question's answer from a cache), each question includes a revision that
   * no server can have: a valid answer must name it as missing.
   */
  async missing(
    revisions: ReadonlyMap<string, readonly string[]>,
  ): Promise<Map<string, ReadonlySet<string>>> {
    const missing = await this.#questions.askAll([...revisions], (part) => {
      const nowhere = newId();
      const asked = { ...Object.fromEntries(part), [nowhere]: [NO_REVISION] };
      return this.#post(`/${SYNC_CALLS.revsDiff}`, asked, (body) => readMissing(body, nowhere));
    });
    return new Map(missing.flatMap((part) => [...part]));
  }

  /**
   * Sends documents, given as JSON, unchanged and without a retry: after a cut the next request is
   * a different one. `isFromFile`: they were taken from somebody's file.
   */
  push(documents: readonly string[], isFromFile: boolean): Promise<PushAnswer[]> {
    // `new_edits` comes first so that the server can write while it still reads.
    const body = `{"new_edits":false,"docs":[${documents.join(',')}]}`;
    const call = { path: `${this.#unit}/${SYNC_CALLS.bulkDocs}`, body, isFromFile };
    return this.#attempt(call, readPushAnswers);
  }

  /** Waits after a request that broke; throws the error when another attempt would not help. */
  pauseAfter(error: unknown, attempt: number): Promise<void> {
    return this.#transport.pauseAfter(error, attempt);
  }

  /**
   * Reads a snapshot without a retry: its head, then document by document, each with all its
   * leaves. Resolves after the last line; a body that ends earlier was cut and is reported as "no
   * response".
   */
  snapshot(
    { after, tombstones }: { after: string | null; tombstones: boolean },
    take: (head: SnapshotHead, documents: AsyncIterable<CarriedDocument[]>) => Promise<void>,
  ): Promise<void> {
    const query = new URLSearchParams({ tombstones: String(tombstones) });
    if (after !== null) query.set('after', after);
    const path = `${this.#unit}/${SYNC_CALLS.snapshot}?${query}`;
    const call = { path, unit: this.#stakeDB, echo: { after: after ?? '' } };
    return this.#transport.attempt(call, async ({ chunks }) => {
      const lines = linesOf(chunks);
      const first = await lines.next();
      if (first.done === true) throw cut();
      await take(readSnapshotHead(parseLine(first.value)), documentsOf(lines));
    });
  }

  #get<T>(call: Call, read: (body: unknown) => T): Promise<T> {
    const asked = call.isPublic === true ? call : this.#ofUnit(call);
    return this.#transport.send(asked, (answer) => readBody(answer, read));
  }

  #ofUnit(call: Call): Call {
    return { ...call, unit: this.#stakeDB };
  }

  #post<T>(path: string, body: unknown, read: (body: unknown) => T): Promise<T> {
    return this.#attempt({ path: this.#unit + path, body: JSON.stringify(body) }, read);
  }

  /** One attempt: the caller decides what to ask after a broken connection. */
  #attempt<T>(call: Call, read: (body: unknown) => T): Promise<T> {
    return this.#transport.attempt(this.#ofUnit(call), (answer) => readBody(answer, read));
  }
}

async function readBody<T>({ chunks }: Answer, read: (body: unknown) => T): Promise<T> {
  return read(parseAnswer(await bodyText(chunks)));
}

/** A revision that no record has, because its hash is not a real digest. */
const NO_REVISION = `1-${'0'.repeat(32)}`;

/** An id that no record has, different at each call. */
function newId(): string {
  return `crece_nowhere_${crypto.getRandomValues(new Uint32Array(4)).join('')}`;
}

function cut(cause?: unknown): ClientFault {
  return new ClientFault('no-response', { reason: 'cut', cause });
}

/** Parses a line; only a line that was cut is not valid JSON. */
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
    // The server may send empty lines to keep an idle connection open.
    if (line === '') continue;
    const documents = readSnapshotLine(parseLine(line), unpacker);
    if (documents === null) return;
    yield* documents;
  }
  throw cut();
}
