import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { SnapshotHead } from '@crece/contract';
import { Unpacker } from '@crece/replication';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type DocumentStore,
  type Snapshot,
  type SnapshotQuery,
  StoreUnavailable,
} from '../../store/document-store.ts';
import { deletion, put, remove, replicated } from '../../store/testing/support.ts';
import { soon } from '../../testing/soon.ts';
import { aGateway, type Gateway } from '../testing/a-gateway.ts';
import { manyRecords } from '../testing/many-records.ts';
import { saidBy } from '../testing/said-by.ts';

let gateway: Gateway;
let store: DocumentStore;

beforeEach(async () => {
  gateway = await aGateway();
  ({ store } = gateway);
});

type Row = ReturnType<Unpacker['read']>[number];

interface Read {
  head: SnapshotHead | null;
  /** Documents by all their leaves. */
  rows: Row[];
  isWhole: boolean;
}

/** The complete lines of a body; the text after the last line end did not arrive completely. */
function read(body: string): Read {
  const lines = body
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as object);
  const [head = null, ...rest] = lines;
  const isWhole = rest.length > 0 && 'end' in (rest.at(-1) ?? {});
  const unpacker = new Unpacker();
  const blocks = isWhole ? rest.slice(0, -1) : rest;
  return {
    head: head as SnapshotHead | null,
    rows: blocks.flatMap((block) => unpacker.read(block)),
    isWhole,
  };
}

async function snapshot(query = ''): Promise<Read> {
  const answer = await gateway.ask(`/_snapshot${query}`);
  expect(answer.status).toBe(200);
  return read(await answer.text());
}

const idOf = ([winner]: Row): string => winner?._id ?? '';
const idsIn = ({ rows }: Read): string[] => rows.map(idOf);

/** A request whose answer is read only as far as the test asks. */
async function open(path: string, encoding = 'identity'): Promise<IncomingMessage> {
  const asking = request(`${gateway.url}${path}`, {
    headers: { authorization: `JWT ${gateway.entity}`, 'accept-encoding': encoding },
  }).end();
  asking.on('error', () => undefined);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return answer;
}

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Counts the documents taken out of the store, and the snapshots that are still open. */
function watchSnapshots(): { taken: number; open: number } {
  const counts = { taken: 0, open: 0 };
  const whole = store.snapshot.bind(store);
  vi.spyOn(store, 'snapshot').mockImplementation((query: SnapshotQuery): Snapshot => {
    const inner = whole(query);
    async function* counted() {
      counts.open += 1;
      try {
        for await (const row of inner) {
          counts.taken += 1;
          yield row;
        }
      } finally {
        counts.open -= 1;
      }
    }
    return Object.assign(counted(), { sequence: () => inner.sequence() });
  });
  return counts;
}

const hash = (letter: string): string => letter.repeat(32);
const rev = (generation: number, letter: string): string => `${generation}-${hash(letter)}`;

