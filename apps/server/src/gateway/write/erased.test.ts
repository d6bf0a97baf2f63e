import { describe, expect, it } from 'vitest';
import { openErasedRegister } from '../../erased/register.ts';
import { aSignedIn, call, saidBy } from '../../testing/test-people.ts';
import { aGateway, type Gateway, TEST_UNIT } from '../testing/a-gateway.ts';
import { aStockPouch, remoteOf } from '../testing/stock-pouch.ts';
import { carried, childOf, motherOf, removal, screeningOf } from './testing/carried.ts';
import { pushedOutcomes } from './testing/push.ts';

const child = childOf(1);
const visit = screeningOf(1, { owner: child._id });

/** Enters the child as erased, in the unit and nowhere else, as after a restore. */
async function withErased(different: Parameters<typeof aGateway>[0] = {}): Promise<Gateway> {
  const gateway = await aGateway(different);
  await gateway.app.services.erased.enter({
    ...{ id: child._id, stakeDB: TEST_UNIT, ids: [child._id], at: '2025-06-01T08:00:00.000Z' },
    ...{ who: 'sofia', why: 'asked', state: 'done' },
  });
  return gateway;
}

const erasure = (path: readonly string[]) =>
  carried({ _id: child._id }, path, { _deleted: true, why: 'erased' });

describe('what was erased for good', () => {
  it('its versions are refused with their own code, and its screenings, old and new', async () => {
    const gateway = await withErased();
    const docs = [
      carried(child, ['a']),
      carried(child, ['a', 'b', 'c']),
      removal(child, ['a', 'x']),
      carried(visit, ['a']),
      removal(visit, ['a', 'x']),
      carried(childOf(2), ['a']),
      carried(screeningOf(2, { owner: childOf(2)._id }), ['a']),
    ];
    expect(await pushedOutcomes(gateway, docs)).toEqual([
      ...['erased', 'erased', 'erased', 'erased', 'erased'],
      ...['ok', 'ok'],
    ]);
    expect(await gateway.store.read(child._id)).toBeNull();
    expect(await gateway.store.leaves(visit._id)).toEqual([]);
  });

  it('an erased mother stays erased', async () => {
    const gateway = await aGateway();
    const mother = motherOf(1);
    const facts = { at: null, who: null, why: null, state: 'done' } as const;
    const { erased } = gateway.app.services;
    await erased.enter({ id: mother._id, stakeDB: TEST_UNIT, ids: [mother._id], ...facts });
    expect(await pushedOutcomes(gateway, [carried(mother, ['a'])])).toEqual(['erased']);
  });

  it('nobody with a right to remove may say of another record that it was erased', async () => {
    const gateway = await withErased({ account: { roles: ['user', 'sync', 'admin'] } });
    expect(await pushedOutcomes(gateway, [carried(childOf(2), ['a'])])).toEqual(['ok']);
    const said = carried({ _id: childOf(2)._id }, ['a', 'e'], { _deleted: true, why: 'erased' });
    expect(await pushedOutcomes(gateway, [said])).toEqual(['forbidden-content']);
    expect(await gateway.store.read(childOf(2)._id)).not.toBeNull();
  });

  it('an empty deletion of it is taken, without the right to remove and without a line in the log', async () => {
    const gateway = await withErased({ account: { roles: ['sync'] } });
    const docs = [erasure(['a', 'e'])];
    expect(await pushedOutcomes(gateway, docs)).toEqual(['ok']);
    const { audit } = gateway.app.services;
    expect((await audit.page({ who: '', what: 'record-removed' }, 1)).entries).toEqual([]);
  });

  it('an erasure by another process counts in the next transaction', async () => {
    const gateway = await aGateway();
    expect(await pushedOutcomes(gateway, [carried(child, ['a'])])).toEqual(['ok']);
    const other = await openErasedRegister(gateway.app.services.stores);
    const facts = { at: null, who: null, why: null, state: 'done' } as const;
    await other.enter({ id: child._id, stakeDB: TEST_UNIT, ids: [child._id], ...facts });
    expect(await pushedOutcomes(gateway, [carried(child, ['a', 'b'])])).toEqual(['erased']);
  });

  it('a PUT of an erased child is refused as a form', async () => {
    const gateway = await withErased();
    const { token } = await aSignedIn(gateway.app, { username: 'ben', roles: ['sync'] });
    const url = `/api/children/${child._id}?stakeDB=${TEST_UNIT}`;
    const put = await call(gateway.app, 'PUT', url, { ...child, _rev: '1-a' }, { token });
    expect(put.statusCode).toBe(422);
    expect(put.json()).toMatchObject({ code: 'validation', issues: [{ code: 'erased' }] });
    expect(saidBy(await call(gateway.app, 'GET', url, undefined, { token }))).toBe('404 not-found');
  });

  it('a stock PouchDB that has it offers it, goes on, and the others arrive', async () => {
    const gateway = await withErased();
    const [local, remote] = [aStockPouch(), remoteOf(gateway, () => gateway.entity)];
    await local.bulkDocs([{ ...child }, { ...visit }, { ...childOf(2) }]);
    const replicated = await local.replicate.to(remote);
    expect(replicated).toMatchObject({ ok: true, docs_written: 1, doc_write_failures: 2 });
    expect(await gateway.store.read(childOf(2)._id)).not.toBeNull();
    expect(await gateway.store.leaves(child._id)).toEqual([]);
  });
});
