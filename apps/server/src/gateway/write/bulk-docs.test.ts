import { createConnection, type Socket } from 'node:net';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../store/document-store.ts';
import { IS_DEEP } from '../../testing/deep.ts';
import { soon } from '../../testing/soon.ts';
import { aGateway, type Gateway, TEST_UNIT } from '../testing/a-gateway.ts';
import { saidBy } from '../testing/said-by.ts';
import { MAX_BODY_BYTES, MAX_DOCUMENT_BYTES } from './bulk-docs.ts';
import { MAX_DOCUMENTS, MAX_REVISIONS_OF_ONE, MAX_SENT } from './incoming-push.ts';
import { type Carried, carried, childOf, idOf, pushBody, screeningOf } from './testing/carried.ts';
import { outcomes, pushed, pushedOutcomes } from './testing/push.ts';
import { inHandsOf } from './testing/somebody.ts';
import { MAX_NODES, NODES_WHEN_FULL } from './tree-bounds.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

async function countOf({ store }: Gateway): Promise<number> {
  return (await store.info()).docCount;
}

function children(count: number, from = 0): Carried[] {
  return Array.from({ length: count }, (_, i) => carried(childOf(from + i), ['a']));
}

/** A request body that arrives in pieces, with other work in between. */
function streamed(pieces: AsyncIterable<string>): RequestInit {
  const body = ReadableStream.from(
    (async function* () {
      const encoder = new TextEncoder();
      for await (const piece of pieces) yield encoder.encode(piece);
    })(),
  );
  return { method: 'POST', headers: JSON_TYPE, body, duplex: 'half' } as RequestInit;
}

const asPushed = (documents: readonly Carried[]) =>
  documents.map(({ _id: id, _rev: rev }) => ({ ok: true, id, rev }));

