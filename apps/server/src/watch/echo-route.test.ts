import { connect } from 'node:net';
import { API_PATHS } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { LOCAL_WORD_HEADER, localWord } from '../http/local-word.ts';
import { anApp, type TestOptions } from '../testing/test-app.ts';
import { listen } from '../testing/test-people.ts';

async function open(config: TestOptions['config'] = {}) {
  const { app, services } = await anApp({ config });
  const { run, localSecret } = services;
  const word = localWord(localSecret, 'echo');
  const echo = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: API_PATHS.localEcho, headers, remoteAddress: '192.0.2.1' });
  return { app, services, run, localSecret, word, echo };
}

describe('what arrives of a request', () => {
  it('is told to who can read the data folder, and to nobody else', async () => {
    const { echo, word, run, localSecret } = await open();
    const answer = await echo({ [LOCAL_WORD_HEADER]: word, 'x-forwarded-for': '203.0.113.1' });
    expect(answer.json()).toEqual({
      run,
      ip: '192.0.2.1',
      forwardedFor: '203.0.113.1',
      trustsProxies: false,
    });
    for (const wrong of ['', 'a', localSecret, localWord(localSecret, 'backup'), `${word}x`]) {
      expect((await echo({ [LOCAL_WORD_HEADER]: wrong })).statusCode).toBe(404);
    }
    expect((await echo({})).statusCode).toBe(404);
  });

  it('has the address that a known proxy passed on', async () => {
    const { echo, word } = await open({ trustProxy: ['192.0.2.1'] });
    const answer = await echo({ [LOCAL_WORD_HEADER]: word, 'x-forwarded-for': '203.0.113.1' });
    expect(answer.json()).toMatchObject({ ip: '203.0.113.1', trustsProxies: true });
  });

  it('is told before a large body is sent, which then never comes', async () => {
    const opened = await open();
    const { port } = new URL(await listen(opened));
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      [
        `POST ${API_PATHS.localEcho} HTTP/1.1`,
        'host: localhost',
        `${LOCAL_WORD_HEADER}: ${opened.word}`,
        `content-length: ${200 * 1024 ** 2}`,
        '',
        '',
      ].join('\r\n'),
    );
    const text = await new Promise<string>((resolve) =>
      socket.once('data', (bytes) => resolve(String(bytes))),
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});
