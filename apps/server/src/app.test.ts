import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { errorBody } from '@crece/contract/schemas';
import { DEFAULT_PROGRAMME_SETTINGS } from '@crece/domain';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { EVERYONE } from './http/declared-access.ts';
import type { Config } from './start/config.ts';
import { aFolder, aServer, INDEX_HTML, REFERRAL_HTML, SCRIPT } from './testing/test-app.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const NOT_FOUND = { code: 'not-found', message: 'There is nothing at this address.' };

describe('GET /health and GET /api/config', () => {
  it('answer that the server is up, its version and the name of this run', async () => {
    const app = await aServer();
    const about: unknown = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    );
    const answer = await app.inject('/health');
    const { run, commit, ...others } = answer.json<{ run: string; commit: string }>();
    expect(others).toEqual({ status: 'ok', version: (about as { version: string }).version });
    expect(commit).toMatch(/^[0-9a-f]{12}$|^unknown$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    const runOfAnother = (await (await aServer()).inject('/health')).json<{ run: string }>().run;
    expect([run, runOfAnother]).toEqual([expect.any(String), expect.any(String)]);
    expect(run).not.toBe(runOfAnother);
  });

  it('answer the public part of the configuration', async () => {
    const plain = await (await aServer()).inject('/api/config');
    expect(plain.json()).toEqual({
      demo: false,
      supportContact: null,
      providers: [],
      programme: { ...DEFAULT_PROGRAMME_SETTINGS, number: 0 },
      former: { names: [], accounts: [] },
    });
    const socialProviders: Config['socialProviders'] = [
      {
        id: 'office',
        name: 'Office',
        kind: 'oidc',
        issuer: 'https://sign-in.example.org',
        clientId: 'id',
        clientSecret: 'word',
        scope: 'openid',
        takesProofKey: true,
      },
    ];
    const config = { supportContact: 'help@example.org', demo: true, socialProviders };
    const demo = await (await aServer({ config })).inject('/api/config');
    expect(demo.json()).toEqual({
      demo: true,
      supportContact: 'help@example.org',
      providers: [{ id: 'office', name: 'Office' }],
      programme: { ...DEFAULT_PROGRAMME_SETTINGS, number: 0 },
      former: { names: [], accounts: [] },
    });
  });
});

