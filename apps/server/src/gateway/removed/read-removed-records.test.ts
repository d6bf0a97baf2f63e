import { API_PATHS, type RemovedBody } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { aClock, aSignedIn, call, saidBy } from '../../testing/test-people.ts';
import { aGateway, TEST_UNIT } from '../testing/a-gateway.ts';
import { carried, childOf, motherOf, removal, screeningOf } from '../write/testing/carried.ts';
import { pushedOutcomes } from '../write/testing/push.ts';

/** The removals of the tests are of 2 June, 10:00. */
const LAST_MOMENT = '2025-07-02T09:59:59.000Z';
const TOO_LATE = '2025-07-02T10:00:00.000Z';

const child = childOf(1);
const visit = screeningOf(1, { owner: child._id });
const mother = motherOf(1);
const gone = [child, visit, mother].map((record) => removal(record, ['a', 'x']));

async function open(now: string, account: object = {}) {
  const gateway = await aGateway({ clock: aClock(now).clock });
  const { app } = gateway;
  const signIn = { username: 'ben', firstName: 'Ben', lastName: 'Tzul', roles: ['sync' as const] };
  const { token } = await aSignedIn(app, { ...signIn, ...account });
  return {
    gateway,
    ask: (unit: string = TEST_UNIT) =>
      call(app, 'GET', API_PATHS.removed.replace(':stakeDB', unit), undefined, { token }),
  };
}

describe('GET /api/children/removed/:stakeDB', () => {
  it('answers what was removed in the last 30 days, with the versions, and nothing else', async () => {
    const { gateway, ask } = await open(LAST_MOMENT);
    const erased = { _id: childOf(2)._id, why: 'removed', removedAt: LAST_MOMENT };
    await pushedOutcomes(gateway, [
      ...[child, visit, mother].map((record) => carried(record, ['a'])),
      carried(childOf(3), ['a']),
      ...gone,
      carried(erased, ['a', 'x'], { _deleted: true }),
      carried({ _id: childOf(4)._id }, ['a', 'x'], { _deleted: true, why: 'merged' }),
      carried(childOf(5), ['a', 'x'], { _deleted: true, why: 'moved' }),
      // Removed, and changed elsewhere: it lives.
      carried(childOf(6), ['a', 'b']),
      removal(childOf(6), ['a', 'x']),
    ]);
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    const { stakeDB, documents } = answer.json<RemovedBody>();
    expect(stakeDB).toBe(TEST_UNIT);
    const byId = (list: readonly { _id: string }[]) =>
      list.toSorted((a, b) => (a._id < b._id ? -1 : 1));
    expect(byId(documents)).toEqual(byId(gone));
  });

  it('forgets after 30 days', async () => {
    const { gateway, ask } = await open(TOO_LATE);
    await pushedOutcomes(gateway, gone);
    expect((await ask()).json<RemovedBody>().documents).toEqual([]);
  });

  it('removed records are refused for an unknown unit, another unit and without the right', async () => {
    const { ask } = await open(LAST_MOMENT, { scope: { stakes: [TEST_UNIT] } });
    expect(saidBy(await ask('no_such_unit'))).toBe('403 forbidden');
    expect(saidBy(await ask('test_stake_hnd'))).toBe('403 forbidden');
    const { ask: asUser } = await open(LAST_MOMENT, { roles: ['user'] });
    expect(saidBy(await asUser())).toBe('403 forbidden');
  });
});

describe('a record that is put back', () => {
  it('a record put back is in the audit log once, with who did it; an ordinary edit is not', async () => {
    const { gateway } = await open(LAST_MOMENT);
    const { audit } = gateway.app.services;
    const asked = { who: '', what: 'record-put-back' };
    await pushedOutcomes(gateway, [
      ...gone,
      carried(childOf(3), ['a', 'b', 'c']),
      carried(childOf(4), ['a', 'b']),
    ]);
    await pushedOutcomes(gateway, [carried(childOf(4), ['a', 'b', 'c'])]);
    expect((await audit.page(asked, 1)).entries).toEqual([]);

    const back = [child, visit].map((record) => carried(record, ['a', 'x', 'y']));
    expect(await pushedOutcomes(gateway, back)).toEqual(['ok', 'ok']);
    await pushedOutcomes(gateway, back);
    const { entries } = await audit.page(asked, 1);
    expect(entries.map(({ who, whom, detail }) => [who, whom, detail]).sort()).toEqual([
      ['ana', TEST_UNIT, child._id],
      ['ana', TEST_UNIT, visit._id],
    ]);
  });
});
