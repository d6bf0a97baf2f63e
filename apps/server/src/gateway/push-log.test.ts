import { describe, expect, it } from 'vitest';
import { createBackground } from '../base/background.ts';
import { StoreUnavailable } from '../store/document-store.ts';
import { aStores } from '../testing/test-app.ts';
import { aClock } from '../testing/test-people.ts';
import { openPushLog } from './push-log.ts';
import { aGateway, TEST_UNIT } from './testing/a-gateway.ts';
import { saidBy } from './testing/said-by.ts';
import { carried, childOf, pushBody, removal, screeningOf } from './write/testing/carried.ts';
import { pushedOutcomes } from './write/testing/push.ts';
import { somebodyElse } from './write/testing/somebody.ts';

describe('the log of pushes', () => {
  it('knows who brought every accepted revision and when, whatever the record claims', async () => {
    const { clock, pass } = aClock('2025-06-01T08:00:00.000Z');
    const gateway = await aGateway({ clock });
    const other = await somebodyElse(gateway, { username: 'ben', roles: ['sync'] });
    const { pushLog, background } = gateway.app.services;
    const first = carried(childOf(1), ['a'], { updatedBy: 'Somebody else' });
    const second = carried(childOf(1), ['a', 'b'], { updatedBy: 'Somebody else' });
    await pushedOutcomes(gateway, [first, carried(screeningOf(1), ['a'])]);
    pass(60_000);
    // A revision that was here already, and one that is refused, are not recorded as a push.
    const refused = removal(childOf(1), ['a', 'b', 'x']);
    expect(await pushedOutcomes(other, [first, second, refused])).toEqual(['ok', 'ok', 'removal']);
    await pushedOutcomes(gateway, [first, second]);
    await background.settled();
    expect(await pushLog.pushesOf(TEST_UNIT, first._id)).toEqual([
      {
        accountId: gateway.account.id,
        username: 'ana',
        at: '2025-06-01T08:00:00.000Z',
        rev: first._rev,
        isConfirmed: true,
        isFromFile: false,
      },
      {
        accountId: other.account.id,
        username: 'ben',
        at: '2025-06-01T08:01:00.000Z',
        rev: second._rev,
        isConfirmed: true,
        isFromFile: false,
      },
    ]);
    expect(await pushLog.pushesOf('test_stake', first._id)).toEqual([]);
    expect(await pushLog.pushesOf('test_stake_hnd', first._id)).toEqual([]);
  });

  it('the log of pushes has an offered revision before it is written, as unconfirmed', async () => {
    const gateway = await aGateway();
    const { pushLog, background } = gateway.app.services;
    const document = carried(childOf(1), ['a']);
    const { store } = gateway;
    store.writeRevisions = async () => {
      expect(await pushLog.pushesOf(TEST_UNIT, document._id)).toMatchObject([
        { username: 'ana', rev: document._rev, isConfirmed: false },
      ]);
      throw new StoreUnavailable('cut');
    };
    expect((await gateway.post('/_bulk_docs', pushBody([document]))).status).toBe(503);
    await background.settled();
    expect(
      (await pushLog.pushesOf(TEST_UNIT, document._id)).map((push) => push.isConfirmed),
    ).toEqual([false]);
  });

  it('a log of pushes that cannot be written lets no record be written', async () => {
    const gateway = await aGateway();
    const pushes = await gateway.app.services.stores.open('sys_pushes');
    pushes.write = () => Promise.reject(new StoreUnavailable('away'));
    const answer = await gateway.post('/_bulk_docs', pushBody([carried(childOf(1), ['a'])]));
    expect(await saidBy(answer)).toMatchObject({ status: 503, reason: 'unavailable' });
    expect((await gateway.store.info()).docCount).toBe(0);
  });

  it('keeps its entries over a restart, oldest first', async () => {
    const { clock } = aClock();
    const stores = await aStores();
    const background = createBackground((error) => {
      throw error;
    });
    const open = () => openPushLog({ stores, clock, background });
    const push = { stakeDB: TEST_UNIT, accountId: '1', username: 'ana' };
    for (const rev of ['1-a', '2-b', '3-c']) {
      const settle = await (await open()).offer({ ...push, revisions: [['chld_1', rev]] });
      settle([['chld_1', rev]]);
    }
    await background.settled();
    const log = await open();
    const revs = (await log.pushesOf(TEST_UNIT, 'chld_1')).map(({ rev }) => rev);
    expect(revs.sort()).toEqual(['1-a', '2-b', '3-c']);
  });
});
