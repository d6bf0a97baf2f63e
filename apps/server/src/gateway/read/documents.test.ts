import { beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '../../base/version.ts';
import type { DocumentStore } from '../../store/document-store.ts';
import { deletion, put, replicated } from '../../store/testing/support.ts';
import { aGateway, type Gateway } from '../testing/a-gateway.ts';
import { saidBy } from '../testing/said-by.ts';

let gateway: Gateway;
let store: DocumentStore;

beforeEach(async () => {
  gateway = await aGateway();
  ({ store } = gateway);
});

const hash = (letter: string): string => letter.repeat(32);
const rev = (generation: number, letter: string): string => `${generation}-${hash(letter)}`;

/** `x`: 1-a, then 2-b (continued by 3-d) and, as a conflict, 2-c; `gone`: 1-a, deleted by 2-b. */
async function aConflict(): Promise<void> {
  await store.writeRevisions([
    replicated('x', [rev(1, 'a')], { from: 'a' }),
    replicated('x', [rev(2, 'b'), rev(1, 'a')], { from: 'b' }),
    replicated('x', [rev(3, 'd'), rev(2, 'b'), rev(1, 'a')], { from: 'd' }),
    replicated('x', [rev(2, 'c'), rev(1, 'a')], { from: 'c' }),
    replicated('gone', [rev(1, 'a')]),
    { ...deletion('gone', [rev(2, 'b'), rev(1, 'a')]) },
  ]);
}

const WINNER = { _id: 'x', _rev: rev(3, 'd'), from: 'd' };
const LOSER = { _id: 'x', _rev: rev(2, 'c'), from: 'c' };
const OF_WINNER = { start: 3, ids: [hash('d'), hash('b'), hash('a')] };
const OF_LOSER = { start: 2, ids: [hash('c'), hash('a')] };
const REMOVAL = { _id: 'gone', _rev: rev(2, 'b'), _deleted: true };

async function jsonFrom(answering: Promise<Response>): Promise<unknown> {
  const answer = await answering;
  expect(answer.status).toBe(200);
  return answer.json();
}

describe('GET /sync/', () => {
  it('tells everybody the name of the history', async () => {
    const { app, origin } = gateway;
    for (const address of [`${origin}/sync/`, `${origin}/sync`]) {
      expect(await jsonFrom(fetch(address))).toEqual({
        couchdb: 'Welcome',
        version: '3.3.0',
        uuid: app.services.epoch.current(),
        features: [],
        echo: 1,
        vendor: { name: 'Crece', version: VERSION },
      });
    }
    const renewed = await app.services.epoch.renew('a test');
    expect(await jsonFrom(fetch(`${origin}/sync/`))).toMatchObject({ uuid: renewed });
  });
});

describe('GET and HEAD /:stakeDB', () => {
  it('counts the documents and names the newest sequence', async () => {
    await aConflict();
    expect(await jsonFrom(gateway.ask('/'))).toEqual({
      db_name: 'test_stake_gtm',
      doc_count: 1,
      doc_del_count: 1,
      update_seq: '2',
      purge_seq: 0,
      compact_running: false,
      instance_start_time: '0',
    });
    const head = await gateway.ask('', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });

  it('refuses every parameter', async () => {
    expect(await saidBy(await gateway.ask('?x=1'))).toMatchObject({ status: 400 });
  });
});

describe('POST /:stakeDB/_bulk_get', () => {
  const bulkGet = (docs: unknown, query = '') => gateway.post(`/_bulk_get${query}`, { docs });

  it('answers row by row, in the order asked', async () => {
    await aConflict();
    const asked = [
      { id: 'x', rev: rev(2, 'c') },
      { id: 'nobody', rev: rev(1, 'a') },
      { id: 'x', rev: rev(3, 'd') },
      { id: 'gone', rev: rev(2, 'b') },
      { id: 'x', rev: rev(9, 'f') },
      { id: '_design/mine', rev: rev(1, 'a') },
    ];
    const missing = (id: string, missingRev: string) => ({
      id,
      docs: [{ error: { id, rev: missingRev, error: 'not_found', reason: 'missing' } }],
    });
    expect(await jsonFrom(bulkGet(asked))).toEqual({
      results: [
        { id: 'x', docs: [{ ok: LOSER }] },
        missing('nobody', rev(1, 'a')),
        { id: 'x', docs: [{ ok: WINNER }] },
        { id: 'gone', docs: [{ ok: REMOVAL }] },
        missing('x', rev(9, 'f')),
        missing('_design/mine', rev(1, 'a')),
      ],
    });
  });

  it('gives every leaf when no revision is named', async () => {
    await aConflict();
    const docs = [{ ok: WINNER }, { ok: LOSER }];
    expect(await jsonFrom(bulkGet([{ id: 'x' }]))).toEqual({ results: [{ id: 'x', docs }] });
    expect(await jsonFrom(bulkGet([{ id: 'nobody' }]))).toMatchObject({
      results: [{ docs: [{ error: { error: 'not_found' } }] }],
    });
  });

  it('gives the ancestry with revs=true', async () => {
    await aConflict();
    expect(await jsonFrom(bulkGet([{ id: 'x' }, { id: 'gone' }], '?revs=true'))).toEqual({
      results: [
        {
          id: 'x',
          docs: [
            { ok: { ...WINNER, _revisions: OF_WINNER } },
            { ok: { ...LOSER, _revisions: OF_LOSER } },
          ],
        },
        {
          id: 'gone',
          docs: [{ ok: { ...REMOVAL, _revisions: { start: 2, ids: [hash('b'), hash('a')] } } }],
        },
      ],
    });
  });

  it.each([
    ['of a revision that was continued, what became of it', 'b', 2, [WINNER]],
    ['of a common ancestor, every leaf', 'a', 1, [WINNER, LOSER]],
    ['of a leaf, itself', 'c', 2, [LOSER]],
  ])('with latest=true gives %s', async (_, letter, generation, expected) => {
    await aConflict();
    const answer = await jsonFrom(
      bulkGet([{ id: 'x', rev: rev(generation, letter) }], '?latest=true'),
    );
    expect(answer).toEqual({ results: [{ id: 'x', docs: expected.map((ok) => ({ ok })) }] });
  });

  it('without latest gives a named revision itself, even if it was continued', async () => {
    await aConflict();
    expect(await jsonFrom(bulkGet([{ id: 'x', rev: rev(2, 'b') }]))).toEqual({
      results: [{ id: 'x', docs: [{ ok: { _id: 'x', _rev: rev(2, 'b'), from: 'b' } }] }],
    });
  });

  it('accepts the other parameters that stock clients send', async () => {
    await aConflict();
    const asked = [{ id: 'x', rev: rev(3, 'd'), atts_since: [rev(1, 'a')] }];
    expect(await jsonFrom(bulkGet(asked, '?revs=false&latest=true&attachments=true'))).toEqual({
      results: [{ id: 'x', docs: [{ ok: WINNER }] }],
    });
  });

  it('answers an empty list for an empty list', async () => {
    expect(await jsonFrom(bulkGet([]))).toEqual({ results: [] });
  });

  it.each([
    [{ docs: 'x' }, '', 400, 'bad-request'],
    [{}, '', 400, 'bad-request'],
    [{ docs: [{ rev: '1-a' }] }, '', 400, 'bad-request'],
    [{ docs: [{ id: 5 }] }, '', 400, 'bad-request'],
    [{ docs: [] }, '?new=1', 400, 'bad-request'],
    [{ docs: [] }, '?revs=1', 400, 'bad-request'],
    [{ docs: Array.from({ length: 10_001 }, () => ({ id: 'x' })) }, '', 413, 'too-large'],
    [{ docs: [{ id: 'x'.repeat(2_100_000) }] }, '', 413, 'too-large'],
  ])('refuses an invalid body or parameter: %#', async (body, query, status, reason) => {
    const answer = await gateway.post(`/_bulk_get${query}`, body);
    expect(await saidBy(answer)).toMatchObject({ status, reason });
  });

  it('refuses a body that is not JSON or not declared as JSON', async () => {
    const send = (type: string, body: string) =>
      gateway.ask('/_bulk_get', { method: 'POST', headers: { 'content-type': type }, body });
    expect(await saidBy(await send('application/json', '{"docs":'))).toMatchObject({
      status: 400,
      reason: 'bad-request',
    });
    expect(await saidBy(await send('text/plain', '{"docs":[]}'))).toMatchObject({ status: 415 });
  });
});

describe('POST /:stakeDB/_revs_diff', () => {
  const revsDiff = (asked: unknown) => gateway.post('/_revs_diff', asked);

  it('names the missing revisions, with the leaves that they may continue', async () => {
    await aConflict();
    const asked = {
      x: [rev(3, 'd'), rev(1, 'a'), rev(4, 'e'), rev(3, 'f')],
      gone: [rev(2, 'b')],
      new: [rev(1, 'a')],
    };
    expect(await jsonFrom(revsDiff(asked))).toEqual({
      x: {
        missing: [rev(4, 'e'), rev(3, 'f')],
        possible_ancestors: [rev(3, 'd'), rev(2, 'c')],
      },
      new: { missing: [rev(1, 'a')] },
    });
  });

  it('gives the same answer in several batches as in one', async () => {
    const ids = Array.from({ length: 1_101 }, (_, i) => `doc_${i}`);
    await store.write(ids.slice(0, 600).map((_id) => ({ _id })));
    const asked = Object.fromEntries(ids.map((id) => [id, [rev(1, 'a')]]));
    const answer = (await jsonFrom(revsDiff(asked))) as Record<string, unknown>;
    expect(Object.keys(answer)).toEqual(ids);
    expect(answer['doc_1100']).toEqual({ missing: [rev(1, 'a')] });
  });

  it('reports a malformed revision as missing, so that it is refused alone when offered', async () => {
    await aConflict();
    expect(await jsonFrom(revsDiff({ x: ['nonsense', rev(3, 'd')], y: ['0-a'] }))).toEqual({
      x: { missing: ['nonsense'] },
      y: { missing: ['0-a'] },
    });
  });

  it('accepts any id, even `__proto__` and `constructor`', async () => {
    const body = `{"__proto__":["${rev(1, 'a')}"],"constructor":["${rev(1, 'b')}"]}`;
    const answer = await gateway.ask('/_revs_diff', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(await answer.text()).toBe(
      `{"__proto__":{"missing":["${rev(1, 'a')}"]},\n"constructor":{"missing":["${rev(1, 'b')}"]}}\n`,
    );
  });

  it('answers an empty object when nothing is missing', async () => {
    await aConflict();
    expect(await jsonFrom(revsDiff({ x: [rev(2, 'b')] }))).toEqual({});
    expect(await jsonFrom(revsDiff({}))).toEqual({});
  });

  it.each([
    [[], 400, 'bad-request'],
    [{ x: rev(1, 'a') }, 400, 'bad-request'],
    [{ x: [1] }, 400, 'bad-request'],
    [Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [i, []])), 413, 'too-large'],
    [{ x: ['x'.repeat(2_100_000)] }, 413, 'too-large'],
  ])('refuses an invalid body: %#', async (body, status, reason) => {
    expect(await saidBy(await revsDiff(body))).toMatchObject({ status, reason });
  });

  it('accepts 10,000 documents', async () => {
    const asked = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`d${i}`, []]));
    expect(await jsonFrom(revsDiff(asked))).toEqual({});
  });
});

