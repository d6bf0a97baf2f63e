import { API_PATHS, type MovedBody } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { aSignedIn, call, saidBy } from '../../testing/test-people.ts';
import { aGateway, type Gateway, TEST_UNIT } from '../testing/a-gateway.ts';
import { carried, childOf, removal, screeningOf } from '../write/testing/carried.ts';
import { pushedOutcomes } from '../write/testing/push.ts';
import { somebodyElse } from '../write/testing/somebody.ts';

const OTHER = 'test_stake_hnd';
const child = childOf(1);
const visit = screeningOf(1, { owner: child._id });
const HOME = { stakeDB: OTHER, id: child._id.replace(TEST_UNIT, OTHER) };
const MOVED = [{ code: 'moved', params: HOME }];

interface Opened {
  gateway: Gateway;
  move: (to?: string, id?: string, query?: string) => ReturnType<typeof call>;
  ask: (method: 'GET' | 'PUT', body?: object) => ReturnType<typeof call>;
}

/** A server with one child and its screening, and somebody who asks for moves. */
async function open(account: object = {}): Promise<Opened> {
  const gateway = await aGateway();
  await pushedOutcomes(gateway, [carried(child, ['a']), carried(visit, ['a'])]);
  const { app } = gateway;
  const { token } = await aSignedIn(app, { username: 'ben', roles: ['user', 'sync'], ...account });
  const at = (path: string, id: string) => path.replace(':childId', encodeURIComponent(id));
  return {
    gateway,
    move: (to = OTHER, id = child._id, query = '') =>
      call(app, 'POST', at(API_PATHS.moveChild, id) + query, { to }, { token }),
    ask: (method, body) => call(app, method, at(API_PATHS.child, child._id), body, { token }),
  };
}

const idsIn = async ({ app }: Gateway, stakeDB: string) => {
  const ids: string[] = [];
  const store = await app.services.stores.open(`unit_${stakeDB}`);
  for await (const { _id } of store.list()) ids.push(_id);
  return ids;
};

describe('POST /api/children/:childId/move', () => {
  it('the child lives in the other unit, and whoever asks for it by its old id is told where', async () => {
    const { gateway, move, ask } = await open();
    const moved = await move();
    expect(moved.statusCode).toBe(200);
    expect(moved.json<MovedBody>()).toEqual({ home: HOME });
    expect(await idsIn(gateway, TEST_UNIT)).toEqual([]);
    expect(await idsIn(gateway, OTHER)).toEqual([HOME.id, visit._id.replace(TEST_UNIT, OTHER)]);
    for (const answer of [await ask('GET'), await ask('PUT', { ...child, _rev: '1-ab' })]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not-found', issues: MOVED });
    }
    expect((await move()).json()).toEqual({ home: HOME });
    const elsewhere = await move('coro_ven');
    expect(elsewhere.statusCode).toBe(422);
    expect(elsewhere.json()).toMatchObject({ issues: MOVED });
    expect((await move(TEST_UNIT, HOME.id)).json()).toEqual({
      home: { stakeDB: TEST_UNIT, id: child._id },
    });
    expect((await ask('GET')).statusCode).toBe(200);
  });

  it('needs the right to remove children here and to synchronise both units', async () => {
    const asked = async (account: object, to?: string) =>
      saidBy(await (await open(account)).move(to));
    expect(await asked({ roles: ['sync'] })).toBe('403 forbidden');
    expect(await asked({ roles: ['user'] })).toBe('403 forbidden');
    expect(await asked({ scope: { stakes: [TEST_UNIT] } })).toBe('403 forbidden');
    expect(await asked({ scope: { stakes: [OTHER] } })).toBe('403 forbidden');
    expect(await asked({}, 'nowhere')).toBe('403 forbidden');
    expect(await asked({ scope: { stakes: [TEST_UNIT, OTHER] } })).toBe('200');
  });

  it('is refused into a unit that has ended, where nobody would find the child', async () => {
    const { gateway, move } = await open();
    const { catalogue } = gateway.app.services;
    const { rev, catalogue: places } = await catalogue.current();
    const countries = places.countries.map((country) => ({
      ...country,
      stakes: country.stakes.map((unit) =>
        unit.stakeDB === OTHER ? { ...unit, retired: true as const } : unit,
      ),
    }));
    expect(await catalogue.change(rev, { countries }, () => true)).toMatchObject({ ok: true });
    expect(saidBy(await move())).toBe('422 validation undefined:unit-retired');
    expect(await idsIn(gateway, TEST_UNIT)).toContain(child._id);
  });

  it('is refused for the same unit, for a child that is not here and for other records', async () => {
    const { move } = await open();
    expect(saidBy(await move(TEST_UNIT))).toBe('400 bad-request');
    // A server that does not know the call names no field.
    const noChild = '404 not-found childId:not-found';
    expect(saidBy(await move(OTHER, childOf(2)._id))).toBe(noChild);
    expect(saidBy(await move(OTHER, visit._id, `?stakeDB=${TEST_UNIT}`))).toBe(noChild);
  });
});