describe('POST _bulk_docs', () => {
  it('writes revisions as they are and answers a row for each, in their order', async () => {
    const gateway = await aGateway();
    const documents = [carried(childOf(1), ['a', 'b']), carried(screeningOf(1), ['a'])];
    const answer = await gateway.post('/_bulk_docs', pushBody(documents));
    expect([answer.status, await answer.json()]).toEqual([201, asPushed(documents)]);
    const [first] = documents;
    expect(await gateway.store.readRevisions(idOf('chld', 1), 'leaves')).toEqual([
      {
        document: { ...childOf(1), _rev: first?._rev },
        ancestry: first?._revisions.ids.map((id, i) => `${2 - i}-${id}`),
      },
    ]);
  });

  it('refuses ids that name another unit of the catalogue; what lies here already stays editable', async () => {
    const gateway = await aGateway();
    const withId = (_id: string, path: readonly string[]) => carried({ ...childOf(1), _id }, path);
    const other = 'chld_coro_ven_1748880000001_aaaaaa';
    const unknown = 'chld_nowhere_gtm_1748880000001_aaaaaa';
    const rows = [withId(other, ['a']), withId(unknown, ['a']), withId('chld_old-7', ['a'])];
    expect(await pushedOutcomes(gateway, rows)).toEqual(['other-unit', 'ok', 'ok']);
    await gateway.store.write([{ ...childOf(1), _id: other }]);
    const [leaf] = await gateway.store.readRevisions(other, 'leaves');
    const [generation, hash = ''] = (leaf?.document._rev ?? '').split('-');
    const next = withId(other, ['b']);
    const ids = [next._revisions.ids[0] ?? '', hash];
    const edit = { ...next, _rev: `2-${ids[0]}`, _revisions: { start: 2, ids } };
    expect([generation, ...(await pushedOutcomes(gateway, [edit]))]).toEqual(['1', 'ok']);
  });

  it('notes which of them an account took from a file', async () => {
    const gateway = await aGateway();
    const [typed, taken] = children(2);
    await pushed(gateway, [typed]);
    await gateway.post('/_bulk_docs', pushBody([taken]), { 'x-crece-from-file': '1' });
    const { pushLog, background } = gateway.app.services;
    await background.settled();
    for (const [document, isFromFile] of [
      [typed, false],
      [taken, true],
    ] as const) {
      const pushes = await pushLog.pushesOf(TEST_UNIT, document?._id ?? '');
      expect(pushes).toMatchObject([{ isFromFile, isConfirmed: true }]);
    }
  });

  it('changes nothing when the same revisions are offered again', async () => {
    const gateway = await aGateway();
    const documents = children(3);
    await pushed(gateway, documents);
    const before = await gateway.store.info();
    expect(await pushed(gateway, documents)).toEqual(asPushed(documents));
    expect(await gateway.store.info()).toEqual(before);
  });

  it('refuses each invalid document with its reason and writes the others', async () => {
    const gateway = await aGateway();
    const text = JSON.stringify(
      pushBody([
        carried(childOf(1), ['a']),
        carried(childOf(2), ['a'], { comments: 'x'.repeat(MAX_DOCUMENT_BYTES) }),
        { ...carried(childOf(3), ['a']), _rev: '1-x' },
        carried(childOf(4), ['a'], { _attachments: { 'a.txt': {} } }),
        carried(childOf(5), ['a'], { MACHINERY: { polluted: true } }),
        { _id: '_design/app', _rev: '1-a', views: {} },
        carried(childOf(6), ['a'], { gender: '?' }),
        carried(childOf(7), ['a'], { BROKEN: 1 }),
        'text',
        carried(childOf(8), ['a']),
      ]),
    );
    const body = text.replace('"MACHINERY"', '"__proto__"').replace('"BROKEN":1', 'BROKEN');
    const answer = await gateway.ask('/_bulk_docs', { method: 'POST', headers: JSON_TYPE, body });
    const rows = (await answer.json()) as Record<string, unknown>[];
    expect(rows.map(({ ok, error, reason }) => ok ?? `${error} ${reason}`)).toEqual([
      true,
      'forbidden too-large',
      'forbidden malformed-revision',
      'forbidden forbidden-content',
      'forbidden forbidden-content',
      'forbidden unknown-kind',
      'forbidden unreadable',
      'forbidden unreadable',
      'forbidden unreadable',
      true,
    ]);
    expect(rows.map(({ id }) => id).slice(0, 5)).toEqual(
      [1, 2, 3, 4, 5].map((i) => idOf('chld', i)),
    );
    expect(rows[6]?.['details']).toEqual(['gender-invalid']);
    expect(rows[7]).toMatchObject({ id: idOf('chld', 7), details: ['not-json'] });
    expect(await countOf(gateway)).toBe(2);
  });

  it('takes a document of 256 KiB, and refuses one that is a byte longer', async () => {
    const gateway = await aGateway();
    const sized = (place: number, bytes: number) => {
      const empty = carried(childOf(place), ['a'], { comments: '' });
      const rest = bytes - Buffer.byteLength(JSON.stringify(empty));
      return { ...empty, comments: 'x'.repeat(rest) };
    };
    const documents = [
      sized(1, MAX_DOCUMENT_BYTES - 1),
      sized(2, MAX_DOCUMENT_BYTES),
      sized(3, MAX_DOCUMENT_BYTES + 1),
      sized(4, 2_000),
    ];
    expect(await pushedOutcomes(gateway, documents)).toEqual(['ok', 'ok', 'too-large', 'ok']);
  });

  it('takes the body of PouchDB, which names `new_edits` at its end', async () => {
    const gateway = await aGateway();
    const docs = children(600);
    const answer = await gateway.post('/_bulk_docs', { docs, new_edits: false });
    expect(outcomes((await answer.json()) as never)).toEqual(docs.map(() => 'ok'));
    expect(await countOf(gateway)).toBe(600);
  });

  it.each([
    ['true', { new_edits: true, docs: children(2) }],
    ['true at the end', { docs: children(2), new_edits: true }],
    ['not said', { docs: children(2) }],
  ])(
    'refuses a body with new_edits %s, which asks the server to make revisions',
    async (_name, body) => {
      const gateway = await aGateway();
      expect(await saidBy(await gateway.post('/_bulk_docs', body))).toEqual({
        status: 400,
        error: 'bad_request',
        reason: 'bad-request',
      });
      expect(await countOf(gateway)).toBe(0);
    },
  );

  it('refuses a body that is no batch', async () => {
    const gateway = await aGateway();
    for (const body of [
      '',
      '[]',
      '{"docs":1}',
      '{"docs":[]',
      '{"docs":[],"all_or_nothing":true}',
    ]) {
      const answer = await gateway.ask('/_bulk_docs', { method: 'POST', headers: JSON_TYPE, body });
      expect((await saidBy(answer)).reason, body).toBe('bad-request');
    }
    const odd = await gateway.post('/_bulk_docs?batch=ok', pushBody(children(1)));
    expect(await saidBy(odd)).toMatchObject({ status: 400, reason: 'bad-request' });
    expect(await countOf(gateway)).toBe(0);
  });

  it('takes uncompressed JSON only', async () => {
    const gateway = await aGateway();
    const body = JSON.stringify(pushBody(children(1)));
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ]) {
      const answer = await gateway.ask('/_bulk_docs', { method: 'POST', headers, body });
      expect(await saidBy(answer)).toEqual({
        status: 415,
        error: 'bad_content_type',
        reason: 'unsupported-type',
      });
    }
    const charset = { 'content-type': 'application/json; charset=utf-8' };
    const taken = await gateway.ask('/_bulk_docs', { method: 'POST', headers: charset, body });
    expect(taken.status).toBe(201);
  });

  it('answers 503 when the store is away, writes nothing, and takes the same body afterwards', async () => {
    const gateway = await aGateway();
    const { store } = gateway;
    const write = store.writeRevisions.bind(store);
    store.writeRevisions = () => Promise.reject(new StoreUnavailable('/var/lib/crece'));
    const answer = await gateway.post('/_bulk_docs', pushBody(children(2)));
    expect(answer.headers.get('retry-after')).toBe('10');
    const text = await answer.clone().text();
    expect(text).not.toContain('/var');
    expect(await saidBy(answer)).toEqual({
      status: 503,
      error: 'service_unavailable',
      reason: 'unavailable',
    });
    store.writeRevisions = write;
    expect(await countOf(gateway)).toBe(0);
    expect(await pushedOutcomes(gateway, children(2))).toEqual(['ok', 'ok']);
  });
});

