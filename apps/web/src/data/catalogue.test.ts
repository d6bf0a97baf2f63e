import type { Catalogue } from '@crece/domain';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { keepSession } from '../api/stored-session.ts';
import { aUser, memoryDevice } from '../testing/render.tsx';
import { findPlace, loadCatalogue } from './catalogue.ts';

const NOW = new Date('2026-03-14T12:00:00Z');

const listOf = (...stakeDBs: string[]): Catalogue => ({
  countries: [
    {
      name: 'Guatemala',
      code: 'GTM',
      image: '',
      flag: 'GT',
      stakes: stakeDBs.map((stakeDB) => ({ stakeName: stakeDB, stakeDB })),
    },
  ],
});

const units = ({ catalogue }: { catalogue: Catalogue }) =>
  catalogue.countries.flatMap(({ stakes }) => stakes.map(({ stakeDB }) => stakeDB));

function serverAnswers(answer: () => Response | Promise<Response>) {
  const fetched = vi.fn(async (_path: string) => answer());
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const offline = () => serverAnswers(() => Promise.reject(new TypeError('Failed to fetch')));

async function deviceWith(catalogue: Catalogue, fetchedAt = '2026-03-01T00:00:00Z') {
  const device = memoryDevice();
  await device.catalogue.save([...catalogue.countries], new Date(fetchedAt));
  return device;
}

afterEach(() => vi.unstubAllGlobals());

describe('loadCatalogue', () => {
  it('uses the copy on this device and does not ask the server', async () => {
    const fetched = serverAnswers(() => Response.json(listOf('new_gtm')));
    const loaded = await loadCatalogue(await deviceWith(listOf('old_gtm')), false, NOW);
    expect(units(loaded)).toEqual(['old_gtm']);
    expect(loaded.source).toBe('device');
    expect(loaded.fetchedAt?.toISOString()).toBe('2026-03-01T00:00:00.000Z');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('fetches the list from the server when this device has no copy', async () => {
    const fetched = serverAnswers(() => Response.json(listOf('new_gtm')));
    const device = memoryDevice();
    const loaded = await loadCatalogue(device, false, NOW);
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/children/stakes');
    expect([units(loaded), loaded.source]).toEqual([['new_gtm'], 'server']);
    expect(await device.catalogue.load()).toMatchObject({ fetchedAt: NOW.toISOString() });
    offline();
    expect(units(await loadCatalogue(device, true, NOW))).toEqual(['new_gtm']);
  });

  it("measures this device's clock by the answer's date", async () => {
    const date = new Date(Date.now() + 3 * 24 * 60 * 60_000).toUTCString();
    serverAnswers(() => Response.json(listOf('new_gtm'), { headers: { date } }));
    const device = memoryDevice();
    await loadCatalogue(device, false, NOW);
    expect((device.getSetting('clockDifference') ?? 0) / 3_600_000).toBeCloseTo(72, 1);
    serverAnswers(() => Response.json(listOf('new_gtm')));
    const other = memoryDevice();
    await loadCatalogue(other, false, NOW);
    expect(other.getSetting('clockDifference')).toBeUndefined();
  });

  it('asks the server first with networkFirst, and keeps the new list', async () => {
    serverAnswers(() => Response.json(listOf('new_gtm')));
    const device = await deviceWith(listOf('old_gtm'));
    expect(units(await loadCatalogue(device, true, NOW))).toEqual(['new_gtm']);
    expect(units(await loadCatalogue(device, false, NOW))).toEqual(['new_gtm']);
  });

  it('uses the copy when the server does not answer, and reports the failure', async () => {
    offline();
    const loaded = await loadCatalogue(await deviceWith(listOf('old_gtm')), true, NOW);
    expect([units(loaded), loaded.source]).toEqual([['old_gtm'], 'device']);
    expect(loaded.failure?.code).toBe('no-response');
  });

  it.each([
    [404, 'not-found'],
    [500, 'server-error'],
    [403, 'forbidden'],
  ])('uses the copy when the server answers with status %d', async (status, code) => {
    serverAnswers(() => new Response('', { status }));
    const loaded = await loadCatalogue(await deviceWith(listOf('old_gtm')), true, NOW);
    expect(units(loaded)).toEqual(['old_gtm']);
    expect(loaded.failure).toMatchObject({ code, status });
  });

  it.each(['<html>', '{"countries":[{"name":"x"}]}', 'null'])(
    'an answer that is not a list is not kept: %s',
    async (body) => {
      serverAnswers(() => new Response(body));
      const device = await deviceWith(listOf('old_gtm'));
      const loaded = await loadCatalogue(device, true, NOW);
      expect(units(loaded)).toEqual(['old_gtm']);
      expect(loaded.failure?.code).toBe('not-readable');
    },
  );

  it('uses the built-in list without a copy and without a server', async () => {
    offline();
    const loaded = await loadCatalogue(memoryDevice(), false, NOW);
    expect(loaded.source).toBe('built-in');
    expect(loaded.catalogue.countries).toHaveLength(22);
    expect(loaded.fetchedAt).toBeNull();
  });
});

describe('loadCatalogue on a device shared with a phl-pilot', () => {
  const PILOT: Catalogue = {
    countries: [
      {
        name: 'Philippines',
        code: 'PHL',
        image: '',
        flag: 'PH',
        stakes: [{ stakeName: 'Calapan', stakeDB: 'calapan_phl', pilot: true }],
      },
    ],
  };
  const signIn = (...roles: ('user' | 'phl-pilot')[]) => keepSession(aUser({ roles }), 'abc');

  it('fetches the pilot’s list when the copy has no pilot units, and keeps both lists', async () => {
    const device = await deviceWith(listOf('coban_gtm'));
    signIn('phl-pilot');
    const fetched = serverAnswers(() => Response.json(PILOT));
    expect(units(await loadCatalogue(device, false, NOW))).toEqual(['calapan_phl', 'coban_gtm']);
    expect(fetched).toHaveBeenCalledTimes(1);
    await loadCatalogue(device, false, NOW);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('keeps the pilot’s units when another person renews the list, without duplicates', async () => {
    const device = await deviceWith(PILOT);
    signIn('user');
    serverAnswers(() => Response.json(listOf('coban_gtm')));
    expect(units(await loadCatalogue(device, false, NOW))).toEqual(['coban_gtm', 'calapan_phl']);
    const noPilot = structuredClone(PILOT);
    for (const unit of noPilot.countries[0]?.stakes ?? []) Reflect.deleteProperty(unit, 'pilot');
    serverAnswers(() => Response.json(noPilot));
    expect(units(await loadCatalogue(device, true, NOW))).toEqual(['calapan_phl']);
  });

  it('uses the built-in list when neither copy nor server has a unit for the person', async () => {
    const device = await deviceWith(listOf('coban_gtm'));
    signIn('phl-pilot');
    offline();
    const loaded = await loadCatalogue(device, false, NOW);
    expect([loaded.source, loaded.failure?.code]).toEqual(['built-in', 'no-response']);
  });
});

describe('findPlace', () => {
  it('finds only the unit with exactly that database name', async () => {
    offline();
    const device = await deviceWith(listOf('coban_gtm', 'coban_gtm_norte'));
    expect((await findPlace(device, 'coban_gtm', NOW))?.unit.stakeDB).toBe('coban_gtm');
    expect(await findPlace(device, 'coban', NOW)).toBeNull();
    expect(await findPlace(device, 'Coban_gtm', NOW)).toBeNull();
  });

  it('searches the copy, then the built-in list, then asks the server', async () => {
    const fetched = serverAnswers(() => Response.json(listOf('brand_new_gtm')));
    const device = await deviceWith(listOf('old_gtm'), NOW.toISOString());
    expect((await findPlace(device, 'test_stake_gtm', NOW))?.country.code).toBe('GTM');
    expect(fetched).not.toHaveBeenCalled();
    expect((await findPlace(device, 'brand_new_gtm', NOW))?.unit.stakeDB).toBe('brand_new_gtm');
  });

  it.each([
    ['of the same day', '2026-03-13T12:00:01Z', false],
    ['of a day before', '2026-03-13T12:00:00Z', true],
    ['that a wrong clock dated next year', '2027-03-14T12:00:00Z', true],
  ])('a copy %s is renewed beside: %o', async (_words, fetchedAt, isRenewed) => {
    const ended = listOf('old_gtm');
    Object.assign(ended.countries[0]?.stakes[0] ?? {}, { retired: true });
    const fetched = serverAnswers(() => Response.json(ended));
    const device = await deviceWith(listOf('old_gtm'), fetchedAt);
    // What is known is not waited for.
    expect((await findPlace(device, 'old_gtm', NOW))?.unit.retired).toBeUndefined();
    await vi.waitFor(async () =>
      expect((await findPlace(device, 'old_gtm', NOW))?.unit.retired).toBe(isRenewed || undefined),
    );
    expect(fetched).toHaveBeenCalledTimes(Number(isRenewed));
  });

  it('a guest who opens a unit by its address, without any copy, learns that the clock is wrong', async () => {
    const real = new Date(NOW.getTime() + 3 * 86_400_000);
    const headers = { date: real.toUTCString() };
    const fetched = serverAnswers(() => Response.json(listOf('old_gtm'), { headers }));
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const device = memoryDevice();
    expect((await findPlace(device, 'test_stake_gtm', NOW))?.country.code).toBe('GTM');
    const days = () => Math.round((device.getSetting('clockDifference') ?? 0) / 86_400_000);
    await vi.waitFor(() => expect(days()).toBe(3));
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['of ten minutes before', '2026-03-14T11:50:00Z', true],
    ['of a minute before', '2026-03-14T11:59:00Z', false],
  ])('a copy %s by which a unit has ended is renewed: %o', async (_words, fetchedAt, isRenewed) => {
    const ended = listOf('old_gtm');
    Object.assign(ended.countries[0]?.stakes[0] ?? {}, { retired: true });
    const fetched = serverAnswers(() => Response.json(listOf('old_gtm')));
    const device = await deviceWith(ended, fetchedAt);
    expect((await findPlace(device, 'old_gtm', NOW))?.unit.retired).toBe(true);
    await vi.waitFor(async () =>
      expect((await findPlace(device, 'old_gtm', NOW))?.unit.retired).toBe(!isRenewed || undefined),
    );
    expect(fetched).toHaveBeenCalledTimes(Number(isRenewed));
  });

  it('a copy that could not be renewed is tried again when there is a connection', async () => {
    const fetched = offline();
    const device = await deviceWith(listOf('old_gtm'));
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await findPlace(device, 'old_gtm', NOW);
    expect(fetched).not.toHaveBeenCalled();
    online.mockRestore();
    await findPlace(device, 'old_gtm', NOW);
    await findPlace(device, 'old_gtm', NOW);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
