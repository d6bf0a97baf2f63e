import { expect, it } from 'vitest';
import { aGateway, TEST_UNIT } from '../testing/a-gateway.ts';
import { carried, childOf, pushBody } from '../write/testing/carried.ts';

it('every answer about a unit repeats its question, refusals too', async () => {
  const gateway = await aGateway();
  const greeting = await fetch(`${gateway.origin}/sync/`);
  expect(await greeting.json()).toMatchObject({ echo: 1 });
  expect(greeting.headers.get('x-crece-unit')).toBeNull();
  const told = async (path: string, options: RequestInit = {}) => {
    const { headers } = await gateway.ask(path, options);
    return ['unit', 'since', 'after'].map((name) => headers.get(`x-crece-${name}`));
  };
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect(await told('')).toEqual([TEST_UNIT, null, null]);
  expect(await told('/_changes?since=7')).toEqual([TEST_UNIT, '7', null]);
  expect(await told('/_changes?since=12-g1%2FA')).toEqual([TEST_UNIT, '12-g1%2FA', null]);
  expect(await told('/_changes')).toEqual([TEST_UNIT, '', null]);
  expect(await told('/_snapshot?after=chld_%C3%B1')).toEqual([TEST_UNIT, null, 'chld_%C3%B1']);
  expect(await told('/_snapshot')).toEqual([TEST_UNIT, null, '']);
  expect(await told('/_revs_diff', post)).toEqual([TEST_UNIT, null, null]);
  expect(await told('/_bulk_docs', post)).toEqual([TEST_UNIT, null, null]);
  const unknown = await fetch(`${gateway.origin}/sync/nowhere_gtm`);
  expect(unknown.headers.get('x-crece-unit')).toBe('nowhere_gtm');
});

it('a request that is meant for another unit is refused before anything is read or written', async () => {
  const gateway = await aGateway();
  const meant = (unit: string) => ({ 'x-crece-unit': unit });
  const body = pushBody([carried(childOf(1), ['a'])]);
  const astray = await gateway.post('/_bulk_docs', body, meant('coro_ven'));
  expect([astray.status, astray.headers.get('x-crece-unit')]).toEqual([400, TEST_UNIT]);
  expect((await gateway.store.info()).docCount).toBe(0);
  expect((await gateway.post('/_bulk_docs', body, meant(TEST_UNIT))).status).toBe(201);
  expect((await gateway.ask('', { headers: meant('coro_ven') })).status).toBe(400);
});
