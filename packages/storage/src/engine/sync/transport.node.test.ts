import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AdaptiveBatch } from './adaptive-batch.ts';
import { Cancelled, EpochChanged, faultOfAnswer, faultOfForeign } from './client-fault.ts';
import { deliver } from './deliver.ts';
import { KeptChildren } from './kept-children.ts';
import { RETRY_POLICY, wait } from './retry-policy.ts';
import { PIECE_SIZES } from './run-context.ts';
import { ServerClient } from './server-client.ts';
import { bodyText, Transport, type TransportOptions } from './transport.ts';
import { SyncFault } from './types.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Headers of every gateway answer. */
const GATEWAY = { 'content-type': 'application/json; charset=utf-8', 'x-crece-epoch': 'one' };

/** A small HTTP server; it uses the handlers in turn and repeats the last one. */
async function aServer(...handles: readonly Handle[]) {
  const seen: { path: string; authorization: string | undefined }[] = [];
  const marks: unknown[] = [];
  const server = createServer((request, response) => {
    const handle = handles[Math.min(seen.length, handles.length - 1)];
    seen.push({ path: request.url ?? '', authorization: request.headers.authorization });
    marks.push(request.headers['x-crece-mark']);
    request.resume();
    handle?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, seen, marks };
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Handle {
  return page(status, { ...GATEWAY, ...headers }, JSON.stringify(body));
}

function page(status: number, headers: Record<string, string>, body: string): Handle {
  return (_request, response) => void response.writeHead(status, headers).end(body);
}

interface Made {
  transport: Transport;
  controller: AbortController;
  pauses: number[];
  asked: () => number;
  differences: number[];
  heard: { mark: string; mustCheck: boolean }[];
}

/** A transport to an origin; its pauses are recorded and take no time. */
function aTransport(origin: string, different: Partial<TransportOptions> = {}): Made {
  const controller = new AbortController();
  const pauses: number[] = [];
  const differences: number[] = [];
  const heard: Made['heard'] = [];
  let asked = 0;
  const transport = new Transport({
    server: {
      credentials: async () => {
        asked += 1;
        return { entity: `token-${asked}`, url: `${origin}/sync` };
      },
    },
    signal: controller.signal,
    clock: () => new Date(),
    random: () => 1,
    wait: async (ms) => void pauses.push(ms),
    retryPolicy: RETRY_POLICY,
    onPause: () => undefined,
    onContact: (difference) => void differences.push(difference),
    mark: () => heard.at(-1)?.mark ?? null,
    onMark: (mark, mustCheck) => void heard.push({ mark, mustCheck }),
    ...different,
  });
  return { transport, controller, pauses, asked: () => asked, differences, heard };
}

async function read(transport: Transport, path = '/unit'): Promise<unknown> {
  return transport.send(
    { path },
    async ({ chunks }): Promise<unknown> => JSON.parse(await bodyText(chunks)),
  );
}

const failing = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'succeeded',
    (error: unknown) => error,
  );

describe('Transport of gateway requests', () => {
  it('sends the token in its header and never in the address', async () => {
    const { origin, seen } = await aServer(json({ ok: true }));
    const { transport } = aTransport(origin);
    expect(await read(transport)).toEqual({ ok: true });
    expect(seen).toEqual([{ path: '/sync/unit', authorization: 'JWT token-1' }]);
  });

  it('sends no token with a public call', async () => {
    const { origin, seen } = await aServer(json({ uuid: 'one' }));
    const { transport } = aTransport(origin);
    await transport.send({ path: '/', isPublic: true }, async () => undefined);
    expect(seen).toEqual([{ path: '/sync/', authorization: undefined }]);
  });

  it('returns the last mark with the token, and ignores a mark of another history', async () => {
    const { origin, marks } = await aServer(
      json({ ok: true }, 200, { 'x-crece-mark': 'first' }),
      json({}, 503, { 'x-crece-mark': 'of a refusal' }),
      json({ ok: true }, 200, { 'x-crece-mark': 'second', 'x-crece-check': '1' }),
      json({ uuid: 'one' }),
      json({ ok: true }, 200, { 'x-crece-epoch': 'other', 'x-crece-mark': 'of another' }),
    );
    const { transport, heard } = aTransport(origin);
    for (let i = 0; i < 2; i += 1) await read(transport);
    await transport.send({ path: '/', isPublic: true }, async () => undefined);
    transport.epoch = 'one';
    expect(await failing(read(transport))).toBeInstanceOf(EpochChanged);
    expect(marks).toEqual([undefined, 'first', 'first', undefined, 'second']);
    expect(heard).toEqual([
      { mark: 'first', mustCheck: false },
      { mark: 'second', mustCheck: true },
    ]);
  });

  it('retries after growing pauses when the server fails, and finally throws the fault', async () => {
    const { origin, seen } = await aServer(json({ reason: 'unavailable' }, 503));
    const { transport, pauses } = aTransport(origin);
    const fault = await failing(read(transport));
    expect(fault).toMatchObject({ name: 'SyncFault', code: 'server', reason: 'unavailable' });
    expect(seen).toHaveLength(6);
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  });

  it('reduces the pauses at random, by up to half', async () => {
    const { origin } = await aServer(json({}, 500), json({}, 500), json({ ok: true }));
    const { transport, pauses } = aTransport(origin, { random: () => 0 });
    expect(await read(transport)).toEqual({ ok: true });
    expect(pauses).toEqual([500, 1_000]);
  });

  it('waits as long as Retry-After asks, in seconds or as a date', async () => {
    const clock = new Date('2025-05-10T15:00:00.000Z');
    const { origin } = await aServer(
      json({ reason: 'unavailable' }, 503, { 'retry-after': '7' }),
      json({}, 429, { 'retry-after': 'Sat, 10 May 2025 15:00:09 GMT' }),
      json({ ok: true }),
    );
    const { transport, pauses } = aTransport(origin, { clock: () => clock });
    expect(await read(transport)).toEqual({ ok: true });
    expect(pauses).toEqual([7_000, 9_000]);
  });

  it('ends at once when the server asks for more than two minutes', async () => {
    const { origin, seen } = await aServer(json({}, 503, { 'retry-after': '121' }));
    const { transport, pauses } = aTransport(origin);
    expect(await failing(read(transport))).toMatchObject({ code: 'server' });
    expect(pauses).toEqual([]);
    expect(seen).toHaveLength(1);
  });

  it('renews an expired token once per request', async () => {
    const expired = json({ error: 'unauthorized', reason: 'token-expired' }, 401);
    const { origin, seen } = await aServer(expired, json({ ok: true }), expired);
    const { transport, asked } = aTransport(origin);
    expect(await read(transport)).toEqual({ ok: true });
    expect(seen.map(({ authorization }) => authorization)).toEqual(['JWT token-1', 'JWT token-2']);
    expect(await failing(read(transport))).toMatchObject({
      code: 'refused',
      reason: 'token-expired',
    });
    expect(asked()).toBe(3);
  });

  it('renews the token only once when several requests find it expired', async () => {
    const { origin } = await aServer((request, response) => {
      const isFresh = request.headers.authorization === 'JWT token-2';
      json({ reason: 'token-expired' }, isFresh ? 200 : 401)(request, response);
    });
    const { transport, asked } = aTransport(origin);
    await transport.connect();
    await Promise.all([read(transport), read(transport), read(transport)]);
    expect(asked()).toBe(2);
  });

  it.each([
    [401, { reason: 'session-ended' }, 'session-ended'],
    [403, { reason: 'role' }, 'role'],
    [403, { reason: 'unit' }, 'unit'],
    [404, 'not ours', 'unknown-address'],
    [413, {}, 'too-large'],
  ])('takes %i %j as a refusal and does not retry', async (status, body, reason) => {
    const { origin, seen } = await aServer(json(body, status));
    const { transport, pauses, asked } = aTransport(origin);
    expect(await failing(read(transport))).toMatchObject({ code: 'refused', reason, status });
    expect({ requests: seen.length, pauses, asked: asked() }).toEqual({
      requests: 1,
      pauses: [],
      asked: 1,
    });
  });

  it('reports a broken connection as no response, and succeeds when it is back', async () => {
    const { origin, seen } = await aServer(
      (request) => request.socket.destroy(),
      (_request, response) => {
        response.writeHead(200, { ...GATEWAY, 'content-length': '100' }).write('{"half":');
        setTimeout(() => response.destroy(), 20);
      },
      json({ ok: true }),
    );
    const { transport } = aTransport(origin);
    expect(await read(transport)).toEqual({ ok: true });
    expect(seen).toHaveLength(3);
  });

  const timeLimit = json({ code: 'timeout', error: 'request_timeout', reason: 'timeout' }, 408, {
    connection: 'close',
  });

  it('treats status 408 of the server as a broken connection', async () => {
    const { origin, seen } = await aServer(timeLimit, timeLimit, json({ ok: true }));
    const { transport, pauses } = aTransport(origin);
    expect(await read(transport)).toEqual({ ok: true });
    expect({ requests: seen.length, pauses }).toEqual({ requests: 3, pauses: [1_000, 2_000] });
    // If it persists, a person reads "no connection", not a refusal.
    expect(faultOfAnswer(408, null, null).code).toBe('no-response');
    expect([409, 407].map((status) => faultOfAnswer(status, null, null).code)).toEqual([
      'refused',
      'refused',
    ]);
  });

  it('sends a push that ended with 408 again in smaller pieces, and marks nothing refused', async () => {
    const outgoing = ['a', 'b'].map((id) => {
      const document = { _id: id, _rev: '1-a', _revisions: { start: 1, ids: ['a'] } };
      return { id, rev: '1-a', document, text: JSON.stringify(document), isFromFile: false };
    });
    const row = (id: string) => json([{ ok: true, id, rev: '1-a' }], 201);
    const { origin, seen } = await aServer(timeLimit, row('a'), row('b'));
    const { transport, pauses } = aTransport(origin);
    const [least = 0] = outgoing.map(({ text }) => text.length);
    const delivery = {
      client: new ServerClient(transport, 'unit'),
      batchSize: new AdaptiveBatch(
        { pushLeast: least, pushFirst: 2 * least, pushCharacters: 2 * least },
        () => 0,
      ),
      kept: new KeptChildren(),
    };
    expect(await deliver(delivery, outgoing)).toEqual({
      accepted: outgoing.map(({ id, rev }) => ({ id, rev })),
      refused: [],
    });
    expect({ requests: seen.length, pauses }).toEqual({ requests: 3, pauses: [1_000] });
  });

  it('gives up its longest request before the server does (`CONNECTION_LIMITS` there)', () => {
    const longestMs =
      RETRY_POLICY.silenceMs + (PIECE_SIZES.pushCharacters / RETRY_POLICY.slowestUpload) * 1_000;
    expect(longestMs).toBe(572_000);
  });

  it('gives up a request after a long silence', async () => {
    const { origin } = await aServer(
      () => undefined,
      (_request, response) => void response.writeHead(200, GATEWAY).write('{'),
    );
    const { transport } = aTransport(origin, {
      retryPolicy: { ...RETRY_POLICY, silenceMs: 150, tries: 2 },
    });
    expect(await failing(read(transport))).toMatchObject({ code: 'no-response' });
  });

  it('a slow line that delivers a few bytes now and then is not given up', async () => {
    const { origin } = await aServer((_request, response) => {
      response.writeHead(200, GATEWAY);
      const text = '{"ok":true}';
      let at = 0;
      const timer = setInterval(() => {
        response.write(text.slice(at, at + 1));
        at += 1;
        if (at < text.length) return;
        clearInterval(timer);
        response.end();
      }, 60);
    });
    const { transport } = aTransport(origin, {
      retryPolicy: { ...RETRY_POLICY, silenceMs: 400, tries: 1 },
    });
    expect(await read(transport)).toEqual({ ok: true });
  });

  it('accepts an address that ends in a slash', async () => {
    const { origin, seen } = await aServer(json({ ok: true }));
    const credentials = async () => ({ entity: 'token', url: `${origin}/sync/` });
    const { transport } = aTransport('', { server: { credentials } });
    await read(transport);
    expect(seen.map(({ path }) => path)).toEqual(['/sync/unit']);
  });

  it('a redirect, which could take the token elsewhere, is not followed', async () => {
    const elsewhere = await aServer(json({ ok: true }));
    const { origin } = await aServer((_request, response) => {
      response.writeHead(302, { location: `${elsewhere.origin}/sync/unit` }).end();
    });
    const { transport } = aTransport(origin, { retryPolicy: { ...RETRY_POLICY, tries: 1 } });
    expect(await failing(read(transport))).toMatchObject({ code: 'no-response' });
    expect(elsewhere.seen).toEqual([]);
  });

  it.each(['ftp://files.example.org/sync', 'nowhere', 'javascript:alert(1)'])(
    'rejects %s as the address of the gateway',
    async (url) => {
      const credentials = async () => ({ entity: 'token', url });
      const { transport } = aTransport('', {
        server: { credentials },
        retryPolicy: { ...RETRY_POLICY, tries: 1 },
      });
      expect(await failing(transport.connect())).toMatchObject({
        code: 'server',
        reason: 'address',
      });
    },
  );

  it('sends no token to another origin that a path would lead to', async () => {
    const { origin, seen } = await aServer(json({ ok: true }));
    const credentials = async () => ({ entity: 'token', url: origin });
    const { transport } = aTransport('', {
      server: { credentials },
      retryPolicy: { ...RETRY_POLICY, tries: 1 },
    });
    expect(await failing(read(transport, '.example.org/unit'))).toMatchObject({
      reason: 'address',
    });
    expect(seen).toEqual([]);
  });

  it('throws the reason when no credentials are available', async () => {
    const credentials = async () => {
      throw new SyncFault('credentials', 'forbidden');
    };
    const { transport, pauses } = aTransport('', { server: { credentials } });
    expect(await failing(transport.connect())).toMatchObject({
      code: 'credentials',
      reason: 'forbidden',
    });
    expect(pauses).toEqual([]);
  });

  it('reports a broken request for credentials as no response', async () => {
    let asked = 0;
    const credentials = async () => {
      asked += 1;
      if (asked < 3) throw new TypeError('terminated');
      return { entity: 'token', url: 'https://example.org/sync' };
    };
    const { transport, pauses } = aTransport('', { server: { credentials } });
    await transport.connect();
    expect(pauses).toEqual([1_000, 2_000]);
  });

  it.each([
    ['a sign-in page', 200, 'text/html', '<html>Sign in</html>', undefined, 6],
    ['a sign-in page under the mark of the gateway', 200, 'text/html', '<html>', 'one', 6],
    ['JSON of somebody else', 200, 'application/json', '{}', undefined, 6],
    ['a refusal in JSON', 400, 'application/json', '{"reason":"role"}', undefined, 1],
    ['a page that refuses', 403, 'text/html', '<html>Sign in</html>', undefined, 1],
    ['a page that asks for a password', 401, 'text/html', '{"reason":"token-expired"}', 'one', 1],
    ['a page that knows no such address', 404, 'text/html', '<html>', undefined, 1],
    ['the status of sign-in pages', 511, 'text/html', '<html>', undefined, 1],
  ])('rejects %s as a foreign answer', async (_name, status, type, body, epoch, requests) => {
    const mark = epoch === undefined ? {} : { 'x-crece-epoch': epoch };
    const { origin, seen } = await aServer(page(status, { 'content-type': type, ...mark }, body));
    const { transport, asked, differences } = aTransport(origin);
    expect(await failing(read(transport))).toMatchObject({ code: 'foreign', reason: null, status });
    expect({ requests: seen.length, asked: asked() }).toEqual({ requests, asked: 1 });
    // The clock of that sender is not the server's clock.
    expect(differences).toEqual([]);
  });

  it.each([
    [502, 'server'],
    [504, 'server'],
    [408, 'no-response'],
  ])('treats %i of a proxy as a server that does not answer yet', async (status, code) => {
    const { origin, seen } = await aServer(page(status, {}, 'Bad'), json({ ok: true }));
    const { transport } = aTransport(origin);
    expect(await read(transport)).toEqual({ ok: true });
    expect(seen).toHaveLength(2);
    expect(faultOfForeign(status, null)).toMatchObject({ code, status });
  });

  it('treats invalid JSON as a failure of the server', async () => {
    const { origin } = await aServer((_request, response) => {
      response.writeHead(200, GATEWAY).end('{"update_seq":');
    });
    const { transport } = aTransport(origin, { retryPolicy: { ...RETRY_POLICY, tries: 1 } });
    const asked = new ServerClient(transport, 'unit').updateSequence();
    expect(await failing(asked)).toMatchObject({ code: 'server', reason: 'unreadable' });
  });

  it('aborts a request and a pause at once when the run is cancelled', async () => {
    const { origin } = await aServer(json({}, 500), () => undefined);
    const waiting = aTransport(origin, { wait });
    const paused = failing(read(waiting.transport));
    setTimeout(() => waiting.controller.abort(new Cancelled()), 100);
    expect(await paused).toBeInstanceOf(Cancelled);

    const asking = aTransport(origin);
    const hanging = failing(read(asking.transport));
    setTimeout(() => asking.controller.abort(new Cancelled()), 100);
    expect(await hanging).toBeInstanceOf(Cancelled);
  });

  it('detects another history of the server in any answer', async () => {
    const { origin } = await aServer(json({ ok: true }, 200, { 'x-crece-epoch': 'two' }));
    const { transport } = aTransport(origin);
    transport.epoch = 'two';
    expect(await read(transport)).toEqual({ ok: true });
    transport.epoch = 'one';
    expect(await failing(read(transport))).toBeInstanceOf(EpochChanged);
  });

  it('measures the clock difference from the Date header', async () => {
    const { origin } = await aServer(json({}, 200, { date: 'Sat, 10 May 2025 15:00:00 GMT' }));
    const clock = () => new Date('2023-05-10T15:00:00.500Z');
    const { transport, differences } = aTransport(origin, { clock });
    await read(transport);
    expect(differences).toEqual([731 * 24 * 60 * 60_000]);
  });
});
