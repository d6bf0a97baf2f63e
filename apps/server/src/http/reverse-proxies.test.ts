import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { CSV_STATUS, MAX_UPLOAD_BYTES, SYNC_PATH, socketRoomOf } from '@crece/contract';
import { io } from 'socket.io-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { credentialsOf, TEST_UNIT } from '../gateway/testing/a-gateway.ts';
import { UNIT } from '../imports/testing/an-import.ts';
import { anUploadServer, FORM_HEADERS, type Uploaded } from '../imports/testing/upload-server.ts';
import { PASSWORD } from '../testing/test-people.ts';
import { aReverseProxy, type ProxyName, type ReverseProxy } from './testing/reverse-proxies.ts';

const JSON_BODY = { 'content-type': 'application/json' };
const SIGN_IN = '/api/auth/signin';
const FORM_HEAD =
  '--between-the-parts\r\ncontent-disposition: form-data; name="key"; filename="niños.csv"\r\n\r\n';
const FORM_END = '\r\n--between-the-parts--\r\n';
const MEGABYTE = 1024 * 1024;

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string | Iterable<Buffer>;
  /** The address of this machine from which it is asked. */
  readonly from?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Asks through a proxy, as somebody at another address of this machine. */
function ask(
  { port, ca }: ReverseProxy,
  path: string,
  { method = 'GET', headers = {}, body, from = '127.0.0.2' }: Asked = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, servername: 'localhost', ca, agent: false, path, method },
        ...{ localAddress: from, headers: { host: `localhost:${port}`, ...headers } },
      },
      (answer) => {
        const { statusCode: status = 0, headers: received } = answer;
        textOf(answer).then((text) => resolve({ status, headers: received, text }), reject);
      },
    );
    sent.on('error', reject);
    const pieces = typeof body === 'string' || body instanceof Buffer ? [body] : (body ?? []);
    void (async () => {
      for (const piece of pieces) if (!sent.write(piece)) await once(sent, 'drain');
      sent.end();
    })().catch(reject);
  });
}

/** A server behind the real program, with somebody who may synchronise. */
async function behind(name: ProxyName, spoiled: readonly (readonly [string, string])[] = []) {
  const server = await anUploadServer({ config: { trustProxy: ['127.0.0.1'] } });
  const address = await server.app.app.listen({ port: 0, host: '127.0.0.1' });
  const proxy = await aReverseProxy(name, Number(new URL(address).port), spoiled);
  const { account, token } = await server.person('sofia', ['user', 'sync']);
  return { ...server, proxy, account, token };
}

/** Wrong passwords with an invented address each; the sixth is one too many of one address. */
async function wrongPasswords(proxy: ReverseProxy, from: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let tried = 1; tried <= 6; tried += 1) {
    const { status } = await ask(proxy, SIGN_IN, {
      ...{
        method: 'POST',
        from,
        headers: { ...JSON_BODY, 'x-forwarded-for': `203.0.113.${tried}` },
      },
      body: JSON.stringify({ usernameOrEmail: 'sofia', password: 'Wrong-Word-99' }),
    });
    statuses.push(status);
  }
  return statuses;
}

/** A form with a file of so many bytes that is no table, made while it is sent. */
function aLargeForm(size: number): { length: number; pieces: () => Generator<Buffer> } {
  const head = Buffer.from(`${FORM_HEAD}%PDF-1.4`);
  const rest = size - Buffer.byteLength('%PDF-1.4');
  return {
    length: head.length + rest + FORM_END.length,
    *pieces() {
      yield head;
      for (let left = rest; left > 0; left -= MEGABYTE)
        yield Buffer.alloc(Math.min(left, MEGABYTE));
      yield Buffer.from(FORM_END);
    },
  };
}

function upload(proxy: ReverseProxy, token: string, size: number): Promise<Answer> {
  const form = aLargeForm(size);
  const headers = { ...FORM_HEADERS, authorization: `JWT ${token}` };
  return ask(proxy, `/api/children/upload/${UNIT}?dryRun=true`, {
    ...{ method: 'POST', body: form.pieces() },
    headers: { ...headers, 'content-length': String(form.length) },
  });
}

