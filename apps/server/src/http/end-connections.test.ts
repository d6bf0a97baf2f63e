import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { anApp } from '../testing/test-app.ts';
import { listen } from '../testing/test-people.ts';

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
