import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { aGateway, TEST_UNIT } from './testing/a-gateway.ts';
import { saidBy } from './testing/said-by.ts';

const NOTHING = { status: 404, error: 'not_found', reason: 'unknown-address' };

describe('an address of the gateway', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'an address that does not exist is not found for %s, with a token and without',
    async (method) => {
      const { origin, entity } = await aGateway();
      for (const path of ['/sync/a/b/c', `/sync/${TEST_UNIT}/_design/a/_view/b`]) {
        for (const headers of [{}, { authorization: `JWT ${entity}` }]) {
          const answer = await fetch(`${origin}${path}`, { method, headers });
          expect(answer.headers.get('cache-control')).toBe('no-store');
          expect(await saidBy(answer), path).toEqual(NOTHING);
        }
      }
    },
  );

  it('opened in a browser does not answer with a page of the application', async () => {
    const { origin } = await aGateway();
    const headers = { accept: 'text/html' };
    const answer = await fetch(`${origin}/sync/${TEST_UNIT}`, { headers });
    expect(await saidBy(answer)).toMatchObject({ status: 401, reason: 'token-missing' });
  });

  it('an address that cannot be decoded is refused in the gateway’s form', async () => {
    const { origin } = await aGateway();
    expect(await saidBy(await fetch(`${origin}/sync/%E0%A4%A`))).toEqual({
      status: 400,
      error: 'bad_request',
      reason: 'bad-request',
    });
  });
});

describe('an answer of the gateway', () => {
  it('carries the gateway’s marks, also on refusals and faults: phones believe no other answer', async () => {
    const gateway = await aGateway();
    const { ask, post, origin, url, entity } = gateway;
    const epoch = gateway.app.services.epoch.current();
    const pushed = { new_edits: false, docs: [] };
    const answers: [number, Promise<Response>][] = [
      [200, fetch(`${origin}/sync/`)],
      [200, ask('')],
      [200, ask('/_changes')],
      [200, ask('/_snapshot')],
      [200, post('/_revs_diff', {})],
      [200, post('/_bulk_get', { docs: [] })],
      [201, post('/_bulk_docs', pushed)],
      [400, post('/_bulk_docs', {})],
      [401, fetch(url)],
      [403, fetch(`${origin}/sync/nowhere`, { headers: { authorization: `JWT ${entity}` } })],
      [404, ask('/_design/a/_view/b')],
      [413, post('/_revs_diff', { a: ['1-a'.padEnd(3_000_000, 'a')] })],
      [415, post('/_revs_diff', {}, { 'content-encoding': 'gzip' })],
    ];
    for (const [expected, asked] of answers) {
      const { status, headers, body } = await asked;
      await body?.cancel();
      const marks = [headers.get('x-crece-epoch'), headers.get('content-type')];
      const type: unknown = expect.stringMatching(/^application\/(?:x-nd)?json\b/);
      expect([status, ...marks]).toEqual([expected, epoch, type]);
    }
    gateway.store.info = () => Promise.reject(new Error('disk I/O'));
    const { status, headers } = await ask('');
    expect([status, headers.get('x-crece-epoch')]).toEqual([500, epoch]);
  });
});

describe('a fault in the gateway', () => {
  it('a fault in the gateway is answered by its kind only, and logged without the address', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const gateway = await aGateway({ logger });
    gateway.store.readLocal = () => Promise.reject(new Error('disk I/O'));
    const answer = await gateway.ask('/_local/Maria');
    const text = await answer.clone().text();
    expect(text).not.toContain('disk');
    expect(await saidBy(answer)).toEqual({
      status: 500,
      error: 'internal_server_error',
      reason: 'server-error',
    });
    const log = lines.join('');
    expect(log).toContain('disk I/O');
    expect(log).toContain('/sync/:stakeDB/_local/:id');
    expect(log).not.toContain('Maria');
  });
});
