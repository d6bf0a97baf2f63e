import { gunzipSync } from 'node:zlib';
import type { CatalogueBody } from '@crece/contract';
import {
  type Catalogue,
  databasesOf,
  findCountry,
  masterCatalogue,
  pilotCatalogue,
  readCatalogue,
} from '@crece/domain';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { describe, expect, it } from 'vitest';
import { aServer } from '../testing/test-app.ts';
import {
  aRunningServer,
  type Person,
  type RunningServer,
  refusalOf,
} from './testing/running-server.ts';

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

  it('answers 304 without a body to a client that has this version', async () => {
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
    expect(answer.headers['vary']).toBe('accept-encoding, authorization');
    const body = isZipped ? gunzipSync(answer.rawPayload).toString() : answer.body;
    expect(JSON.parse(body)).toEqual(masterCatalogue(BUILT_IN_CATALOGUE));
    if (isZipped) expect(answer.rawPayload.length).toBeLessThan(6_000);
  });

  it('answers HEAD, and an address with a trailing slash', async () => {
    const app = await aServer();
    const head = await app.inject({ method: 'HEAD', url: URL });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect((await app.inject(`${URL}/`)).statusCode).toBe(200);
  });

  it('answers the pilot list to a phl-pilot, also with the role sync, and the master list to an administrator', async () => {
    const { call, person } = await aRunningServer();
    const lists = [];
    for (const roles of [['phl-pilot'], ['phl-pilot', 'sync'], ['phl-pilot', 'admin'], ['user']]) {
      const as = await person(`P${roles.join('')}`, roles as Person['account']['roles']);
      lists.push(await (await call(`GET ${URL}`, { as })).json());
    }
    const [master, pilot] = [
      masterCatalogue(BUILT_IN_CATALOGUE),
      pilotCatalogue(BUILT_IN_CATALOGUE),
    ];
    expect(lists).toEqual([pilot, pilot, master, master]);
  });

  it('the version of one list of units is not accepted for the other', async () => {
    const { call, person } = await aRunningServer();
    const as = await person('Pia', ['phl-pilot']);
    const etag = String((await call(`GET ${URL}`)).headers.get('etag'));
    const headers = { 'if-none-match': etag };
    expect((await call(`GET ${URL}`, { headers })).status).toBe(304);
    expect((await call(`GET ${URL}`, { headers, as })).status).toBe(200);
  });
});

/** A server with an administrator who has read the catalogue. */
async function atTheCatalogue() {
  const server = await aRunningServer();
  const as = await server.person('Ana', ['user', 'admin']);
  const read = (await (await server.call('GET /api/catalogue', { as })).json()) as CatalogueBody;
  return { ...server, as, ...read };
}

/** The catalogue with one country changed. */
function withCountry(
  catalogue: Catalogue,
  code: string,
  change: (country: Catalogue['countries'][number]) => object,
): Catalogue {
  return {
    countries: catalogue.countries.map((country) =>
      country.code === code ? { ...country, ...change(country) } : country,
    ),
  };
}

const auditOf = async ({ services }: Pick<RunningServer, 'services'>) =>
  (await services.audit.page({ who: '', what: '' }, 1)).entries.map(
    ({ what, who, from, detail }) => ({ what, who, from, detail }),
  );

describe('GET /api/catalogue', () => {
  it('answers the whole catalogue, including the pilot units', async () => {
    const { rev, catalogue } = await atTheCatalogue();
    expect(rev).toMatch(/^1-/);
    expect(catalogue).toEqual(BUILT_IN_CATALOGUE);
  });
});