describe('a phone that did not know of a move', () => {
  it('what it typed has followed when its push is answered', async () => {
    const { gateway, move } = await open();
    await move();
    const phone = await somebodyElse(gateway, { username: 'sync-alone', roles: ['sync'] });
    const late = screeningOf(2, { owner: child._id });
    const edited = carried({ ...child, city: 'Tela', stamp: { city: 2 } }, ['a', 'b']);
    expect(await pushedOutcomes(phone, [carried(late, ['a']), edited])).toEqual(['ok', 'ok']);
    expect(await idsIn(gateway, TEST_UNIT)).toEqual([]);
    expect(await idsIn(gateway, OTHER)).toHaveLength(3);
    const there = await gateway.app.services.stores.open(`unit_${OTHER}`);
    expect(await there.read(HOME.id)).toMatchObject({ city: 'Tela' });
  });

  it('removes the child where it lives only with the right to remove children', async () => {
    const { gateway, move } = await open();
    await move();
    const there = await gateway.app.services.stores.open(`unit_${OTHER}`);
    const without = await somebodyElse(gateway, { username: 'sync-alone', roles: ['sync'] });
    await pushedOutcomes(without, [removal(child, ['a', 'x']), removal(visit, ['a', 'x'])]);
    expect(await idsIn(gateway, OTHER)).toHaveLength(2);
    expect(await pushedOutcomes(gateway, [removal(child, ['a', 'y'])])).toEqual(['ok']);
    expect(await there.read(HOME.id)).toBeNull();
  });

  it('may not say that a record moved to a unit that does not have it', async () => {
    const { gateway, move } = await open();
    const deletion = (movedTo: unknown) =>
      carried({ _id: child._id }, ['a', 'z'], { _deleted: true, why: 'moved', movedTo });
    for (const home of [HOME, { ...HOME, stakeDB: 'nowhere' }, { ...HOME, stakeDB: '..' }, 5]) {
      expect(await pushedOutcomes(gateway, [deletion(home)])).toEqual(['moving']);
    }
    expect(await idsIn(gateway, TEST_UNIT)).toHaveLength(2);
    await move();
    // A server whose old unit was restored from a backup: its phones bring the deletion again.
    expect(await pushedOutcomes(gateway, [deletion(HOME)])).toEqual(['ok']);
  });

  it('what was typed in an old unit that was restored follows when a phone brings the move again', async () => {
    const { gateway } = await open();
    const there = await gateway.app.services.stores.open(`unit_${OTHER}`);
    await there.write([{ ...child, _id: HOME.id }]);
    const edited = carried({ ...child, city: 'Tela', stamp: { city: 2 } }, ['a', 'b']);
    const moved = { _deleted: true, why: 'moved', movedTo: HOME };
    expect(await pushedOutcomes(gateway, [edited])).toEqual(['ok']);
    expect(await pushedOutcomes(gateway, [carried(child, ['a', 'z'], moved)])).toEqual(['ok']);
    expect(await idsIn(gateway, TEST_UNIT)).toEqual([]);
    expect(await idsIn(gateway, OTHER)).toEqual([HOME.id, visit._id.replace(TEST_UNIT, OTHER)]);
    expect(await there.leaves(HOME.id)).toHaveLength(2);
  });

  it('the list of removed records does not offer what moved', async () => {
    const { gateway, move } = await open();
    await move();
    const { token } = await aSignedIn(gateway.app, { username: 'eva', roles: ['user', 'sync'] });
    const url = API_PATHS.removed.replace(':stakeDB', TEST_UNIT);
    const removed = await call(gateway.app, 'GET', url, undefined, { token });
    expect(removed.json()).toEqual({ stakeDB: TEST_UNIT, documents: [] });
  });
});
