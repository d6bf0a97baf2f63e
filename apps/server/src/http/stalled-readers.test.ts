import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { soon } from '../testing/soon.ts';
import { anApp } from '../testing/test-app.ts';
import { listen } from '../testing/test-people.ts';
import { CONNECTION_LIMITS } from './connection-limits.ts';
import { EVERYONE } from './declared-access.ts';

/** Instead of a minute. */
const STALLED_MS = 300;
const MEGABYTE = 1_048_576;

/** A server that answers endlessly, or not at all, and how many answers are open. */
async function anEndlessServer() {
  const built = await anApp({ connectionLimits: { ...CONNECTION_LIMITS, stalledMs: STALLED_MS } });
  const made = { bytes: 0, begun: 0, open: 0 };
  built.app.get('/api/endless', { config: { access: EVERYONE } }, (_request, reply) => {
    const chunk = Buffer.alloc(65_536, 'x');
    const body = new Readable({
      read() {
        made.bytes += chunk.length;
        this.push(chunk);
      },
    });
    made.begun += 1;
    made.open += 1;
    body.once('close', () => {
      made.open -= 1;
    });
    return reply.type('text/plain').send(body);
  });
  let answer: (text: string) => void = () => undefined;
  const later = new Promise<string>((resolve) => {
    answer = resolve;
  });
  built.app.get('/api/later', { config: { access: EVERYONE } }, () => later);
  const { hostname, port } = new URL(await listen(built));
  const ask = (path: string) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return socket;
  };
  return { made, ask, answer };
}

describe('a reader of an answer', () => {
  it('a reader that takes nothing is cut, and the memory for its answer stays bounded', async () => {
    const { made, ask } = await anEndlessServer();
    const before = process.memoryUsage().rss;
    const sockets = Array.from({ length: 40 }, () => ask('/api/endless').pause());
    // On a busy machine the first is cut before the last begins.
    await soon(() => expect(made.begun).toBe(40));
    await soon(() => expect(made.open).toBe(0));
    // The system's buffers hold some megabytes per connection, this process little.
    expect(made.bytes).toBeLessThan(40 * 16 * MEGABYTE);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE);
    expect(sockets).toHaveLength(40);
  });

  it('a reader that takes some bytes now and then is not cut', async () => {
    const { made, ask } = await anEndlessServer();
    const socket = ask('/api/endless').pause();
    // A slow line: a little every tenth of the limit, for several times the limit.
    const timer = setInterval(() => void socket.read(2 * MEGABYTE), STALLED_MS / 10);
    onTestFinished(() => clearInterval(timer));
    const start = performance.now();
    await soon(() => expect(performance.now() - start).toBeGreaterThan(4 * STALLED_MS));
    expect(made.open).toBe(1);
  });

  it('a reader that waits for a working server is not cut, however long the line is silent', async () => {
    const { ask, answer } = await anEndlessServer();
    const socket = ask('/api/later');
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
    });
    const start = performance.now();
    await soon(() => expect(performance.now() - start).toBeGreaterThan(3 * STALLED_MS));
    answer('at last');
    await soon(() => expect(text).toContain('at last'));
  });

  it('a reader has a minute in production', () => {
    expect(CONNECTION_LIMITS.stalledMs).toBe(60_000);
  });
});