describe('PUT /api/catalogue', () => {
  it('accepts new names, units, wards and countries, which everybody gets at once', async () => {
    const { as, call, rev, catalogue, services } = await atTheCatalogue();
    const before = String((await call(`GET ${URL}`)).headers.get('etag'));
    const renamed = withCountry(catalogue, 'GTM', ({ stakes }) => ({
      name: 'República de Guatemala',
      stakes: [
        ...stakes,
        {
          stakeName: 'Puerto Barrios',
          stakeDB: 'puerto_barrios_gtm',
          wards: [{ wardName: 'Norte' }],
        },
      ],
    }));
    const belize = { name: 'Belize', code: 'BLZ', image: '', flag: 'BZ', stakes: [] };
    const wanted = { countries: [...renamed.countries, belize] };
    const answer = await call('PUT /api/catalogue', { as, body: { rev, catalogue: wanted } });
    expect(answer.status).toBe(200);
    const kept = (await answer.json()) as CatalogueBody;
    expect(kept.rev).toMatch(/^2-/);
    expect(findCountry(kept.catalogue, 'BLZ')?.stakes).toEqual([
      { stakeName: 'Belize test Only', stakeDB: 'test_stake_blz' },
    ]);
    expect(await (await call('GET /api/catalogue', { as })).json()).toEqual(kept);
    const list = await call(`GET ${URL}`, { headers: { 'if-none-match': before } });
    expect([list.status, await list.json()]).toEqual([200, masterCatalogue(kept.catalogue)]);
    expect(await auditOf({ services })).toEqual([
      {
        what: 'catalogue-changed',
        who: 'ana',
        from: '127.0.0.1',
        detail: '~GTM +puerto_barrios_gtm +BLZ +test_stake_blz',
      },
    ]);
  });

  it('refuses a change that removes a unit’s database, and names it', async () => {
    const { as, call, rev, catalogue, services } = await atTheCatalogue();
    const without = withCountry(catalogue, 'BRA', ({ stakes }) => ({ stakes: stakes.slice(1) }));
    const answer = await call('PUT /api/catalogue', { as, body: { rev, catalogue: without } });
    expect([answer.status, await answer.json()]).toEqual([
      422,
      {
        code: 'validation',
        message: 'Some fields are not as they must be.',
        issues: [{ code: 'unit-gone', params: { stakeDB: 'belem_bra', name: 'Belém' } }],
      },
    ]);
    expect((await services.catalogue.current()).rev).toBe(rev);
    expect(await auditOf({ services })).toEqual([]);
  });

  it.each([
    ['Zacapa_gtm', 'database-shape'],
    ['1zacapa_gtm', 'database-shape'],
    ['../zacapa_gtm', 'database-shape'],
    [`z${'a'.repeat(60)}_gtm`, 'database-shape'],
    ['zacapa_hnd', 'database-ending'],
    ['sys_gtm', 'database-reserved'],
    ['test_stake_gtm', 'database-taken'],
  ])('refuses the new database %s: %s', async (stakeDB, code) => {
    const { as, call, rev, catalogue } = await atTheCatalogue();
    const wanted = withCountry(catalogue, 'GTM', ({ stakes }) => ({
      stakes: [{ stakeName: 'New', stakeDB }, ...stakes],
    }));
    const at = catalogue.countries.findIndex((country) => country.code === 'GTM');
    const refusal = await refusalOf(
      await call('PUT /api/catalogue', { as, body: { rev, catalogue: wanted } }),
    );
    const field = `countries[${at}].stakes[0].stakeDB`;
    expect(refusal).toEqual([422, 'validation', [`${field} ${code}`]]);
  });

  it('refuses “Guatémala” beside “Guatemala” and repeated names, as the forms do', async () => {
    const { as, call, rev, catalogue } = await atTheCatalogue();
    const put = async (wanted: Catalogue) =>
      refusalOf(await call('PUT /api/catalogue', { as, body: { rev, catalogue: wanted } }));
    const named = { name: 'Guatémala', code: 'GUA', image: '', flag: 'GT', stakes: [] };
    expect(await put({ countries: [named, ...catalogue.countries] })).toEqual([
      422,
      'validation',
      ['countries[0].name country-name-taken'],
    ]);
    const at = catalogue.countries.findIndex((country) => country.code === 'GTM');
    const unit = {
      stakeName: 'coban stake',
      stakeDB: 'coban_2_gtm',
      wards: [{ wardName: 'Sur' }, { wardName: 'SUR' }],
    };
    const twice = withCountry(catalogue, 'GTM', ({ stakes }) => ({ stakes: [unit, ...stakes] }));
    expect(await put(twice)).toEqual([
      422,
      'validation',
      [
        `countries[${at}].stakes[0].stakeName unit-name-taken`,
        `countries[${at}].stakes[0].wards ward-twice`,
      ],
    ]);
  });

  it('refuses HTML or a script as a flag or picture', async () => {
    const { as, call, rev, catalogue } = await atTheCatalogue();
    const wanted = withCountry(catalogue, 'GTM', () => ({
      flag: '"><img src=x onerror=alert(1)>',
      image: 'javascript:alert(1)',
    }));
    const at = catalogue.countries.findIndex((country) => country.code === 'GTM');
    const answer = await call('PUT /api/catalogue', { as, body: { rev, catalogue: wanted } });
    expect(await refusalOf(answer)).toEqual([
      422,
      'validation',
      [`countries[${at}].flag country-flag-required`, `countries[${at}].image country-image-shape`],
    ]);
  });

  it('refuses a change based on an older revision', async () => {
    const { as, call, rev, catalogue } = await atTheCatalogue();
    const change = (name: string) =>
      call('PUT /api/catalogue', {
        as,
        body: { rev, catalogue: withCountry(catalogue, 'GTM', () => ({ name })) },
      });
    expect((await change('First')).status).toBe(200);
    expect(await refusalOf(await change('Second'))).toEqual([409, 'conflict']);
  });

  it('accepts a catalogue of several hundred KB, and refuses one above 1 MB', async () => {
    const { as, call, rev, catalogue } = await atTheCatalogue();
    const wardOf = (i: number) => String(i).padStart(83, 'w');
    const warded = (count: number) =>
      withCountry(catalogue, 'GTM', ({ stakes: [first, ...rest] }) => ({
        stakes: [
          { ...first, wards: Array.from({ length: count }, (_, i) => ({ wardName: wardOf(i) })) },
          ...rest,
        ],
      }));
    const put = (body: unknown) => call('PUT /api/catalogue', { as, body });
    expect((await put({ rev, catalogue: warded(9_000) })).status).toBe(200);
    expect(await refusalOf(await put({ rev, catalogue: warded(11_000) }))).toEqual([
      413,
      'too-large',
    ]);
    expect(await refusalOf(await put({ rev, catalogue: [] }))).toEqual([400, 'bad-request']);
  });
});

describe('PUT /api/catalogue by an administrator with a scope', () => {
  it('changes the places of the scope only, in the list as it is stored', async () => {
    const { call, person, rev, catalogue, services } = await atTheCatalogue();
    const as = await person('Leo', ['admin'], { scope: { countries: ['GTM'] } });
    const put = (wanted: Catalogue) =>
      call('PUT /api/catalogue', { as, body: { rev, catalogue: wanted } });
    const name = 'República';
    const beyond = withCountry(
      withCountry(catalogue, 'GTM', () => ({ name })),
      'HND',
      () => ({
        name,
      }),
    );
    expect(await refusalOf(await put(beyond))).toEqual([403, 'forbidden']);
    expect((await services.catalogue.current()).rev).toBe(rev);
    expect((await put(withCountry(catalogue, 'GTM', () => ({ name })))).status).toBe(200);
    const kept = (await services.catalogue.current()).catalogue;
    expect(findCountry(kept, 'GTM')?.name).toBe(name);
    expect(findCountry(kept, 'HND')).toEqual(findCountry(catalogue, 'HND'));
  });
});
