import { SYNC_EPOCH_HEADER } from '@crece/contract';
import { Packer } from '@crece/replication';
import type { SyncServer } from '../engine/sync/types.ts';
import type { CarriedDocument } from '../unit/records/carried-document.ts';

const ORIGIN = 'https://gateway.example.org';
const EPOCH = 'epoch-of-the-fake';

/** How a gateway begins each of its answers. */
const HEADERS = { 'content-type': 'application/json', [SYNC_EPOCH_HEADER]: EPOCH };

/** Bytes of one piece of a streamed body: lines are cut anywhere. */
const PIECE = 4_096;

/**
 * A gateway in a few lines for tests in a page, where no server can be started: documents without
 * conflicts, the feed, the snapshot. It answers through `fetch`, bodies as streams.
 */
export class FakeGateway {
  readonly #documents = new Map<string, { document: CarriedDocument; sequence: number }>();
  #sequence = 0;
  /** Methods and paths below the unit, without queries. */
  readonly asked: string[] = [];

  readonly server: SyncServer = {
    credentials: async () => ({ entity: 'token', url: `${ORIGIN}/sync` }),
    fetch: async (input, init) => this.#answer(new URL(String(input)), init?.body),
  };

  put(documents: readonly CarriedDocument[]): void {
    for (const document of documents) {
      this.#sequence += 1;
      this.#documents.set(document._id, { document, sequence: this.#sequence });
    }
  }

  get documents(): CarriedDocument[] {
    return [...this.#documents.values()].map(({ document }) => document);
  }

  #answer(url: URL, body: BodyInit | null | undefined): Response {
    const place = url.pathname.replace(/^\/sync\/[^/]*/, '');
    this.asked.push(place === '' ? url.pathname.slice(5, 6) + place : place);
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : null;
    if (url.pathname === '/sync/') return answer({ uuid: EPOCH });
    if (place === '') return answer({ update_seq: String(this.#sequence) });
    if (place === '/_snapshot') return streamed(this.#snapshot());
    if (place === '/_changes') return answer(this.#changes(url.searchParams));
    if (place === '/_bulk_get') return answer(this.#bulkGet(sent));
    if (place === '/_revs_diff') return answer(this.#revsDiff(sent));
    if (place === '/_bulk_docs') return answer(this.#bulkDocs(sent));
    return answer({ reason: 'unknown-address' }, 404);
  }

  *#snapshot(): Generator<object> {
    yield { epoch: EPOCH, seq: String(this.#sequence), total: this.#documents.size };
    const sorted = this.documents.sort((a, b) => (a._id < b._id ? -1 : 1));
    const packer = new Packer();
    for (const document of sorted) {
      packer.add([leafOf(document)]);
      if (packer.isFull) yield packer.take();
    }
    if (!packer.isEmpty) yield packer.take();
    yield { end: true };
  }

  #changes(query: URLSearchParams): object {
    const since = Number(query.get('since'));
    const later = [...this.#documents.values()]
      .filter(({ sequence }) => sequence > since)
      .sort((a, b) => a.sequence - b.sequence);
    const page = later.slice(0, Number(query.get('limit')));
    return {
      results: page.map(({ document: { _id: id, _rev: rev }, sequence: seq }) => ({
        id,
        seq,
        changes: [{ rev }],
      })),
      last_seq: String(page.at(-1)?.sequence ?? since),
      pending: later.length - page.length,
    };
  }

  #bulkGet(sent: unknown): object {
    const { docs } = sent as { docs: { id: string }[] };
    const results = docs.map(({ id }) => ({
      id,
      docs: [{ ok: this.#documents.get(id)?.document }],
    }));
    return { results };
  }

  #revsDiff(sent: unknown): object {
    const missing = Object.entries(sent as Record<string, string[]>).flatMap(([id, revs]) => {
      const lacking = revs.filter((rev) => this.#documents.get(id)?.document._rev !== rev);
      return lacking.length === 0 ? [] : [[id, { missing: lacking }]];
    });
    return Object.fromEntries(missing) as object;
  }

  #bulkDocs(sent: unknown): object {
    const { docs } = sent as { docs: CarriedDocument[] };
    this.put(docs);
    return docs.map(({ _id: id, _rev: rev }) => ({ ok: true, id, rev }));
  }
}

function answer(body: object, status = 200): Response {
  return Response.json(body, { status, headers: HEADERS });
}

/** Lines as JSON in pieces that end anywhere, each only when somebody reads on. */
function streamed(lines: Iterable<object>): Response {
  const source = lines[Symbol.iterator]();
  const encoder = new TextEncoder();
  let rest = '';
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      while (rest.length < PIECE) {
        const next = source.next();
        if (next.done === true) break;
        rest += `${JSON.stringify(next.value)}\n`;
      }
      if (rest === '') controller.close();
      else controller.enqueue(encoder.encode(rest.slice(0, PIECE)));
      rest = rest.slice(PIECE);
    },
  });
  return new Response(body, { headers: { ...HEADERS, 'content-type': 'application/x-ndjson' } });
}

/** A revision as a server's store has it. */
export function leafOf({ _revisions, ...document }: CarriedDocument) {
  const { start, ids } = _revisions;
  return { document, ancestry: ids.map((hash, age) => `${start - age}-${hash}`) };
}

const HASH = /^[0-9a-f]{32}$/;

/** A document as another phone would have sent it. */
export function carried<T extends { _id: string }>(document: T, hash: string): CarriedDocument {
  if (!HASH.test(hash)) throw new Error('not a hash');
  return { ...document, _rev: `1-${hash}`, _revisions: { start: 1, ids: [hash] } };
}
