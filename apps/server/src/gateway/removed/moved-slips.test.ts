import { API_PATHS, type MovedSlipsBody } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { LIMITS_TABLE } from '../../accounts/rate-limits.ts';
import { aSignedIn, call, saidBy } from '../../testing/test-people.ts';
import { aGateway, TEST_UNIT } from '../testing/a-gateway.ts';
import { type Carried, carried, childOf, removal, screeningOf } from '../write/testing/carried.ts';

const DAY = '2025-05-20';
const SLIP = '0K3F9ZQ7M2XW5RTB';
const OTHER = '1K3F9ZQ7M2XW5RTB';
const HOME = 'test_stake_hnd';

const child = childOf(1);
const visit = (place: number, slip?: readonly string[], owner = child._id) =>
  screeningOf(place, { owner, surveyDate: DAY, ...(slip !== undefined && { slip }) });

/** The deletion that a move leaves: its body keeps the record. */
function moved(record: { _id: string }): Carried {
  const movedTo = { stakeDB: HOME, id: record._id.replace(TEST_UNIT, HOME) };
  return carried(record, ['a', 'x'], { _deleted: true, why: 'moved', movedTo });
}

async function open(documents: readonly Carried[], account: object = {}) {
  const { app } = await aGateway();
  const store = await app.services.stores.open(`unit_${TEST_UNIT}`);
  await store.writeRevisions(
    documents.map(({ _revisions: { start, ids }, ...document }) => ({
      document: document as never,
      ancestry: ids.map((id, i) => `${start - i}-${id}`),
    })),
  );
  const signIn = { username: 'ben', firstName: 'Ben', lastName: 'Tzul', roles: ['sync' as const] };
  const { token } = await aSignedIn(app, { ...signIn, ...account });
  return (unit: string = TEST_UNIT) =>
    call(app, 'GET', API_PATHS.movedSlips.replace(':stakeDB', unit), undefined, { token });
}

describe('GET /api/children/moved/:stakeDB', () => {
  it('answers the slips of those who moved away, and nothing else', async () => {
    const ask = await open([
      ...[child, visit(1, [SLIP]), visit(2, [OTHER, SLIP]), visit(3)].map(moved),
      carried(childOf(4), ['a']),
      carried(visit(4, ['2K3F9ZQ7M2XW5RTB'], childOf(4)._id), ['a']),
      removal(visit(5, ['3K3F9ZQ7M2XW5RTB'], childOf(5)._id), ['a', 'x']),
      moved(visit(6, ['no slip'], childOf(6)._id)),
    ]);
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    const { stakeDB, children } = answer.json<MovedSlipsBody>();
    expect(stakeDB).toBe(TEST_UNIT);
    expect(children).toEqual([
      {
        id: child._id,
        slips: [
          [SLIP, DAY],
          [OTHER, DAY],
        ],
      },
    ]);
  });

  it('has nobody who came back, nor whose move was erased', async () => {
    const back = carried(visit(1, [SLIP]), ['a', 'x', 'b']);
    const erased = carried({ _id: visit(2)._id }, ['a', 'x', 'e'], {
      ...{ _deleted: true, why: 'erased' },
    });
    const ask = await open([...[visit(1, [SLIP]), visit(2, [OTHER])].map(moved), back, erased]);
    expect((await ask()).json<MovedSlipsBody>().children).toEqual([]);
  });

  it('is refused for a minute to an account that asks too often', async () => {
    const ask = await open([]);
    for (let asked = 0; asked < LIMITS_TABLE.movedSlips.most; asked += 1) {
      expect((await ask()).statusCode).toBe(200);
    }
    const refused = await ask();
    expect(saidBy(refused)).toBe('429 too-many');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
  });

  it('is refused for an unknown unit, another unit and without the right', async () => {
    const ask = await open([], { scope: { stakes: [TEST_UNIT] } });
    expect(saidBy(await ask('no_such_unit'))).toBe('403 forbidden');
    expect(saidBy(await ask('test_stake_hnd'))).toBe('403 forbidden');
    const asUser = await open([], { roles: ['user'] });
    expect(saidBy(await asUser())).toBe('403 forbidden');
  });
});
