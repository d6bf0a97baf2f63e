import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { SYNC_PATH } from '@crece/contract';
import { expect, it, onTestFinished } from 'vitest';
import { credentialsOf, TEST_UNIT } from '../gateway/testing/a-gateway.ts';
import { soon } from '../testing/soon.ts';
import { anApp } from '../testing/test-app.ts';
import { aSignedIn, listen } from '../testing/test-people.ts';
import { CONNECTION_LIMITS } from './connection-limits.ts';
import { EVERYONE } from './declared-access.ts';

it.each([
  ['nothing', ''],
  ['half the head of a request', 'GET /health HTTP/1.1\r\nHo'],
])(
  'a connection on which a browser has sent %s does not hold up a stop, and a request on its way is answered',
  async (_what, sent) => {
    const built = await anApp();
    const { hostname, port } = new URL(await listen(built));
    const open = async () => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve));
      return socket;
    };
    const [unused, other] = [await open(), await open()];
    let answer = '';
    other.on('data', (bytes: Buffer) => {
      answer += bytes.toString();
    });
    const answered = new Promise((resolve) => other.once('close', resolve));
    const cut = new Promise((resolve) => unused.once('close', resolve));
    if (sent !== '') await new Promise((resolve) => unused.write(sent, resolve));
    const closing = built.app.close();
    other.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    await Promise.all([closing, cut, answered]);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  },
);

/** Instead of five seconds. */
const ENDS_MS = 300;

/** A server that answers endlessly, and one call later; what it is asked, and how long it takes to stop. */
async function aBusyServer() {
  const connectionLimits = { ...CONNECTION_LIMITS, endsMs: ENDS_MS };
  const built = await anApp({ connectionLimits });
  const endless = () =>
    new Readable({
      read() {
        this.push(Buffer.alloc(65_536, 'x'));
      },
    });
  built.app.get('/api/endless', { config: { access: EVERYONE } }, (_request, reply) =>
    reply.type('text/plain').send(endless()),
  );
  let answer: (text: string) => void = () => undefined;
  const later = new Promise<string>((resolve) => {
    answer = resolve;
  });
  built.app.get('/api/later', { config: { access: EVERYONE } }, () => later);
  const asked: string[] = [];
  built.app.server.on('request', ({ url }) => void asked.push(url ?? ''));
  const { hostname, port } = new URL(await listen(built));
  const { token } = await aSignedIn(built, { roles: ['user', 'sync'] });
  const entity = await credentialsOf(built, token);
  asked.length = 0;
  const ask = async (head: string, body = '') => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(`${head} HTTP/1.1\r\nHost: x\r\n${body}\r\n`);
    await soon(() => expect(asked).toHaveLength(1));
    return socket;
  };
  const stop = async () => {
    const since = performance.now();
    await built.app.close();
    return performance.now() - since;
  };
  return { ask, stop, answer, entity };
}

const STALLED = 'Content-Type: application/json\r\nContent-Length: 400\r\n';

it.each([
  ['a body of anybody that stalls', 'POST /api/auth/signin', STALLED],
  ['a body of a phone that stalls', `POST ${SYNC_PATH}/${TEST_UNIT}/_bulk_docs`, STALLED],
  ['an answer that nobody takes', 'GET /api/endless', ''],
])('%s does not hold up a stop', async (_what, head, headers) => {
  const { ask, stop, entity } = await aBusyServer();
  const socket = await ask(head, `Authorization: JWT ${entity}\r\n${headers}`);
  socket.pause();
  if (headers !== '') socket.write('{"docs":[');
  expect(await stop()).toBeLessThan(10 * ENDS_MS);
});

it('a stop waits for what the server works at, and its answer is sent', async () => {
  const { ask, stop, answer } = await aBusyServer();
  const socket = await ask('GET /api/later');
  let text = '';
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString();
  });
  setTimeout(() => answer('worked out'), 3 * ENDS_MS);
  expect(await stop()).toBeGreaterThan(2 * ENDS_MS);
  await soon(() => expect(text).toContain('worked out'));
});
