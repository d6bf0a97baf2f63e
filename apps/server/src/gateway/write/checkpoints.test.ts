import { describe, expect, it } from 'vitest';
import { aClock } from '../../testing/test-people.ts';
import { aGateway, type Gateway } from '../testing/a-gateway.ts';
import { saidBy } from '../testing/said-by.ts';
import { MAX_CHECKPOINT_BYTES, MAX_CHECKPOINTS } from './checkpoints.ts';
import { inHandsOf, somebodyElse } from './testing/somebody.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** A checkpoint as PouchDB 9 writes it. */
const POUCH = {
  session_id: '4E9C1B2A-0000-0000-0000-1B2A4E9C0000',
  history: [{ last_seq: 12, session_id: '4E9C1B2A-0000-0000-0000-1B2A4E9C0000' }],
  replicator: 'pouchdb',
  version: 1,
  last_seq: 12,
};

/** One entry of the history that CouchDB 3 writes. */
const couchEntry = (i: number) => ({
  session_id: `9f3c${String(i).padStart(28, '0')}`,
  start_time: 'Mon, 02 Jun 2025 10:00:00 GMT',
  end_time: 'Mon, 02 Jun 2025 10:00:05 GMT',
  start_last_seq: i,
  end_last_seq: `${i + 1}-g1AAAACTeJzLYWBgYMpgTmHgz8tPSTV0MDQy1zMAQsMckEQiQ1L9____szKYExlygQLsZkkplmkpJtg04DEmkQ`,
  recorded_seq: i + 1,
  missing_checked: 1,
  missing_found: 1,
  docs_read: 1,
  docs_written: 1,
  doc_write_failures: 0,
  bulk_get_docs: 1,
  bulk_get_attempts: 1,
});

const COUCH = {
  session_id: '9f3c',
  source_last_seq: '5-g1AAA',
  replication_id_version: 4,
  history: [couchEntry(1)],
};

const put = ({ ask }: Gateway, id: string, body: unknown) =>
  ask(`/_local/${id}`, { method: 'PUT', headers: JSON_TYPE, body: JSON.stringify(body) });

const get = async ({ ask }: Gateway, id: string) => {
  const answer = await ask(`/_local/${id}`);
  return answer.ok
    ? ((await answer.json()) as Record<string, unknown>)
    : (await saidBy(answer)).reason;
};

