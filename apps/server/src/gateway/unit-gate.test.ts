import { createHmac } from 'node:crypto';
import { API_PATHS, SYNC_PATH, type SyncCredentials } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../store/document-store.ts';
import { TEST_SECRET } from '../testing/test-app.ts';
import { aClock, aSignedIn, call, PASSWORD } from '../testing/test-people.ts';
import { aGateway, type Gateway, TEST_UNIT } from './testing/a-gateway.ts';
import { saidBy } from './testing/said-by.ts';
import { somebodyElse } from './write/testing/somebody.ts';

const MINUTE_MS = 60_000;
/** A unit of another country, and a unit of the pilot. */
const ABROAD = 'test_stake_hnd';
const PILOT = 'calapan_phl';

type Payload = Record<string, unknown>;

function payloadOf(token: string): Payload {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Payload;
}

function signed(payload: Payload, { alg = 'HS256', secret = TEST_SECRET } = {}): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${encode({ alg, typ: 'JWT' })}.${encode(payload)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** The gateway's answer to a request for a unit with this authorization header. */
async function saidTo(
  { origin }: Gateway,
  authorization: string | undefined,
  stakeDB = TEST_UNIT,
): Promise<string> {
  const headers = authorization === undefined ? {} : { authorization };
  const answer = await fetch(`${origin}${SYNC_PATH}/${stakeDB}`, { headers });
  if (answer.ok) return String(answer.status);
  const { status, error, reason } = await saidBy(answer);
  return `${status} ${error} ${reason}`;
}

const said = (gateway: Gateway, stakeDB?: string) =>
  saidTo(gateway, `JWT ${gateway.entity}`, stakeDB);

const MISSING = '401 unauthorized token-missing';
const EXPIRED = '401 unauthorized token-expired';
const ENDED = '401 unauthorized session-ended';
const ROLE = '403 forbidden role';
const UNIT = '403 forbidden unit';

describe('a token for the gateway', () => {
  it('belongs to the session and is valid for 15 minutes on the gateway only', async () => {
    const { clock, pass } = aClock();
    const gateway = await aGateway({ clock });
    const seconds = clock().getTime() / 1_000;
    expect(payloadOf(gateway.entity)).toEqual({
      aud: 'crece-sync',
      sub: gateway.account.id,
      sid: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      ver: 1,
      iat: seconds,
      exp: seconds + 15 * 60,
    });
    pass(15 * MINUTE_MS - 1);
    expect(await said(gateway)).toBe('200');
    pass(1);
    expect(await said(gateway)).toBe(EXPIRED);
  });

  it('a token for the gateway is accepted as JWT or Bearer header, and never in an address', async () => {
    const gateway = await aGateway();
    const { entity, origin } = gateway;
    for (const scheme of ['JWT', 'Bearer', 'bearer']) {
      expect(await saidTo(gateway, `${scheme} ${entity}`)).toBe('200');
    }
    for (const header of [
      undefined,
      entity,
      `Basic ${entity}`,
      'JWT',
      'JWT a.b.c',
      `JWT  ${entity}`,
    ]) {
      expect(await saidTo(gateway, header), header).toBe(MISSING);
    }
    const inAddress = await fetch(`${origin}${SYNC_PATH}/${TEST_UNIT}?entity=${entity}`);
    expect((await saidBy(inAddress)).reason).toBe('token-missing');
    expect(inAddress.headers.get('www-authenticate')).toBe('JWT');
  });

  it('a token for the gateway is refused in every forged form', async () => {
    const gateway = await aGateway();
    const payload = payloadOf(gateway.entity);
    expect(await saidTo(gateway, `JWT ${signed(payload)}`)).toBe('200');
    const forged = {
      'another secret': signed(payload, { secret: 'another secret that is long enough' }),
      'no algorithm': signed(payload, { alg: 'none' }),
      'another audience': signed({ ...payload, aud: 'crece-other' }),
      'no audience': signed({ ...payload, aud: undefined }),
      'several audiences': signed({ ...payload, aud: ['crece-sync'] }),
    };
    for (const [name, token] of Object.entries(forged)) {
      expect(await saidTo(gateway, `JWT ${token}`), name).toBe(MISSING);
    }
    const future = signed({ ...payload, iat: Number(payload['exp']) });
    expect(await saidTo(gateway, `JWT ${future}`)).toBe(EXPIRED);
    expect(await saidTo(gateway, `JWT ${signed({ ...payload, sid: 'other' })}`)).toBe(ENDED);
    expect(await saidTo(gateway, `JWT ${signed({ ...payload, sub: 'other' })}`)).toBe(ENDED);
    expect(await saidTo(gateway, `JWT ${signed({ ...payload, ver: 2 })}`)).toBe(ENDED);
  });

  it('opens nothing but the gateway, which a session’s token does not open', async () => {
    const gateway = await aGateway();
    const { app, entity } = gateway;
    const { token } = await aSignedIn(app, { username: 'boss', roles: ['user', 'sync', 'admin'] });
    expect(await saidTo(gateway, `JWT ${token}`)).toBe(MISSING);
    for (const url of [API_PATHS.session, API_PATHS.sync, `${API_PATHS.sync}?a=1`]) {
      expect((await call(app, 'GET', url, undefined, { token: entity })).statusCode).toBe(401);
    }
  });

  it('reading the name of the history needs no token', async () => {
    const { origin, app } = await aGateway();
    const answer = await fetch(`${origin}${SYNC_PATH}/`);
    expect(await answer.json()).toMatchObject({ uuid: app.services.epoch.current() });
  });
});

describe('GET /api/children/sync', () => {
  it('answers a token and the configured address, and no cache keeps them', async () => {
    const { app } = await aGateway({ config: { publicUrl: 'https://crece.example.org' } });
    const { token } = await aSignedIn(app, { username: 'ben', roles: ['sync'] });
    const answer = await call(app, 'GET', API_PATHS.sync, undefined, { token });
    expect(answer.headers['cache-control']).toBe('no-store');
    const { entity, url } = answer.json<SyncCredentials>();
    expect([payloadOf(entity)['aud'], url]).toEqual([
      'crece-sync',
      'https://crece.example.org/sync',
    ]);
  });

  it.each([
    ['user', 403],
    ['phl-pilot', 403],
    ['sync', 200],
    ['admin', 200],
  ] as const)('answers the role %s with %i', async (role, status) => {
    const { app } = await aGateway();
    const { token } = await aSignedIn(app, { username: 'ben', roles: [role] });
    expect((await call(app, 'GET', API_PATHS.sync, undefined, { token })).statusCode).toBe(status);
  });
});

describe('the gate of a unit', () => {
  it('lets an account into the units of its scope, and reveals nothing about others', async () => {
    const gateway = await aGateway();
    const ask = async (username: string, scope: object | undefined) => {
      const one = await somebodyElse(gateway, {
        username,
        roles: ['user', 'sync'],
        ...(scope === undefined ? {} : { scope }),
      });
      return [await said(one), await said(one, ABROAD), await said(one, 'no_such_unit')];
    };
    expect(await ask('everywhere', undefined)).toEqual(['200', '200', UNIT]);
    expect(await ask('unit', { stakes: [TEST_UNIT] })).toEqual(['200', UNIT, UNIT]);
    expect(await ask('other-unit', { stakes: [ABROAD] })).toEqual([UNIT, '200', UNIT]);
    expect(await ask('country', { countries: ['GTM'] })).toEqual(['200', UNIT, UNIT]);
    expect(await ask('other-country', { countries: ['HND'] })).toEqual([UNIT, '200', UNIT]);
    expect(await ask('nowhere', {})).toEqual([UNIT, UNIT, UNIT]);
  });

  it('lets a pilot account into the pilot’s units only', async () => {
    const gateway = await aGateway();
    const pilot = await somebodyElse(gateway, { username: 'pilot', roles: ['phl-pilot', 'sync'] });
    expect([await said(pilot), await said(pilot, PILOT)]).toEqual([UNIT, '200']);
  });

  it('refuses malformed and unknown unit names, and creates no database for them', async () => {
    const gateway = await aGateway();
    const before = await gateway.app.services.stores.names();
    for (const name of [
      'sys_accounts',
      'unit_coro_ven',
      'TEST_STAKE_GTM',
      '..%2f..',
      'con',
      '%00',
    ]) {
      expect(await said(gateway, name), name).toBe(UNIT);
    }
    expect(await gateway.app.services.stores.names()).toEqual(before);
  });

  it('refuses an account without the sync role, even with a valid token', async () => {
    const gateway = await aGateway({ account: { roles: ['user'] } });
    const { app, account } = gateway;
    const { sessions, syncTokens } = app.services;
    const signedIn = await sessions.authenticate(await sessions.create(account));
    if (signedIn === null) throw new Error('no session');
    const { id: accountId, sessionVersion } = account;
    const { sessionId } = signedIn;
    const token = syncTokens.sign({ accountId, sessionId, sessionVersion, issuedAt: new Date() });
    expect(await saidTo(gateway, `JWT ${token}`)).toBe(ROLE);
    expect(await saidTo(gateway, `JWT ${token}`, 'no_such_unit')).toBe(ROLE);
  });

  it.each([
    [
      'role',
      ({ app, account }: Gateway) => app.services.accounts.update(account.id, { roles: ['user'] }),
    ],
    [
      'scope',
      ({ app, account }: Gateway) => app.services.accounts.update(account.id, { scope: {} }),
    ],
    ['account', ({ app, account }: Gateway) => app.services.accounts.remove(account.id)],
  ])('shuts at once when the %s is taken away', async (_name, takeAway) => {
    const gateway = await aGateway();
    expect(await said(gateway)).toBe('200');
    await takeAway(gateway);
    expect(await said(gateway)).toBe(ENDED);
  });

  it('shuts at once when the person signs out or the password changes', async () => {
    const gateway = await aGateway();
    const { app } = gateway;
    const body = { usernameOrEmail: 'ana', password: PASSWORD };
    const signIn = async () => {
      const { token } = (await call(app, 'POST', API_PATHS.signin, body)).json<{ token: string }>();
      const answer = await call(app, 'GET', API_PATHS.sync, undefined, { token });
      return { token, header: `JWT ${answer.json<SyncCredentials>().entity}` };
    };
    const first = await signIn();
    const second = await signIn();
    await call(app, 'GET', API_PATHS.signout, undefined, { token: first.token });
    expect(await saidTo(gateway, first.header)).toBe(ENDED);
    expect(await saidTo(gateway, second.header)).toBe('200');
    await app.services.accounts.update(gateway.account.id, { passwordHash: 'another' });
    expect(await saidTo(gateway, second.header)).toBe(ENDED);
  });

  it('writes a refusal into the audit log once per session and unit', async () => {
    const gateway = await aGateway();
    const one = await somebodyElse(gateway, {
      username: 'ben',
      roles: ['sync'],
      scope: { stakes: [ABROAD] },
    });
    for (let i = 0; i < 3; i += 1) expect(await said(one)).toBe(UNIT);
    expect(await said(one, 'no_such_unit')).toBe(UNIT);
    const { audit } = gateway.app.services;
    const { entries } = await audit.page({ who: '', what: 'sync-refused' }, 1);
    expect(entries.map(({ who, whom, detail }) => [who, whom, detail])).toEqual([
      ['ben', TEST_UNIT, 'unit'],
    ]);
  });

  it('answers 503 while the store cannot be reached', async () => {
    const gateway = await aGateway();
    const { accounts } = gateway.app.services;
    const byId = accounts.byId;
    accounts.byId = () => Promise.reject(new StoreUnavailable('/var/lib/crece'));
    expect(await said(gateway)).toBe('503 service_unavailable unavailable');
    accounts.byId = byId;
    expect(await said(gateway)).toBe('200');
  });

  it('hides the details of faults: they are in the log only', async () => {
    const gateway = await aGateway();
    gateway.store.info = () => Promise.reject(new Error('Maria'));
    expect(await said(gateway)).toBe('500 internal_server_error server-error');
  });
});