describe('a long batch for POST _bulk_docs', { timeout: 120_000 }, () => {
  it.runIf(IS_DEEP)('a long batch has its first 10,000 documents written', async () => {
    const gateway = await aGateway();
    const rows = await pushedOutcomes(gateway, children(MAX_DOCUMENTS + 1));
    expect(rows.slice(0, MAX_DOCUMENTS).every((row) => row === 'ok')).toBe(true);
    expect(rows.slice(MAX_DOCUMENTS)).toEqual(['batch-too-long']);
    expect(await countOf(gateway)).toBe(MAX_DOCUMENTS);
  });

  it('a batch of 100,000 documents gets a row for each; one more document is refused as a whole', async () => {
    const gateway = await aGateway();
    // The shortest possible documents: only the first 10,000 are checked.
    const body = (count: number) =>
      `{"new_edits":false,"docs":[${JSON.stringify(carried(childOf(1), ['a']))},${Array.from(
        { length: count - 1 },
        (_, i) => `{"_id":"x${i}","_rev":"1-a"}`,
      ).join(',')}]}`;
    const ask = (count: number) =>
      gateway.ask('/_bulk_docs', { method: 'POST', headers: JSON_TYPE, body: body(count) });
    const rows = outcomes((await (await ask(MAX_SENT)).json()) as never);
    expect(rows.length).toBe(MAX_SENT);
    expect([rows[0], rows[1], rows[MAX_DOCUMENTS - 1]]).toEqual([
      'ok',
      'unknown-kind',
      'unknown-kind',
    ]);
    expect(new Set(rows.slice(MAX_DOCUMENTS))).toEqual(new Set(['batch-too-long']));
    expect(await saidBy(await ask(MAX_SENT + 1))).toMatchObject({
      status: 413,
      reason: 'too-large',
    });
    expect(await countOf(gateway)).toBe(1);
  });

  it('a batch with a content-length above the limit is refused at once', async () => {
    const gateway = await aGateway();
    const { hostname, port } = new URL(gateway.origin);
    const socket = createConnection({ host: hostname, port: Number(port) });
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.write(
      `POST /sync/${TEST_UNIT}/_bulk_docs HTTP/1.1\r\nHost: x\r\nAuthorization: JWT ${gateway.entity}\r\nContent-Type: application/json\r\nContent-Length: ${MAX_BODY_BYTES + 1}\r\n\r\n{"docs":[`,
    );
    await soon(() => expect(text).toContain('"reason":"too-large"'));
    expect(text).toContain('HTTP/1.1 413');
    socket.destroy();
  });

  it('at most 100 revisions of one record are accepted per request', async () => {
    const gateway = await aGateway();
    const path = Array.from({ length: MAX_REVISIONS_OF_ONE + 1 }, (_, i) => `r${i}`);
    const line = path.map((_, i) => carried(childOf(1), path.slice(0, i + 1)));
    const rows = await pushedOutcomes(gateway, line);
    expect(rows).toEqual([...Array<string>(MAX_REVISIONS_OF_ONE).fill('ok'), 'too-many-versions']);
    expect(await pushedOutcomes(gateway, line.slice(-1))).toEqual(['ok']);
  });
});