describe.runIf(process.env['CRECE_DEEP'] === '1').each<ProxyName>(['nginx', 'caddy'])(
  'the file of deploy/ for %s',
  { timeout: 240_000 },
  (name) => {
    it('an invented address does not beat the limit of wrong passwords, and people have their own', async () => {
      const { proxy } = await behind(name);
      expect(await wrongPasswords(proxy, '127.0.0.2')).toEqual([422, 422, 422, 422, 422, 429]);
      // Somebody else is somebody else to the server, which sees the proxy's address only.
      const { status } = await ask(proxy, SIGN_IN, {
        ...{ method: 'POST', from: '127.0.0.3', headers: JSON_BODY },
        body: JSON.stringify({ usernameOrEmail: 'sofia', password: PASSWORD }),
      });
      expect(status).toBe(200);
    });

    it('a file of 200 MB arrives whole; one byte more and 211 MB are refused', async () => {
      const { proxy, token } = await behind(name);
      const largest = await upload(proxy, token, MAX_UPLOAD_BYTES);
      expect(largest.status).toBe(200);
      const read = (JSON.parse(largest.text) as Uploaded).import;
      expect(read).toMatchObject({ result: { status: 'refused', refusal: 'not-a-table' } });
      const larger = await upload(proxy, token, MAX_UPLOAD_BYTES + 1);
      expect([larger.status, JSON.parse(larger.text)]).toMatchObject([413, { code: 'too-large' }]);
      // Only announced: nginx refuses it before a byte of it is sent, the server behind Caddy too.
      const far = await ask(proxy, `/api/children/upload/${UNIT}`, {
        method: 'POST',
        headers: { ...FORM_HEADERS, authorization: `JWT ${token}`, 'content-length': '221249536' },
      });
      expect(far.status).toBe(413);
    });

    it('the channel of progress opens as a websocket', async () => {
      const { proxy, account, token } = await behind(name);
      const socket = io(`${proxy.origin}${CSV_STATUS}`, {
        ...{ forceNew: true, reconnection: false, transports: ['websocket'], auth: { token } },
        ca: proxy.ca,
      });
      onTestFinished(() => void socket.disconnect());
      const ready = new Promise<string>((resolve) => {
        socket.on('Client_ready', () => resolve('ready'));
        socket.on('connect_error', ({ message }) => resolve(message));
      });
      const room = socketRoomOf(account, new Date());
      socket.emit('room', { room, src: 'client', destSocket: 'startNow' });
      expect(await ready).toBe('ready');
    });

    it('a phone’s wait for a change is not cut in a minute, and a change is told at once', async () => {
      const { proxy, app, token } = await behind(name);
      const entity = await credentialsOf(app, token);
      const headers = { authorization: `JWT ${entity}` };
      const store = await app.services.stores.open(`unit_${TEST_UNIT}`);
      await store.write([{ _id: 'chld_1' }]);
      const waiting = async (
        timeout: number,
      ): Promise<[status: number, ms: number, rows: number]> => {
        const began = performance.now();
        const path = `${SYNC_PATH}/${TEST_UNIT}/_changes?feed=longpoll&since=now&timeout=${timeout}`;
        const { status, text } = await ask(proxy, path, { headers });
        const { results } = JSON.parse(text) as { results: unknown[] };
        return [status, performance.now() - began, results.length];
      };
      const [status, ms, rows] = await waiting(60_000);
      expect([status, rows]).toEqual([200, 0]);
      expect(ms).toBeGreaterThanOrEqual(60_000);
      const told = waiting(60_000);
      await wait(1_000);
      await store.write([{ _id: 'chld_2' }]);
      const [after, took, found] = await told;
      expect([after, found]).toEqual([200, 1]);
      expect(took).toBeLessThan(10_000);
    });

    it('phones speak HTTP/2 with it, and whoever types no https is led there', async () => {
      const { proxy } = await behind(name);
      const session = connectHttp2(proxy.origin, { ca: proxy.ca });
      onTestFinished(() => session.destroy());
      const asked = session.request({ ':path': '/health' });
      const [headers] = (await once(asked, 'response')) as [Record<string, unknown>];
      expect([session.alpnProtocol, headers[':status']]).toEqual(['h2', 200]);
      const plain = await fetch(`http://127.0.0.1:${proxy.plainPort}/children`, {
        ...{ redirect: 'manual', headers: { host: 'localhost' } },
      });
      const leadsTo = plain.headers.get('location') ?? '';
      expect(leadsTo).toMatch(/^https:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/children$/);
      expect([301, 308]).toContain(plain.status);
    });
  },
);

describe.runIf(process.env['CRECE_DEEP'] === '1')('a proxy that believes senders', () => {
  it('beats the limit, so the tests above would notice it', { timeout: 60_000 }, async () => {
    const line = 'proxy_set_header X-Forwarded-For $remote_addr;';
    const { proxy } = await behind('nginx', [[line, '']]);
    expect(await wrongPasswords(proxy, '127.0.0.2')).toEqual([422, 422, 422, 422, 422, 422]);
  });
});
