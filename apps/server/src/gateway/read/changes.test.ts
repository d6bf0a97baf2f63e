import { beforeEach, describe, expect, it } from 'vitest';
import type { DocumentStore } from '../../store/document-store.ts';
import { deletion, put, remove, replicated } from '../../store/testing/support.ts';
import { aGateway, type Gateway } from '../testing/a-gateway.ts';
import { manyRecords } from '../testing/many-records.ts';
import { saidBy } from '../testing/said-by.ts';

interface Page {
  results: {
    seq: string;
    id: string;
    changes: { rev: string }[];
    deleted?: true;
    doc?: Record<string, unknown> | null;
  }[];
  last_seq: string;
  pending: number;
}

let gateway: Gateway;
let store: DocumentStore;

beforeEach(async () => {
  gateway = await aGateway();
  ({ store } = gateway);
});

async function page(query: string): Promise<Page> {
  const answer = await gateway.ask(`/_changes${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

async function pageOf(query: string, docIds: readonly string[]): Promise<Page> {
  const answer = await gateway.post(`/_changes${query}`, { doc_ids: docIds });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

const idsIn = ({ results }: Page): string[] => results.map(({ id }) => id);

const HASH = { a: 'a'.repeat(32), b: 'b'.repeat(32), c: 'c'.repeat(32) };

/** Five changes: the documents `a` to `d`, then `b` once more. */
async function fiveChanges(): Promise<void> {
  const rev = new Map<string, string>();
  for (const id of ['a', 'b', 'c', 'd']) rev.set(id, await put(store, id));
  await put(store, 'b', { again: true }, rev.get('b'));
}

describe('GET /:stakeDB/_changes', () => {
  it('answers an empty unit with no row, sequence 0 and nothing pending', async () => {
    expect(await page('')).toEqual({ results: [], last_seq: '0', pending: 0 });
  });

  it('gives each document once, at its newest change', async () => {
    await fiveChanges();
    const { results, last_seq: lastSeq, pending } = await page('');
    expect(results.map(({ seq, id }) => [seq, id])).toEqual([
      ['1', 'a'],
      ['3', 'c'],
      ['4', 'd'],
      ['5', 'b'],
    ]);
    expect(results[3]?.changes).toEqual([{ rev: (await store.read('b'))?._rev }]);
    expect(lastSeq).toBe('5');
    expect(pending).toBe(0);
  });

  it.each([
    ['0', ['a', 'c', 'd', 'b']],
    ['"0"', ['a', 'c', 'd', 'b']],
    ['1', ['c', 'd', 'b']],
    ['%224%22', ['b']],
    ['5', []],
    ['now', []],
  ])('begins after since=%s', async (since, expected) => {
    await fiveChanges();
    const given = await page(`?since=${since}`);
    expect(idsIn(given)).toEqual(expected);
    expect(given.last_seq).toBe('5');
    expect(given.pending).toBe(0);
  });

  it('begins after the last-event-id of the address or the header', async () => {
    await fiveChanges();
    expect(idsIn(await page('?last-event-id=4'))).toEqual(['b']);
    expect(idsIn(await page('?last-event-id=4&since=3'))).toEqual(['d', 'b']);
    const byHeader = await gateway.ask('/_changes', { headers: { 'last-event-id': '4' } });
    expect(idsIn((await byHeader.json()) as Page)).toEqual(['b']);
  });

  it('answers a since that is ahead of the unit with the unit’s own sequence', async () => {
    await fiveChanges();
    expect(await page('?since=900')).toEqual({ results: [], last_seq: '5', pending: 0 });
  });

  it.each([
    [0, [], '0', 4],
    [1, ['a'], '1', 3],
    [3, ['a', 'c', 'd'], '4', 1],
    [4, ['a', 'c', 'd', 'b'], '5', 0],
    [5, ['a', 'c', 'd', 'b'], '5', 0],
  ])(
    'with limit=%i answers where it stopped and how many rows remain',
    async (limit, ids, seq, left) => {
      await fiveChanges();
      const given = await page(`?limit=${limit}`);
      expect(idsIn(given)).toEqual(ids);
      expect(given).toMatchObject({ last_seq: seq, pending: left });
    },
  );

  it('goes on page by page without a gap, a repetition or an empty page before the end', async () => {
    const ids = await manyRecords(store, 25);
    const seen: string[] = [];
    let since = '0';
    for (const expected of [15, 5, 0]) {
      const given = await page(`?limit=10&since=${since}`);
      expect(given.results.length).toBeGreaterThan(0);
      expect(given.pending).toBe(expected);
      seen.push(...idsIn(given));
      since = given.last_seq;
    }
    expect(seen.toSorted()).toEqual(ids);
  });

  it('names the winner, or with style=all_docs every leaf, deleted ones too', async () => {
    await store.writeRevisions([
      replicated('x', [`2-${HASH.b}`, `1-${HASH.a}`]),
      replicated('x', [`2-${HASH.c}`, `1-${HASH.a}`]),
      deletion('x', [`3-${HASH.a}`, `2-${HASH.b}`, `1-${HASH.a}`]),
    ]);
    expect((await page('')).results[0]?.changes).toEqual([{ rev: `2-${HASH.c}` }]);
    expect((await page('?style=main_only')).results[0]?.changes).toEqual([{ rev: `2-${HASH.c}` }]);
    const [row] = (await page('?style=all_docs')).results;
    expect(row?.changes).toEqual([{ rev: `2-${HASH.c}` }, { rev: `3-${HASH.a}` }]);
    expect(row).not.toHaveProperty('deleted');
  });

  it('marks deleted documents, and gives bodies when they are requested', async () => {
    const rev = await put(store, 'a', { name: 'Ana' });
    await put(store, 'b', { name: 'Eva' });
    const gone = await remove(store, 'a', rev);
    const [living, deleted] = (await page('?include_docs=true')).results;
    expect(living).toMatchObject({ id: 'b', doc: { _id: 'b', name: 'Eva' } });
    expect(living).not.toHaveProperty('deleted');
    expect(deleted).toMatchObject({
      id: 'a',
      deleted: true,
      changes: [{ rev: gone }],
      doc: { _id: 'a', _rev: gone, _deleted: true },
    });
    expect((await page('?include_docs=false')).results[0]).not.toHaveProperty('doc');
  });

  it('accepts the other parameters that stock clients send', async () => {
    await fiveChanges();
    const asked = '?feed=normal&style=all_docs&since=%220%22&timeout=10000&seq_interval=2&limit=2';
    const given = await page(asked);
    expect(given.results.map(({ seq }) => seq)).toEqual(['1', '3']);
    expect(idsIn(await page('?heartbeat=true&limit=1'))).toEqual(['a']);
  });

  it('carries the name of the history and is not cacheable', async () => {
    const { headers } = await gateway.ask('/_changes');
    expect(headers.get('x-crece-epoch')).toBe(gateway.app.services.epoch.current());
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('refuses unknown parameters and unreadable values', async () => {
    const queries = [
      'feed=eventsource',
      'filter=_view',
      'filter=design/mine',
      'filter=_selector',
      'filter=_doc_ids',
      'view=a/b',
      'selector={}',
      'descending=true',
      'conflicts=true',
      'attachments=true',
      'update_seq=true',
      'limit=-1',
      'limit=1.5',
      'limit=many',
      'limit=1&limit=2',
      'since=',
      'style=some',
      'include_docs=yes',
      'heartbeat=soon',
      'timeout=-5',
      'doc_ids=a',
      'doc_ids=[1]',
      '__proto__=1',
      'constructor=1',
    ];
    for (const query of queries) {
      const said = { query, ...(await saidBy(await gateway.ask(`/_changes?${query}`))) };
      expect(said).toEqual({ query, status: 400, error: 'bad_request', reason: 'bad-request' });
    }
  });
});

describe('the change feed with doc_ids', () => {
  it.each([
    [['b', 'd'], '', ['d', 'b'], '5', 0],
    [['b', 'd'], '?limit=1', ['d'], '4', 1],
    [['b', 'd'], '?limit=2', ['d', 'b'], '5', 0],
    [['b', 'd', 'unknown'], '?since=4', ['b'], '5', 0],
    // Other documents are dropped before rows are counted, and the sequence moves past them.
    [['a'], '?limit=1', ['a'], '1', 0],
    [['a'], '?limit=2', ['a'], '5', 0],
    [[], '', [], '5', 0],
  ])(
    'for %j with the query %s gives only those documents',
    async (docIds, query, expected, seq, pending) => {
      await fiveChanges();
      const given = await pageOf(query, docIds);
      expect(idsIn(given)).toEqual(expected);
      expect(given).toMatchObject({ last_seq: seq, pending });
    },
  );

  it('accepts the filter that stock clients name, in the body or in the address', async () => {
    await fiveChanges();
    expect(idsIn(await pageOf('?filter=_doc_ids', ['c']))).toEqual(['c']);
    const inAddress = await page(`?filter=_doc_ids&doc_ids=${encodeURIComponent('["c","a"]')}`);
    expect(idsIn(inAddress)).toEqual(['a', 'c']);
  });

  it('gives every document when a POST names none', async () => {
    await fiveChanges();
    const answer = await gateway.post('/_changes', {});
    expect(idsIn((await answer.json()) as Page)).toEqual(['a', 'c', 'd', 'b']);
  });

  it.each([
    [{ selector: {} }, 400, 'bad-request'],
    [{ doc_ids: 'a' }, 400, 'bad-request'],
    [{ doc_ids: [1] }, 400, 'bad-request'],
    [[], 400, 'bad-request'],
    [{ doc_ids: Array.from({ length: 10_001 }, (_, i) => `d${i}`) }, 413, 'too-large'],
  ])('an invalid body for doc_ids is refused: %#', async (body, status, reason) => {
    expect(await saidBy(await gateway.post('/_changes', body))).toMatchObject({ status, reason });
  });

  it('accepts at most 10,000 ids', async () => {
    const ids = Array.from({ length: 10_000 }, (_, i) => `d${i}`);
    expect((await pageOf('', ids)).results).toEqual([]);
  });
});
