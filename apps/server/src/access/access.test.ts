import { API_PATHS } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { LIMITS_TABLE } from '../accounts/rate-limits.ts';
import { EVERYONE } from '../http/declared-access.ts';
import { StoreUnavailable } from '../store/document-store.ts';
import { anApp, aServer } from '../testing/test-app.ts';
import { aSignedIn, call, saidBy } from '../testing/test-people.ts';

const UNIT = { stakeDB: 'coro_ven', countryCode: 'VEN', pilot: false };
const PILOT_UNIT = { stakeDB: 'calapan_phl', countryCode: 'PHL', pilot: true };

describe('a route of the server', () => {
  it('a route that declares no access does not start', async () => {
    const app = await aServer();
    expect(() => app.get('/api/forgotten', () => ({}))).toThrow(
      'GET /api/forgotten declares no access',
    );
    expect(() =>
      app.route({ method: ['POST', 'PUT'], url: '/api/forgotten', handler: () => ({}) }),
    ).toThrow('declares no access');
  });

  it('the access table has a route with every method, including the HEAD of a GET', async () => {
    const app = await aServer();
    app.route({
      method: ['GET', 'POST'],
      url: '/api/both',
      config: { access: EVERYONE },
      handler: () => ({}),
    });
    const methods = app.accessTable.filter(({ url }) => url === '/api/both');
    expect(methods.map(({ method }) => method).sort()).toEqual(['GET', 'HEAD', 'POST']);
  });
});

describe('the place of a call', () => {
  async function open() {
    const app = await anApp();
    const seen: string[] = [];
    app.app.get<{ Params: { unit: string } }>(
      '/api/test/:unit',
      {
        config: {
          access: {
            to: 'sync',
            place: async (request) => {
              const { unit } = request.params as { unit: string };
              seen.push(unit);
              return unit === 'pilot' ? PILOT_UNIT : unit === 'none' ? null : UNIT;
            },
          },
        },
      },
      () => ({ ok: true }),
    );
    const ask = async (token: string | undefined, unit = 'coro') =>
      saidBy(
        await call(
          app,
          'GET',
          `/api/test/${unit}`,
          undefined,
          token === undefined ? {} : { token },
        ),
      );
    return { app, ask, seen };
  }

  it('a place outside the account’s scope makes the call forbidden', async () => {
    const { app, ask } = await open();
    const tokenOf = async (username: string, scope?: { countries?: string[]; stakes?: string[] }) =>
      (
        await aSignedIn(app, {
          username,
          roles: ['user', 'sync'],
          ...(scope === undefined ? {} : { scope }),
        })
      ).token;
    expect(await ask(await tokenOf('all'))).toBe('200');
    expect(await ask(await tokenOf('unit', { stakes: ['coro_ven'] }))).toBe('200');
    expect(await ask(await tokenOf('country', { countries: ['VEN'] }))).toBe('200');
    expect(await ask(await tokenOf('other', { stakes: ['caracas_ven'] }))).toBe('403 forbidden');
    expect(await ask(await tokenOf('abroad', { countries: ['GTM'] }))).toBe('403 forbidden');
    const nowhere = await tokenOf('nowhere', {});
    expect(await ask(nowhere)).toBe('403 forbidden');
    expect(await ask(nowhere, 'none')).toBe('200');
  });

  it('a phl-pilot reaches pilot units only', async () => {
    const { app, ask } = await open();
    const roles = ['phl-pilot', 'sync'] as const;
    const { token } = await aSignedIn(app, { username: 'pilot', roles: [...roles] });
    expect([await ask(token), await ask(token, 'pilot')]).toEqual(['403 forbidden', '200']);
  });

  it('nobody looks up the place for an account without the right', async () => {
    const { app, ask, seen } = await open();
    const { token } = await aSignedIn(app);
    expect(await ask(token)).toBe('403 forbidden');
    expect(await ask(undefined)).toBe('401 unauthorized');
    expect(seen).toEqual([]);
  });
});

describe('answers to calls', () => {
  it('an answer is not cacheable unless the call says so', async () => {
    const app = await anApp();
    const { token } = await aSignedIn(app);
    for (const url of ['/api/auth/session', '/api/auth/signout', '/api/users', '/api/nothing']) {
      const answer = await call(app, 'GET', url, undefined, { token });
      expect(answer.headers['cache-control'], url).toBe('no-store');
    }
    const places = await call(app, 'GET', '/api/children/stakes');
    expect(places.headers['cache-control']).toBe('no-cache');
  });

  it('a store that cannot be reached makes every call answer 503 with a retry-after', async () => {
    const app = await anApp();
    const { token } = await aSignedIn(app);
    app.services.accounts.byId = () => Promise.reject(new StoreUnavailable('/var/lib/crece'));
    const answer = await call(app, 'GET', '/api/auth/session', undefined, { token });
    expect([saidBy(answer), answer.headers['retry-after']]).toEqual(['503 unavailable', '10']);
    expect(answer.body).not.toContain('/var/lib');
    expect((await call(app, 'GET', '/health')).statusCode).toBe(200);
  });
});

describe('an account that asks too often', () => {
  it('an account that asks too often reads the gateway’s words there, and the application’s elsewhere', async () => {
    const app = await anApp();
    const { token, account } = await aSignedIn(app, { username: 'ben' });
    const ask = (path: string) => call(app, 'GET', path, undefined, { token });
    for (const path of ['/sync/', API_PATHS.session])
      expect((await ask(path)).statusCode).toBe(200);
    let more = LIMITS_TABLE.calls.most;
    while (app.services.limits.call(account.id, 'GET /').ok && more > 0) more -= 1;
    const refused = async (path: string) => {
      const answer = await ask(path);
      return { status: answer.statusCode, body: answer.json<unknown>() };
    };
    expect(await refused('/sync/')).toEqual({
      status: 429,
      body: { error: 'too_many_requests', reason: 'too-many' },
    });
    expect(await refused(API_PATHS.session)).toMatchObject({
      status: 429,
      body: { code: 'too-many' },
    });
  });
});
