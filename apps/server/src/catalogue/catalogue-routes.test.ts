import { gunzipSync } from 'node:zlib';
import { databasesOf, masterCatalogue, readCatalogue } from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { describe, expect, it } from 'vitest';
import { aServer } from '../testing/test-app.ts';

const URL = '/api/children/stakes';

describe('GET /api/children/stakes', () => {
  it('answers the master list: 22 countries, 290 databases, without the pilot units', async () => {
    const app = await aServer();
    const answer = await app.inject(URL);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual(masterCatalogue(BUILT_IN_CATALOGUE));
    const read = readCatalogue(answer.json());
    expect(read.ok && read.catalogue.countries.length).toBe(22);
    expect(read.ok && databasesOf(read.catalogue).length).toBe(290);
    expect(answer.body).not.toContain('calapan_phl');
  });

  it('answers 304 without a body to whoever has this version', async () => {
    const app = await aServer();
    const first = await app.inject(URL);
    const etag = String(first.headers['etag']);
    expect(first.headers['cache-control']).toBe('no-cache');
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await app.inject({ url: URL, headers: { 'if-none-match': known } });
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag]);
    }
    const other = await app.inject({ url: URL, headers: { 'if-none-match': '"other"' } });
    expect(other.statusCode).toBe(200);
  });

  it('changes its version with the catalogue', async () => {
    const app = await aServer();
    const renamed = await aServer({
      catalogue: {
        countries: BUILT_IN_CATALOGUE.countries.map((country) => ({ ...country, name: 'X' })),
      },
    });
    const tags = await Promise.all([app.inject(URL), renamed.inject(URL)]);
    expect(tags[0].headers['etag']).not.toBe(tags[1].headers['etag']);
  });

  it.each([
    ['gzip, deflate, br', true],
    ['GZIP;q=0.5', true],
    ['br, gzip;q=0', false],
    ['identity', false],
    [undefined, false],
  ])('compresses for accept-encoding %s: %s', async (accepted, isZipped) => {
    const app = await aServer();
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = await app.inject({ url: URL, headers });
    expect(answer.headers['content-encoding']).toBe(isZipped ? 'gzip' : undefined);
    expect(answer.headers['vary']).toBe('accept-encoding');
    const body = isZipped ? gunzipSync(answer.rawPayload).toString() : answer.body;
    expect(JSON.parse(body)).toEqual(masterCatalogue(BUILT_IN_CATALOGUE));
    if (isZipped) expect(answer.rawPayload.length).toBeLessThan(6_000);
  });

  it('answers HEAD, and a trailing slash', async () => {
    const app = await aServer();
    const head = await app.inject({ method: 'HEAD', url: URL });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect((await app.inject(`${URL}/`)).statusCode).toBe(200);
  });
});