describe('GET /:stakeDB/_snapshot', () => {
  it('the snapshot of an empty unit has only a head and an end', async () => {
    const epoch = gateway.app.services.epoch.current();
    expect(await snapshot()).toEqual({
      head: { epoch, seq: '0', total: 0 },
      rows: [],
      isWhole: true,
    });
    expect(await snapshot('?after=zzz&tombstones=false')).toMatchObject({
      rows: [],
      isWhole: true,
    });
  });

  it('gives every document by id, whatever the order of the writes', async () => {
    for (const id of ['m', 'b', 'z', 'a', 'é', 'Z']) await put(store, id);
    const given = await snapshot();
    expect(idsIn(given)).toEqual(['Z', 'a', 'b', 'm', 'z', 'é']);
    expect(given.head).toMatchObject({ seq: '6', total: 6 });
    expect(given.isWhole).toBe(true);
  });

  it('gives all leaves with their ancestry, the winner first, conflict losers and deletions too', async () => {
    await store.writeRevisions([
      replicated('x', [rev(2, 'b'), rev(1, 'a')], { from: 'b' }),
      replicated('x', [rev(2, 'c'), rev(1, 'a')], { from: 'c' }),
      deletion('x', [rev(3, 'd'), rev(2, 'f'), rev(1, 'a')]),
      replicated('gone', [rev(1, 'a')], { why: 'here' }),
      { ...deletion('gone', [rev(2, 'b'), rev(1, 'a')]) },
    ]);
    const { rows, head } = await snapshot();
    expect(head).toMatchObject({ total: 2 });
    expect(rows).toEqual([
      [
        {
          _id: 'gone',
          _rev: rev(2, 'b'),
          _deleted: true,
          _revisions: { start: 2, ids: [hash('b'), hash('a')] },
        },
      ],
      [
        {
          _id: 'x',
          _rev: rev(2, 'c'),
          from: 'c',
          _revisions: { start: 2, ids: [hash('c'), hash('a')] },
        },
        {
          _id: 'x',
          _rev: rev(2, 'b'),
          from: 'b',
          _revisions: { start: 2, ids: [hash('b'), hash('a')] },
        },
        {
          _id: 'x',
          _rev: rev(3, 'd'),
          _deleted: true,
          _revisions: { start: 3, ids: [hash('d'), hash('f'), hash('a')] },
        },
      ],
    ]);
  });

  it('another store can load a snapshot, and then lacks no revision', async () => {
    const ids = await manyRecords(store, 300);
    await remove(store, ids[7] ?? '', (await store.read(ids[7] ?? ''))?._rev ?? '');
    const other = await gateway.app.services.stores.open('unit_other');
    const { rows } = await snapshot();
    for (const leaves of rows) {
      await other.writeRevisions(
        leaves.map(({ _revisions: { start, ids: hashes }, ...document }) => ({
          document,
          ancestry: hashes.map((own, i) => `${start - i}-${own}`),
        })),
      );
    }
    expect(await snapshotOf(other)).toEqual(await snapshotOf(store));
  });

  it.each([
    ['?tombstones=true', ['a', 'b', 'c'], 3],
    ['', ['a', 'b', 'c'], 3],
    ['?tombstones=false', ['a', 'c'], 2],
    ['?after=a', ['b', 'c'], 3],
    ['?after=a&tombstones=false', ['c'], 2],
    ['?after=aa', ['b', 'c'], 3],
    ['?after=c', [], 3],
  ])('answers the documents that %s selects', async (query, expected, total) => {
    for (const id of ['a', 'b', 'c']) await put(store, id);
    await remove(store, 'b', (await store.read('b'))?._rev ?? '');
    const given = await snapshot(query);
    expect(idsIn(given)).toEqual(expected);
    expect(given.head).toMatchObject({ seq: '4', total });
    expect(given.isWhole).toBe(true);
  });

  it.each(['?after=', '?tombstones=1', '?since=5', '?after=a&after=b'])(
    'refuses the query %s',
    async (query) => {
      expect(await saidBy(await gateway.ask(`/_snapshot${query}`))).toMatchObject({
        status: 400,
        reason: 'bad-request',
      });
    },
  );

  it('answers 503 when the store cannot be reached', async () => {
    vi.spyOn(store, 'info').mockRejectedValueOnce(new StoreUnavailable('away'));
    const answer = await gateway.ask('/_snapshot', { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(await saidBy(answer)).toMatchObject({ status: 503, reason: 'unavailable' });
  });
});

async function snapshotOf(of: DocumentStore): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of of.snapshot({ tombstones: true })) rows.push(row);
  return rows;
}

describe('a compressed snapshot', () => {
  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['BR', 'br', brotliDecompressSync],
  ])('a snapshot is compressed for Accept-Encoding: %s', async (accepted, encoding, decompress) => {
    const ids = await manyRecords(store, 1_000);
    const answer = await open('/_snapshot', accepted);
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/x-ndjson; charset=utf-8',
      vary: 'accept-encoding',
    });
    const packed = await bytesOf(answer);
    const given = read(decompress(packed).toString());
    expect(idsIn(given)).toEqual(ids);
    expect(given.isWhole).toBe(true);
    const plain = await bytesOf(await open('/_snapshot'));
    expect(read(plain.toString())).toEqual(given);
    expect(packed.length).toBeLessThan(plain.length / 3);
  });

  it.each(['', 'identity', 'deflate', 'gzip;q=0', 'x-gzip'])(
    'a snapshot is not compressed for "%s"',
    async (accepted) => {
      await manyRecords(store, 50);
      const answer = await open('/_snapshot', accepted);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(read((await bytesOf(answer)).toString()).rows).toHaveLength(50);
    },
  );

  it('a body that is too short to gain is not compressed', async () => {
    const { headers } = await gateway.ask('/_snapshot', { headers: { 'accept-encoding': 'gzip' } });
    expect(headers.get('content-encoding')).toBeNull();
    expect(Number(headers.get('content-length'))).toBeGreaterThan(0);
  });
});

