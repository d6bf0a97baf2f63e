import { API_PATHS } from '@crece/contract';
import { describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../store/document-store.ts';
import { aSignedIn, call, saidBy } from '../testing/test-people.ts';
import { aGateway, TEST_UNIT } from './testing/a-gateway.ts';
import { carried, childOf } from './write/testing/carried.ts';
import { pushedOutcomes } from './write/testing/push.ts';

const CALLS = [API_PATHS.updateViews, API_PATHS.compact] as const;

describe.each(CALLS)('GET %s', (path) => {
  const url = (stakeDB: string) => path.replace(':stakeDB', stakeDB);

  it('works on a unit of the scope and answers how many records it has', async () => {
    const gateway = await aGateway();
    const { token } = await aSignedIn(gateway.app, {
      username: 'ben',
      roles: ['sync'],
      scope: { countries: ['GTM'] },
    });
    await pushedOutcomes(gateway, [carried(childOf(1), ['a']), carried(childOf(2), ['a'])]);
    const answer = await call(gateway.app, 'GET', url(TEST_UNIT), undefined, { token });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { ok: true, stakeDB: TEST_UNIT, documents: 2 },
    ]);
    for (const other of ['test_stake_hnd', 'no_such_unit', 'sys_accounts']) {
      const refused = await call(gateway.app, 'GET', url(other), undefined, { token });
      expect(saidBy(refused), other).toBe('403 forbidden');
    }
  });

  it('answers alike for a unit that does not exist, whoever asks', async () => {
    const { app } = await aGateway();
    const { token } = await aSignedIn(app, { username: 'boss', roles: ['user', 'admin'] });
    const refused = await call(app, 'GET', url('no_such_unit'), undefined, { token });
    expect(saidBy(refused)).toBe('403 forbidden');
  });

  it('answers 503 while the store cannot be reached', async () => {
    const gateway = await aGateway();
    const { token } = await aSignedIn(gateway.app, { username: 'ben', roles: ['sync'] });
    gateway.store.info = () => Promise.reject(new StoreUnavailable('away'));
    const answer = await call(gateway.app, 'GET', url(TEST_UNIT), undefined, { token });
    expect(saidBy(answer)).toBe('503 unavailable');
  });
});

describe('the update of views', () => {
  it('warms the indexes of its unit; the compaction does not', async () => {
    const gateway = await aGateway();
    const { token } = await aSignedIn(gateway.app, { username: 'ben', roles: ['sync'] });
    const warm = vi.spyOn(gateway.store, 'warm');
    const ask = (path: string) =>
      call(gateway.app, 'GET', path.replace(':stakeDB', TEST_UNIT), undefined, { token });
    await ask(API_PATHS.compact);
    expect(warm).not.toHaveBeenCalled();
    await ask(API_PATHS.updateViews);
    expect(warm).toHaveBeenCalledTimes(1);
  });
});

describe('the compaction', () => {
  it('drops the bodies of replaced revisions and nothing else', async () => {
    const gateway = await aGateway();
    const { token } = await aSignedIn(gateway.app, { username: 'ben', roles: ['sync'] });
    const [first, second] = [carried(childOf(1), ['a']), carried(childOf(1), ['a', 'b'])];
    await pushedOutcomes(gateway, [first, second]);
    expect(await gateway.store.read(first._id, first._rev)).not.toBeNull();
    await call(gateway.app, 'GET', API_PATHS.compact.replace(':stakeDB', TEST_UNIT), undefined, {
      token,
    });
    expect(await gateway.store.read(first._id, first._rev)).toBeNull();
    expect((await gateway.store.read(first._id))?._rev).toBe(second._rev);
  });
});

describe('the address of the gateway', () => {
  it.each([{}, { config: { trustProxy: ['loopback'] } }])(
    'the gateway’s address is the server’s own, whatever the request says of itself (%j)',
    async (options) => {
      const { app, origin } = await aGateway(options);
      const { token } = await aSignedIn(app, { username: 'ben', roles: ['user', 'sync'] });
      const answer = await call(app, 'GET', API_PATHS.sync, undefined, {
        token,
        headers: {
          host: 'evil.example',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'javascript',
          forwarded: 'host=evil.example;proto=javascript',
        },
      });
      expect(answer.json<{ url: string }>().url).toBe(`${origin}/sync`);
      expect(JSON.stringify(answer.headers) + answer.body).not.toMatch(/evil|javascript/);
    },
  );

  it('a configured address is the gateway’s', async () => {
    const { app } = await aGateway({ config: { publicUrl: 'https://crece.example.org' } });
    const { token } = await aSignedIn(app, { username: 'ben', roles: ['user', 'sync'] });
    const answer = await call(app, 'GET', API_PATHS.sync, undefined, { token });
    expect(answer.json<{ url: string }>().url).toBe('https://crece.example.org/sync');
  });
});