describe('ancestors of one record in a push', () => {
  const PER_BRANCH = 1_000;
  const hex = (place: number) => place.toString(16).padStart(32, '0');
  /** A version of the record with this many revisions of its own, itself included. */
  const branch = (place: number, length = PER_BRANCH) => {
    const ids = Array.from({ length }, (_, i) => hex(place * PER_BRANCH + i));
    return { ...childOf(1), _rev: `${length}-${ids[0]}`, _revisions: { start: length, ids } };
  };

  it('ancestors are limited to 20,000 per request and per tree, and a full tree still takes an edit', async () => {
    const gateway = await aGateway();
    const full = MAX_NODES / PER_BRANCH;
    const branches = Array.from({ length: full - 1 }, (_, i) => branch(i));
    const filled = await pushedOutcomes(gateway, [...branches, branch(50), branch(51, 1)]);
    expect(filled).toEqual([...Array<string>(full).fill('ok'), 'too-many-versions']);
    const long = branch(60, NODES_WHEN_FULL + 1);
    expect(await pushedOutcomes(gateway, [long])).toEqual(['too-many-versions']);
    expect(await pushedOutcomes(gateway, [branch(61, NODES_WHEN_FULL)])).toEqual(['ok']);
  });
});

describe('a push whose body is cut', () => {
  const TRANSACTION = 500;

  /** Announces the whole length, sends a part of the body, and hangs up. */
  async function sendPart(
    gateway: Gateway,
    part: string,
    length: number,
    until: () => Promise<void>,
  ) {
    const { hostname, port } = new URL(gateway.origin);
    const socket = createConnection({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    socket.write(
      `POST /sync/${TEST_UNIT}/_bulk_docs HTTP/1.1\r\nHost: x\r\nAuthorization: JWT ${gateway.entity}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${part}`,
    );
    await until();
    socket.destroy();
  }

  it('leaves whole transactions behind, and offering all of it again completes it', async () => {
    const gateway = await aGateway();
    const documents = children(1_200);
    const body = JSON.stringify(pushBody(documents));
    const part = body.slice(0, Math.floor(body.length * 0.9));
    await sendPart(gateway, part, body.length, () =>
      soon(async () => expect(await countOf(gateway)).toBe(2 * TRANSACTION)),
    );
    const { updateSeq } = await gateway.store.info();
    expect(updateSeq).toBe(String(2 * TRANSACTION));
    expect(await pushed(gateway, documents)).toEqual(asPushed(documents));
    expect(await countOf(gateway)).toBe(1_200);
    expect((await gateway.store.info()).updateSeq).toBe('1200');
  });

  it('writes nothing that did not fill a transaction, and logs no fault', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const gateway = await aGateway({ logger });
    const body = JSON.stringify(pushBody(children(100)));
    const sockets: Socket[] = [];
    gateway.app.app.server.on('connection', (socket) => sockets.push(socket));
    const part = body.slice(0, -20);
    await sendPart(gateway, part, body.length, () =>
      soon(() => expect(sockets[0]?.bytesRead ?? 0).toBeGreaterThan(part.length)),
    );
    await soon(() => expect(sockets[0]?.closed).toBe(true));
    expect(await countOf(gateway)).toBe(0);
    expect((await gateway.ask('')).status).toBe(200);
    expect(lines).toEqual([]);
  });
});

describe('a right that is taken away during a push', () => {
  /**
   * Pushes 600 documents, takes the right away when the first 500 are stored, and sends the rest.
   */
  async function cutBy(gateway: Gateway, takeAway: () => Promise<unknown>): Promise<Response> {
    const documents = children(1_100).map((document) => JSON.stringify(document));
    async function* pieces() {
      yield `{"new_edits":false,"docs":[${documents.slice(0, 550).join(',')}`;
      await soon(async () => expect(await countOf(gateway)).toBe(500));
      await takeAway();
      yield `,${documents.slice(550).join(',')}]}`;
    }
    return gateway.ask('/_bulk_docs', streamed(pieces()));
  }

  it('ends the push between two transactions, and the push succeeds when the right returns', async () => {
    const gateway = await aGateway();
    const { accounts } = gateway.app.services;
    const { id } = gateway.account;
    const answer = await cutBy(gateway, () => accounts.update(id, { roles: ['user'] }));
    expect(await saidBy(answer)).toEqual({
      status: 401,
      error: 'unauthorized',
      reason: 'session-ended',
    });
    expect(await countOf(gateway)).toBe(500);

    const account = await accounts.update(id, { roles: ['user', 'sync'] });
    if (!account.ok) throw new Error(account.code);
    const again = await inHandsOf(gateway, account.account);
    expect(await pushedOutcomes(again, children(1_100))).toEqual(Array<string>(1_100).fill('ok'));
    expect(await countOf(gateway)).toBe(1_100);
    expect((await gateway.store.info()).updateSeq).toBe('1100');
  });

  it.each([
    ['the account', ({ app, account }: Gateway) => app.services.accounts.remove(account.id)],
    [
      'the password',
      ({ app, account }: Gateway) =>
        app.services.accounts.update(account.id, { passwordHash: 'another' }),
    ],
    [
      'the scope',
      ({ app, account }: Gateway) =>
        app.services.accounts.update(account.id, { scope: { countries: ['HND'] } }),
    ],
  ])('ends the push also with %s', async (_name, takeAway) => {
    const gateway = await aGateway();
    const answer = await cutBy(gateway, () => takeAway(gateway));
    expect((await saidBy(answer)).reason).toBe('session-ended');
    expect(await countOf(gateway)).toBe(500);
  });
});

describe('the other writes of the protocol', () => {
  it('other writes are confirmed, or refused with CouchDB’s answer when no client of ours needs them', async () => {
    const gateway = await aGateway();
    const commit = await gateway.post('/_ensure_full_commit', {});
    expect([commit.status, await commit.json()]).toEqual([
      201,
      { ok: true, instance_start_time: '0' },
    ]);
    expect(await saidBy(await gateway.ask('', { method: 'PUT' }))).toEqual({
      status: 412,
      error: 'file_exists',
      reason: 'exists',
    });
    const nothing = { status: 404, error: 'not_found', reason: 'unknown-address' };
    for (const [method, path] of [
      ['PUT', `/${idOf('chld', 1)}`],
      ['DELETE', `/${idOf('chld', 1)}?rev=1-a`],
      ['DELETE', ''],
      ['POST', ''],
      ['POST', '/_find'],
      ['PUT', '/_security'],
      ['PUT', '/_design/app'],
      ['POST', '/_purge'],
      ['GET', '/_design/app/_view/all'],
    ] as const) {
      const body = method === 'POST' || method === 'PUT' ? { body: '{}', headers: JSON_TYPE } : {};
      expect(await saidBy(await gateway.ask(path, { method, ...body })), path).toEqual(nothing);
    }
  });
});
