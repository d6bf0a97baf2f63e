import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../store/document-store.ts';
import { anApp, aServer } from '../testing/test-app.ts';
import { isTrustedProxy } from './request-ids.ts';

const MADE = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const GIVEN = 'of-the-proxy-0001';

describe('the id of a request', () => {
  it('every answer has a request id: of calls, of the gateway, of pages, of undecodable addresses', async () => {
    const app = await aServer();
    for (const url of ['/health', '/sync/test_stake_gtm', '/', '/nothing.js', '/%E0%A4%A']) {
      expect((await app.inject(url)).headers['x-request-id'], url).toMatch(MADE);
    }
  });

  it('the line about a failed request has the id of its answer', async () => {
    const lines: Record<string, unknown>[] = [];
    const logger = pino(
      { level: 'warn' },
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
          done();
        },
      }),
    );
    const { app, services } = await anApp({ logger });
    services.programme.current = async () => {
      throw new StoreUnavailable('the database is away');
    };
    const answer = await app.inject('/api/config');
    expect(answer.statusCode).toBe(503);
    expect(lines).toMatchObject([
      { msg: 'request failed', reqId: answer.headers['x-request-id'], level: 50 },
    ]);
  });

  it('the id is taken from a trusted proxy, and from nobody else', async () => {
    const app = await aServer({ config: { trustProxy: ['10.0.0.0/8'] } });
    const idFor = async (remoteAddress: string, id: string) =>
      (await app.inject({ url: '/health', headers: { 'x-request-id': id }, remoteAddress }))
        .headers['x-request-id'];
    expect(await idFor('10.1.2.3', GIVEN)).toBe(GIVEN);
    expect(await idFor('192.0.2.7', GIVEN)).toMatch(MADE);
    // Neither a line of its own in the log nor a header of its own.
    expect(await idFor('10.1.2.3', 'two words')).toMatch(MADE);
    expect(await idFor('10.1.2.3', 'x'.repeat(65))).toMatch(MADE);
    const open = await aServer();
    const answer = await open.inject({ url: '/health', headers: { 'x-request-id': GIVEN } });
    expect(answer.headers['x-request-id']).toMatch(MADE);
  });

  it.each([
    [['loopback'], '127.0.0.1', true],
    [['loopback'], '::1', true],
    [['uniquelocal'], '172.16.0.9', true],
    [['uniquelocal'], 'fd00::7', true],
    [['linklocal'], 'fe80::1', true],
    [['192.0.2.7'], '::ffff:192.0.2.7', true],
    [['192.0.2.0/24'], '192.0.3.1', false],
    [['2001:db8::/32'], '2001:db8::9', true],
    [['2001:db8::/32'], '192.0.2.7', false],
    [['loopback'], undefined, false],
  ])('networks %o hold %s: %s', (networks, address, isTrusted) => {
    expect(isTrustedProxy(networks, address)).toBe(isTrusted);
  });
});
