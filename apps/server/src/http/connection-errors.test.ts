import { connect, type Socket } from 'node:net';
import { errorBody, syncRefusalBody } from '@crece/contract/schemas';
import type { RouteHandlerMethod } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aGateway, TEST_UNIT } from '../gateway/testing/a-gateway.ts';
import { carried, childOf, pushBody } from '../gateway/write/testing/carried.ts';
import { soon } from '../testing/soon.ts';
import { anApp } from '../testing/test-app.ts';
import { listen } from '../testing/test-people.ts';
import { CONNECTION_LIMITS } from './connection-limits.ts';
import { EVERYONE } from './declared-access.ts';

/** Milliseconds, where production has seconds and minutes. */
const SHORT = {
  headersMs: 300,
  bodyMs: 300,
  requestMs: 900,
  checkMs: 50,
  stalledMs: 60_000,
  lingerMs: 200,
  endsMs: 200,
};
const HOURS = 10_000_000;

interface Line {
  socket: Socket;
  said(): string;
  /** Whether the server has closed the connection completely, not only its own half. */
  isGone(): boolean;
}

/** A raw connection; what is written after it was cut is lost. */
async function aLine(origin: string): Promise<Line> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let text = '';
  let isGone = false;
  socket.on('data', (data) => {
    text += data.toString();
  });
  socket.on('error', () => {
    isGone = true;
  });
  onTestFinished(() => void socket.destroy());
  return { socket, said: () => text, isGone: () => isGone };
}

/** Writes a byte at a time until the connection is cut. */
function trickle({ socket }: Line): void {
  const timer = setInterval(() => socket.write(' '), 20);
  socket.once('close', () => clearInterval(timer));
}