describe('a replication checkpoint', () => {
  it('a checkpoint is stored, replaced on its current revision, and removed', async () => {
    const gateway = await aGateway();
    const id = 'x2.Zq_w==';
    expect(await get(gateway, id)).toBe('missing');
    const made = await put(gateway, id, { _id: `_local/${id}`, ...POUCH });
    const first = (await made.json()) as { rev: string };
    expect([made.status, first]).toEqual([201, { ok: true, id: `_local/${id}`, rev: '0-1' }]);
    expect(await get(gateway, id)).toEqual({ ...POUCH, _id: `_local/${id}`, _rev: '0-1' });

    const next = { ...POUCH, last_seq: 13, _rev: '0-1' };
    expect((await put(gateway, id, next)).status).toBe(201);
    for (const stale of [next, POUCH]) {
      expect(await saidBy(await put(gateway, id, stale))).toEqual({
        status: 409,
        error: 'conflict',
        reason: 'conflict',
      });
    }
    expect(await get(gateway, id)).toMatchObject({ last_seq: 13, _rev: '0-2' });

    const forget = (query: string) => gateway.ask(`/_local/${id}${query}`, { method: 'DELETE' });
    expect((await saidBy(await forget(''))).status).toBe(409);
    expect((await saidBy(await forget('?rev=0-1'))).status).toBe(409);
    expect((await forget('?rev=0-2')).status).toBe(200);
    expect(await get(gateway, id)).toBe('missing');
    expect((await saidBy(await forget('?rev=0-2'))).status).toBe(404);
  });

  it('a checkpoint is accepted as PouchDB and as CouchDB write it', async () => {
    const gateway = await aGateway();
    expect((await put(gateway, 'pouch', POUCH)).status).toBe(201);
    expect((await put(gateway, 'couch', COUCH)).status).toBe(201);
    expect(await get(gateway, 'couch')).toEqual({ ...COUCH, _id: '_local/couch', _rev: '0-1' });
  });

  it.each([
    ['a record', { firstName: 'Maria' }],
    ['one more field', { ...POUCH, note: 'x' }],
    ['something in a field', { ...POUCH, last_seq: { name: 'Maria' } }],
    ['a list in a field', { ...POUCH, version: [1] }],
    ['something in its history', { ...POUCH, history: [{ session_id: 'a', note: 'x' }] }],
    ['something deep in its history', { ...POUCH, history: [{ session_id: { a: 1 } }] }],
    ['a history that is no list', { ...POUCH, history: 'x' }],
    ['a deletion', { ...POUCH, _deleted: true }],
    ['a list', [POUCH]],
  ])('a checkpoint cannot hold %s', async (_name, body) => {
    const gateway = await aGateway();
    expect(await saidBy(await put(gateway, 'a', body))).toMatchObject({
      status: 400,
      reason: 'bad-request',
    });
    expect(await get(gateway, 'a')).toBe('missing');
  });

  it('a checkpoint has 8 KB at most; of a longer history the newest entries are kept', async () => {
    const gateway = await aGateway();
    const sized = (bytes: number) => {
      const empty = { session_id: '' };
      return { session_id: 'x'.repeat(bytes - JSON.stringify(empty).length) };
    };
    expect((await put(gateway, 'a', sized(MAX_CHECKPOINT_BYTES - 1))).status).toBe(201);
    expect((await put(gateway, 'b', sized(MAX_CHECKPOINT_BYTES))).status).toBe(201);
    expect(await saidBy(await put(gateway, 'c', sized(MAX_CHECKPOINT_BYTES + 1)))).toMatchObject({
      status: 413,
      reason: 'too-large',
    });
    const history = Array.from({ length: 50 }, (_, i) => couchEntry(i));
    expect((await put(gateway, 'd', { ...COUCH, history })).status).toBe(201);
    const kept = (await get(gateway, 'd')) as { history: unknown[] };
    expect(kept.history).toEqual(history.slice(0, kept.history.length));
    expect(kept.history.length).toBeGreaterThan(5);
    const { _id, _rev, ...fields } = kept as Record<string, unknown>;
    expect(JSON.stringify(fields).length).toBeLessThanOrEqual(MAX_CHECKPOINT_BYTES);
    const huge = { ...COUCH, history: Array.from({ length: 300 }, (_, i) => couchEntry(i)) };
    expect((await saidBy(await put(gateway, 'e', huge))).status).toBe(413);
  });

  it('belongs to its account, in every session of that account, and is not listed', async () => {
    const gateway = await aGateway();
    const other = await somebodyElse(gateway, { username: 'ben', roles: ['sync'] });
    await put(gateway, 'same', POUCH);
    expect(await get(other, 'same')).toBe('missing');
    expect((await put(other, 'same', { ...POUCH, last_seq: 99 })).status).toBe(201);
    expect(await get(gateway, 'same')).toMatchObject({ last_seq: 12 });
    expect(await get(await inHandsOf(gateway, gateway.account), 'same')).toMatchObject({
      last_seq: 12,
    });
    for (const path of ['/_local_docs', '/_local', '/_local/']) {
      expect((await gateway.ask(path)).status, path).toBe(404);
    }
    const all = (await (await gateway.ask('/_all_docs')).json()) as { rows: unknown[] };
    expect(all.rows).toEqual([]);
  });

  it('replaces the least recently written one when there are already 50', async () => {
    const { clock, pass } = aClock();
    const gateway = await aGateway({ clock });
    const other = await somebodyElse(gateway, { username: 'ben', roles: ['sync'] });
    await put(other, 'other', POUCH);
    for (let i = 0; i < MAX_CHECKPOINTS; i += 1) {
      pass(1_000);
      expect((await put(gateway, `c${i}`, POUCH)).status).toBe(201);
    }
    pass(1_000);
    expect((await put(gateway, 'c0', { ...POUCH, _rev: '0-1' })).status).toBe(201);
    expect(await get(gateway, 'c1')).toMatchObject({ _rev: '0-1' });
    expect((await put(gateway, 'one-more', POUCH)).status).toBe(201);
    expect(await get(gateway, 'c1')).toBe('missing');
    for (const id of ['c0', 'c2', 'c49', 'one-more']) {
      expect(await get(gateway, id), id).toMatchObject({ session_id: POUCH.session_id });
    }
    expect(await get(other, 'other')).toMatchObject({ _rev: '0-1' });
  });

  it('a checkpoint’s name has 200 characters at most', async () => {
    const gateway = await aGateway();
    expect((await put(gateway, 'i'.repeat(200), POUCH)).status).toBe(201);
    expect((await put(gateway, 'i'.repeat(201), POUCH)).status).toBe(400);
  });

  it.each(['%00', 'a%00b', '%01', '%0A', '%7F', '%C2%85'])(
    'a checkpoint under the name %s is refused and unknown, and no fault',
    async (id) => {
      const gateway = await aGateway();
      expect((await put(gateway, id, POUCH)).status).toBe(400);
      expect((await gateway.ask(`/_local/${id}`)).status).toBe(404);
      const removed = await gateway.ask(`/_local/${id}?rev=0-1`, { method: 'DELETE' });
      expect(removed.status).toBe(404);
    },
  );
});