describe('a snapshot that is cut', () => {
  /** Documents of this many random bytes, written as twice as many letters: they hardly compress. */
  async function aLargeUnit(count: number, bytes: number): Promise<string[]> {
    const ids = Array.from({ length: count }, (_, i) => `doc_${String(i).padStart(6, '0')}`);
    for (let from = 0; from < count; from += 2_000) {
      const some = ids.slice(from, from + 2_000);
      await store.write(some.map((_id) => ({ _id, text: randomBytes(bytes).toString('hex') })));
    }
    return ids;
  }

  it.each(['identity', 'gzip'])(
    'makes no more than a slow reader takes, and closes its source when the reader leaves (%s)',
    async (encoding) => {
      // 40 MB, 20 MB compressed: far more than the buffers of two sockets hold.
      const count = 4_000;
      await aLargeUnit(count, 5_000);
      const counts = watchSnapshots();
      const answer = await open('/_snapshot', encoding);
      await once(answer, 'readable');
      let before = -1;
      // Until the buffers between here and the store are full.
      await soon(async () => {
        const now = counts.taken;
        const isStill = now === before;
        before = now;
        await new Promise((resolve) => setTimeout(resolve, 100));
        expect(isStill && counts.taken === now).toBe(true);
      });
      expect(counts.taken).toBeLessThan(count * 0.9);
      expect(counts.open).toBe(1);
      answer.destroy();
      await soon(() => expect(counts.open).toBe(0));
    },
  );

  it('a cut snapshot is resumed after the last whole row, with the present state of the unit', async () => {
    const ids = await aLargeUnit(3_000, 1_000);
    const answer = await open('/_snapshot');
    const part: string[] = [];
    answer.setEncoding('utf8');
    for await (const chunk of answer) {
      part.push(chunk as string);
      if (part.join('').length > 1_000_000) break;
    }
    const first = read(part.join(''));
    expect(first.isWhole).toBe(false);
    expect(first.rows.length).toBeGreaterThan(100);
    const last = idOf(first.rows.at(-1) ?? []);

    const changed = ids[5] ?? '';
    const added = 'doc_zzz';
    await put(store, changed, { again: true }, (await store.read(changed))?._rev);
    await put(store, added);
    const second = await snapshot(`?after=${last}`);
    expect(second.isWhole).toBe(true);
    expect([...idsIn(first), ...idsIn(second)]).toEqual([...ids, added]);
    // Changes to the part that had already arrived come with the changes since the older head.
    expect(Number(second.head?.seq)).toBe(Number(first.head?.seq) + 2);
    const since = first.head?.seq;
    const changes = await gateway.ask(`/_changes?since=${since}`);
    const { results } = (await changes.json()) as { results: { id: string }[] };
    expect(results.map(({ id }) => id)).toEqual([changed, added]);
  });

  it('a store that fails in the middle leaves a snapshot visibly incomplete', async () => {
    // Enough that compressed bytes are on their way before the failure: before them it is a status 500.
    await manyRecords(store, 2_000);
    const whole = store.snapshot.bind(store);
    vi.spyOn(store, 'snapshot').mockImplementation((query): Snapshot => {
      const inner = whole(query);
      async function* failing() {
        let left = 1_800;
        for await (const row of inner) {
          if (left === 0) throw new Error('the disk is gone');
          left -= 1;
          yield row;
        }
      }
      return Object.assign(failing(), { sequence: () => inner.sequence() });
    });
    for (const encoding of ['identity', 'gzip']) {
      const answer = await open('/_snapshot', encoding);
      expect(answer.statusCode).toBe(200);
      await expect(bytesOf(answer)).rejects.toThrow('aborted');
    }
  });
});