describe('the built application', () => {
  it('the root answers with the application, to people and programs', async () => {
    const app = await aServer();
    for (const headers of [HTML, {}]) {
      const answer = await app.inject({ url: '/', headers });
      expect([answer.statusCode, answer.body]).toEqual([200, INDEX_HTML]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
  });

  it('an address of the application that a person opens writes no warning into the log', async () => {
    const app = await aServer();
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    try {
      const answer = await fetch(`${address}/authentication/signin`, { headers: HTML });
      expect([answer.status, await answer.text()]).toEqual([200, INDEX_HTML]);
      // Node tells warnings in a later turn.
      await new Promise(setImmediate);
      expect(warnings).toEqual([]);
    } finally {
      process.removeListener('warning', note);
    }
  });

  it.each([
    '/children/view/chld_test_stake_gtm_1748880000000_k3f09z',
    '/children/list/coro_ven/Coro/-/a/children?countryName=Venezuela',
    '/children/create/coro_ven/',
    '/files/report.csv',
    '/no/such/place',
    '/children//list',
  ])('a person who opens %s gets the application', async (url) => {
    const app = await aServer();
    const answer = await app.inject({ url, headers: HTML });
    expect([answer.statusCode, answer.body]).toEqual([200, INDEX_HTML]);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it.each(['/referral', '/referral/', '/referral?x=1'])(
    'a clinic that opens %s gets its page',
    async (url) => {
      const app = await aServer();
      const answer = await app.inject({ url, headers: HTML });
      expect([answer.statusCode, answer.body]).toEqual([200, REFERRAL_HTML]);
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  it('answers HEAD without a body', async () => {
    const app = await aServer();
    for (const url of ['/', '/children/countries/false', '/sw.js']) {
      const answer = await app.inject({ method: 'HEAD', url, headers: HTML });
      expect([answer.statusCode, answer.body], url).toEqual([200, '']);
      expect(Number(answer.headers['content-length'])).toBeGreaterThan(0);
    }
  });

  it('hashed files of the application are cached for ever, others are revalidated', async () => {
    const app = await aServer();
    const cacheOf = async (url: string) => (await app.inject(url)).headers['cache-control'];
    expect(await cacheOf('/assets/app-abc123.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/sw.js')).toBe('no-cache');
    expect(await cacheOf('/index.html')).toBe('no-cache');
    expect(await cacheOf('/manifest.webmanifest')).toBe('no-cache');
  });

  it('files of the application are sent pre-compressed if the client accepts it', async () => {
    const app = await aServer();
    const url = '/assets/app-abc123.js';
    const zipped = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(SCRIPT);
    expect(zipped.headers['vary']).toContain('accept-encoding');
    const plain = await app.inject(url);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe(SCRIPT);
    const page = await app.inject({ url: '/', headers: { 'accept-encoding': 'br, gzip' } });
    expect([page.statusCode, page.body]).toEqual([200, INDEX_HTML]);
  });

  it('a client that has a file does not get it again', async () => {
    const app = await aServer();
    const { etag } = (await app.inject('/sw.js')).headers;
    const again = await app.inject({ url: '/sw.js', headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('without a built application calls are answered, other addresses are not found', async () => {
    const app = await aServer({ webDir: aFolder() });
    expect((await app.inject('/health')).statusCode).toBe(200);
    for (const url of ['/', '/children/countries/false']) {
      const answer = await app.inject({ url, headers: HTML });
      expect([answer.statusCode, answer.json()], url).toEqual([404, NOT_FOUND]);
    }
  });
});

describe('an unknown address', () => {
  it.each([
    ['/api/nothing', HTML],
    ['/api', HTML],
    ['/assets/app-000000.js', HTML],
    ['/children/countries/false', { accept: 'application/json' }],
    ['/favicon.ico', {}],
  ])('%s is not found', async (url, headers) => {
    const app = await aServer();
    const answer = await app.inject({ url, headers });
    expect([answer.statusCode, answer.json()]).toEqual([404, NOT_FOUND]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'] as const)(
    'an unknown address is not found for %s',
    async (method) => {
      const app = await aServer();
      for (const url of ['/', '/api/children', '/children/countries/false']) {
        const answer = await app.inject({ method, url, headers: HTML });
        expect([answer.statusCode, answer.json()], url).toEqual([404, NOT_FOUND]);
      }
    },
  );
});

describe('a hostile address', () => {
  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..\\..\\secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/.hidden',
    '/%00',
    '/index.html%00.js',
  ])('%s opens no file outside the application', async (url) => {
    const app = await aServer();
    for (const headers of [HTML, {}]) {
      const answer = await app.inject({ url, headers });
      expect(answer.body).not.toContain('outside');
      expect(answer.body).not.toBe('hidden');
      if (answer.statusCode !== 200) {
        expect([400, 404]).toContain(answer.statusCode);
        expect(errorBody.safeParse(answer.json()).success).toBe(true);
      } else {
        expect(answer.body).toBe(INDEX_HTML);
      }
    }
  });

  it('a malformed address is answered with 400, or for a person with a page that explains it', async () => {
    const app = await aServer();
    const answer = await app.inject('/%E0%A4%A');
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 'bad-request', message: 'The request cannot be understood.' },
    ]);
    expect(answer.headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    const person = await app.inject({ url: '/children/view/%E0%A4%A', headers: HTML });
    expect([person.statusCode, person.headers['location']]).toEqual([302, '/bad-request']);
    const call = await app.inject({ url: '/api/%E0%A4%A', headers: HTML });
    expect(call.statusCode).toBe(400);
  });
});

describe('request bodies', () => {
  const url = '/api/children/stakes';

  it('request bodies of 64 KB are read, larger ones are refused', async () => {
    const app = await aServer();
    const headers = { 'content-type': 'application/json' };
    const post = (bytes: number) =>
      app.inject({ method: 'POST', url, headers, payload: JSON.stringify('x'.repeat(bytes - 2)) });
    expect((await post(64 * 1024)).statusCode).toBe(404);
    const refused = await post(64 * 1024 + 1);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([413, 'too-large']);
  });

  it('a body that is not JSON is refused, and the answer repeats none of its text', async () => {
    const app = await aServer();
    const post = (type: string, payload: string) =>
      app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
    const broken = await post('application/json', '{"name": "María"');
    expect(broken.statusCode).toBe(400);
    expect(broken.json<{ code: string }>().code).toBe('bad-request');
    expect(broken.body).not.toContain('Mar');
    const poisoned = await post('application/json', '{"__proto__": {"admin": true}}');
    expect(poisoned.statusCode).toBe(400);
  });
});

describe('a fault in a route', () => {
  it('a fault in a route is answered with a code only; the log has the details but not the address', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => lines.push(line) });
    const app = await aServer({ logger });
    app.get('/api/fault/:name', { config: { access: EVERYONE } }, () => {
      throw new Error('database password is hunter2');
    });
    const answer = await app.inject('/api/fault/Maria%20Lopez');
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      {
        code: 'server-error',
        message: 'Something went wrong on the server. It has been written to its log.',
      },
    ]);
    const log = lines.join('');
    expect(log).toContain('hunter2');
    expect(log).toContain('/api/fault/:name');
    expect(log).not.toContain('Maria');
  });

  it('only a fault makes a request appear in the log', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => lines.push(line) });
    const app = await aServer({ logger });
    for (const url of ['/', '/api/nothing?search=Maria', '/%E0%A4%A', '/api/children/stakes']) {
      await app.inject(url);
    }
    expect(lines).toEqual([]);
  });
});
