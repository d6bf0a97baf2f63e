import { beforeEach, describe, expect, it } from 'vitest';
import type { DocumentStore } from '../../store/document-store.ts';
import { put, remove, replicated } from '../../store/testing/support.ts';
import { aGateway, type Gateway } from '../testing/a-gateway.ts';
import { saidBy } from '../testing/said-by.ts';

let gateway: Gateway;
let store: DocumentStore;

beforeEach(async () => {
  gateway = await aGateway();
  ({ store } = gateway);
});

const LOSER = `1-${'a'.repeat(32)}`;

describe('/:stakeDB/_all_docs', () => {
  interface List {
    total_rows: number;
    rows: { id?: string; key: string; error?: string; doc?: unknown }[];
  }
  const list = async (query: string) =>
    (await (await gateway.ask(`/_all_docs${query}`)).json()) as List;
  const keysIn = ({ rows }: List): string[] => rows.map(({ key }) => key);
  const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

  beforeEach(async () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) await put(store, id, { name: id });
    await remove(store, 'd', (await store.read('d'))?._rev ?? '');
  });

  it('lists the living documents by id, with their winning revisions', async () => {
    const { rows, ...rest } = await list('');
    expect(rest).toEqual({ total_rows: 4, offset: null });
    const found = await store.readMany(['a', 'b', 'c', 'e']);
    expect(rows).toEqual(
      [...found].map(([id, { _rev }]) => ({ id, key: id, value: { rev: _rev } })),
    );
  });

  it.each([
    [`?startkey=${json('b')}`, ['b', 'c', 'e']],
    [`?start_key=${json('b')}&end_key=${json('c')}`, ['b', 'c']],
    [`?startkey=${json('b')}&endkey=${json('c')}&inclusive_end=false`, ['b']],
    [`?endkey=${json('c')}&descending=true`, ['e', 'c']],
    [`?startkey=${json('c')}&endkey=${json('a')}&descending=true&inclusive_end=false`, ['c', 'b']],
    ['?limit=2', ['a', 'b']],
    ['?limit=0', []],
    ['?skip=1&limit=2', ['b', 'c']],
    ['?skip=9', []],
    [`?key=${json('b')}`, ['b']],
    [`?key=${json('b')}&inclusive_end=false`, ['b']],
    [`?keys=${json(['e', 'a'])}`, ['e', 'a']],
    [`?keys=${json(['e', 'a', 'b'])}&descending=true&skip=1&limit=1`, ['a']],
  ])('answers the rows that %s selects', async (query, expected) => {
    expect(keysIn(await list(query))).toEqual(expected);
  });

  it('answers a row for each key, whether living, removed or unknown', async () => {
    const answer = await gateway.post('/_all_docs?include_docs=true', {
      keys: ['d', 'x', 'a'],
    });
    const [winner] = await store.leaves('d');
    const living = await store.read('a');
    expect(((await answer.json()) as List).rows).toEqual([
      { id: 'd', key: 'd', value: { rev: winner?.rev, deleted: true }, doc: null },
      { key: 'x', error: 'not_found' },
      { id: 'a', key: 'a', value: { rev: living?._rev }, doc: living },
    ]);
  });

  it('gives bodies, conflicts and the sequence only when they are requested', async () => {
    await store.writeRevisions([
      replicated('x', [LOSER]),
      replicated('x', [`2-${'d'.repeat(32)}`, `1-${'b'.repeat(32)}`], { name: 'x' }),
    ]);
    const answer = await list('?include_docs=true&conflicts=true&update_seq=true');
    expect(answer).toMatchObject({ update_seq: '7' });
    expect(answer.rows.at(-1)?.doc).toMatchObject({ name: 'x', _conflicts: [LOSER] });
    expect(answer.rows[0]?.doc).not.toHaveProperty('_conflicts');
  });

  it('lists everything for a POST without keys', async () => {
    const answer = await gateway.post('/_all_docs?limit=1', {});
    expect(keysIn((await answer.json()) as List)).toEqual(['a']);
  });

  it.each([
    ['?startkey=b', 400],
    ['?startkey=5', 400],
    ['?keys=%22a%22', 400],
    ['?group=true', 400],
    ['?limit=x', 400],
  ])('refuses the query %s', async (query, status) => {
    expect(await saidBy(await gateway.ask(`/_all_docs${query}`))).toMatchObject({
      status,
      reason: 'bad-request',
    });
  });

  it('refuses too many keys, and bodies of another form', async () => {
    const keys = Array.from({ length: 10_001 }, (_, i) => `k${i}`);
    expect(await saidBy(await gateway.post('/_all_docs', { keys }))).toMatchObject({ status: 413 });
    expect(await saidBy(await gateway.post('/_all_docs', { keys: 'a' }))).toMatchObject({
      status: 400,
    });
    expect(await saidBy(await gateway.post('/_all_docs', { queries: [] }))).toMatchObject({
      status: 400,
    });
  });
});