function head(path: string, fields: Record<string, string | number>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lines.join('')}\r\n`;
}

/** Status, headers and body of an answer; throws if the body lacks the form of either protocol. */
function answerIn(text: string) {
  const [top = '', body = ''] = text.split('\r\n\r\n');
  const [status = '', ...fields] = top.split('\r\n');
  const content: unknown = JSON.parse(body);
  return {
    status,
    closes: fields.includes('Connection: close'),
    isFenced:
      fields.includes("content-security-policy: default-src 'none';frame-ancestors 'none'") &&
      fields.includes('x-content-type-options: nosniff') &&
      fields.includes('x-frame-options: DENY'),
    length: Number(fields.find((field) => field.startsWith('Content-Length: '))?.slice(16)),
    bytes: Buffer.byteLength(body),
    api: errorBody.parse(content).code,
    ...syncRefusalBody.parse(content),
  };
}

const TIMED_OUT = {
  closes: true,
  status: 'HTTP/1.1 408 Request Timeout',
  api: 'timeout',
  error: 'request_timeout',
  reason: 'timeout',
};

async function expectAnswer(line: Line, expected: object): Promise<void> {
  await soon(() => expect(line.said()).toContain('}'));
  const answer = answerIn(line.said());
  expect(answer).toMatchObject(expected);
  expect(answer.length).toBe(answer.bytes);
}

const SIGN_IN = '/api/auth/signin';

/** A server with short limits and, optionally, a route of the test. */
async function aShortServer(
  limits: Partial<typeof SHORT> = {},
  answerSlow: RouteHandlerMethod = () => undefined,
): Promise<{ origin: string }> {
  const app = await anApp({ connectionLimits: { ...SHORT, ...limits } });
  app.app.post('/api/slow', { config: { access: EVERYONE } }, answerSlow);
  return { origin: await listen(app) };
}

describe('a request that does not arrive in time', () => {
  it('a late request is answered in both protocols, and its connection ends although it keeps sending', async () => {
    const { origin } = await aShortServer();
    const line = await aLine(origin);
    line.socket.write(head(SIGN_IN, { 'Content-Length': 60_000 }));
    trickle(line);
    await expectAnswer(line, TIMED_OUT);
    await soon(() => expect(line.isGone()).toBe(true));
  });

  it('a request is answered also when its head does not end', async () => {
    const { origin } = await aShortServer({ bodyMs: HOURS, requestMs: HOURS });
    const line = await aLine(origin);
    line.socket.write('GET /health HTTP/1.1\r\nHost: x\r\nX-Slow:');
    trickle(line);
    await expectAnswer(line, TIMED_OUT);
    await soon(() => expect(line.isGone()).toBe(true));
  });

  it('a push has more time: the phone decides when its line is too slow', async () => {
    const gateway = await aGateway({
      connectionLimits: { ...SHORT, headersMs: HOURS, requestMs: HOURS },
    });
    const body = JSON.stringify(pushBody([carried(childOf(1), ['a'])]));
    const line = await aLine(gateway.origin);
    const fields = {
      Authorization: `JWT ${gateway.entity}`,
      'Content-Length': Buffer.byteLength(body),
    };
    line.socket.write(head(`/sync/${TEST_UNIT}/_bulk_docs`, fields));
    // Another connection shows that the time of a body is over; its own began later.
    const other = await aLine(gateway.origin);
    other.socket.write(head(SIGN_IN, { 'Content-Length': 60_000 }));
    await expectAnswer(other, TIMED_OUT);
    line.socket.write(body);
    await soon(() => expect(line.said()).toContain('"ok":true'));
    expect(line.said()).toContain('HTTP/1.1 201 Created');
  });

  it('a push is ended too when it takes longer than any phone waits', async () => {
    const gateway = await aGateway({ connectionLimits: SHORT });
    const line = await aLine(gateway.origin);
    const fields = { Authorization: `JWT ${gateway.entity}`, 'Content-Length': 5_000 };
    line.socket.write(
      `${head(`/sync/${TEST_UNIT}/_bulk_docs`, fields)}{"new_edits":false,"docs":[`,
    );
    trickle(line);
    await expectAnswer(line, TIMED_OUT);
    await soon(() => expect(line.isGone()).toBe(true));
    expect((await gateway.store.info()).docCount).toBe(0);
  });

  it('a request that was refused is not waited for', async () => {
    const { origin } = await aShortServer({ headersMs: HOURS, requestMs: HOURS });
    const line = await aLine(origin);
    line.socket.write(head(`/sync/${TEST_UNIT}/_bulk_docs`, { 'Content-Length': 60_000 }));
    trickle(line);
    await soon(() => expect(line.said()).toMatch(/^HTTP\/1\.1 401 /));
    await soon(() => expect(line.isGone()).toBe(true));
    // Not the number alone: it is part of many a port and id.
    expect(line.said()).not.toContain(TIMED_OUT.status);
  });

  it('cuts an answer that is being sent, and never writes into it', async () => {
    const { origin } = await aShortServer({}, (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-length': 100_000 });
      reply.raw.write('the first part');
    });
    const line = await aLine(origin);
    line.socket.write(`${head('/api/slow', { 'Content-Length': 2 })}{}`);
    // The second request comes before the first is answered, and never ends.
    await soon(() => expect(line.said()).toContain('the first part'));
    line.socket.write('no HTTP at all\r\n\r\n');
    trickle(line);
    await soon(() => expect(line.isGone()).toBe(true));
    expect(line.said().endsWith('the first part')).toBe(true);
  });

  it('requests that arrived in time are not affected, however long their answer takes', async () => {
    let isAsked = false;
    let finish = (): void => undefined;
    const { origin } = await aShortServer({}, async () => {
      isAsked = true;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { ok: true };
    });
    const line = await aLine(origin);
    line.socket.write(`${head('/api/slow', { 'Content-Length': 2 })}{}`);
    await soon(() => expect(isAsked).toBe(true));
    const other = await aLine(origin);
    other.socket.write(head(SIGN_IN, { 'Content-Length': 60_000 }));
    await expectAnswer(other, TIMED_OUT);
    finish();
    await soon(() => expect(line.said()).toContain('{"ok":true}'));
    expect(line.said()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a request that cannot be read', () => {
  it.each([
    [
      'whose head is too long',
      `GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      { status: 'HTTP/1.1 431 Request Header Fields Too Large', api: 'too-large' },
    ],
    [
      'that is no HTTP',
      'hello\r\n\r\n',
      { status: 'HTTP/1.1 400 Bad Request', api: 'bad-request', reason: 'bad-request' },
    ],
  ])('%s is answered, and its connection ends', async (_name, text, expected) => {
    const { origin } = await aShortServer({ headersMs: HOURS, bodyMs: HOURS, requestMs: HOURS });
    const line = await aLine(origin);
    line.socket.write(text);
    await expectAnswer(line, { closes: true, isFenced: true, ...expected });
    trickle(line);
    await soon(() => expect(line.isGone()).toBe(true));
  });
});

describe('the connection limits in production', () => {
  it('let a phone give up first, and keep no connection longer than that', async () => {
    // Storage: 60 s of silence, plus one second per 1,000 of at most 512,000 characters.
    const longestOfPhone = 60_000 + (512_000 / 1_000) * 1_000;
    expect(CONNECTION_LIMITS.requestMs).toBeGreaterThan(longestOfPhone);
    expect(CONNECTION_LIMITS.requestMs).toBeLessThan(longestOfPhone + CONNECTION_LIMITS.checkMs);
    const { app } = await anApp();
    expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([60_000, 600_000]);
  });
});