describe('GET /:stakeDB/:id', () => {
  const all = encodeURIComponent(JSON.stringify([rev(2, 'c'), rev(9, 'f'), rev(2, 'b')]));

  it.each([
    ['x', WINNER],
    [`x?rev=${rev(2, 'c')}`, LOSER],
    [`x?rev=${rev(1, 'a')}`, { _id: 'x', _rev: rev(1, 'a'), from: 'a' }],
    [`x?rev=${rev(2, 'b')}&latest=true`, WINNER],
    ['x?revs=true', { ...WINNER, _revisions: OF_WINNER }],
    ['x?conflicts=true', { ...WINNER, _conflicts: [rev(2, 'c')] }],
    [`gone?rev=${rev(2, 'b')}`, REMOVAL],
    [`gone?conflicts=true&rev=${rev(2, 'b')}`, REMOVAL],
    ['x?open_revs=all', [{ ok: WINNER }, { ok: LOSER }]],
    [
      'x?open_revs=all&revs=true&attachments=true&atts_since=%5B%22x%22%5D',
      [{ ok: { ...WINNER, _revisions: OF_WINNER } }, { ok: { ...LOSER, _revisions: OF_LOSER } }],
    ],
    [
      `x?open_revs=${all}`,
      [{ ok: LOSER }, { missing: rev(9, 'f') }, { ok: { _id: 'x', _rev: rev(2, 'b'), from: 'b' } }],
    ],
    [`x?open_revs=${all}&latest=true`, [{ ok: LOSER }, { missing: rev(9, 'f') }, { ok: WINNER }]],
    [`nobody?open_revs=${all.slice(0, 3)}%5D`, []],
    ['gone?open_revs=all', [{ ok: REMOVAL }]],
  ])('%s answers the revisions asked for', async (address, expected) => {
    await aConflict();
    expect(await jsonFrom(gateway.ask(`/${address}`))).toEqual(expected);
  });

  it('finds a document whose id must be encoded', async () => {
    await put(store, 'a/b ñ?', { name: 'Iván' });
    expect(await jsonFrom(gateway.ask(`/${encodeURIComponent('a/b ñ?')}`))).toMatchObject({
      name: 'Iván',
    });
  });

  it.each([
    ['nobody', 404, 'missing'],
    ['gone', 404, 'deleted'],
    [`x?rev=${rev(9, 'f')}`, 404, 'missing'],
    ['nobody?open_revs=all', 404, 'missing'],
    ['_local_docs', 404, 'unknown-address'],
    ['_security', 404, 'unknown-address'],
    ['_design/mine', 404, 'unknown-address'],
    ['x?open_revs=some', 400, 'bad-request'],
    ['x?open_revs={}', 400, 'bad-request'],
    ['x?revs_info=true', 400, 'bad-request'],
    ['x?revs=1', 400, 'bad-request'],
  ])('%s is answered with %i %s', async (address, status, reason) => {
    await aConflict();
    expect(await saidBy(await gateway.ask(`/${address}`))).toMatchObject({ status, reason });
  });

  it('accepts at most 100 revisions', async () => {
    await aConflict();
    const ask = (count: number) => {
      const revs = Array.from({ length: count }, (_, i) => `${i + 4}-a`);
      return gateway.ask(`/x?open_revs=${encodeURIComponent(JSON.stringify(revs))}`);
    };
    expect(await jsonFrom(ask(100))).toHaveLength(100);
    expect(await saidBy(await ask(101))).toMatchObject({ status: 413, reason: 'too-large' });
  });

  it('answers as multipart to an old CouchDB, whose replicator reads nothing else', async () => {
    await aConflict();
    const revs = encodeURIComponent(JSON.stringify([rev(2, 'c'), rev(9, 'f')]));
    const answer = await gateway.ask(`/x?open_revs=${revs}&revs=true&latest=true`, {
      headers: { accept: 'multipart/mixed' },
    });
    const type = answer.headers.get('content-type') ?? '';
    const boundary = /^multipart\/mixed; boundary="([0-9a-f]{32})"$/.exec(type)?.[1];
    const parts = [
      `Content-Type: application/json\r\n\r\n${JSON.stringify({ ...LOSER, _revisions: OF_LOSER })}`,
      `Content-Type: application/json; error="true"\r\n\r\n{"missing":"${rev(9, 'f')}"}`,
    ];
    expect(await answer.text()).toBe(
      `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--`,
    );
  });
});
