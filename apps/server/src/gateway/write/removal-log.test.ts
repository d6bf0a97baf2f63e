import { describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../store/document-store.ts';
import { anApp, aStores } from '../../testing/test-app.ts';
import { aClock } from '../../testing/test-people.ts';
import { aGateway, type Gateway, TEST_UNIT } from '../testing/a-gateway.ts';
import { type Carried, carried, childOf, pushBody, removal } from './testing/carried.ts';
import { pushedOutcomes } from './testing/push.ts';
import { somebodyElse } from './testing/somebody.ts';

const FIRST = '2025-06-01T08:00:00.000Z';
const child = childOf(1);
const LIVING = carried(child, ['a']);
const REMOVAL = removal(child, ['a', 'b']);

interface Opened extends Gateway {
  pass(milliseconds: number): void;
  /** Pushes while the store fails; returns the status. */
  failing(docs: readonly Carried[]): Promise<number>;
  /** The removals in the audit log, oldest first. */
  told(): Promise<[at: string, who: string | null, id: string][]>;
  /** Number of deletions that are noted and whose result is not known. */
  open(): Promise<number>;
}

async function open(): Promise<Opened> {
  const { clock, pass } = aClock(FIRST);
  const gateway = await aGateway({ clock });
  await pushedOutcomes(gateway, [LIVING]);
  const { audit, background, stores } = gateway.app.services;
  const pushes = await stores.open('sys_pushes');
  return {
    ...gateway,
    pass,
    async failing(docs) {
      return (await gateway.post('/_bulk_docs', pushBody(docs))).status;
    },
    async told() {
      const entries: [string, string | null, string][] = [];
      for await (const { at, who, detail } of audit.entries({ who: '', what: 'record-removed' })) {
        entries.unshift([at, who, detail]);
      }
      return entries;
    },
    async open() {
      await background.settled();
      let count = 0;
      for await (const { _id } of pushes.list({ from: '!', to: '!~' })) count += Number(_id !== '');
      return count;
    },
  };
}

/** The write is stored but its answer is lost, as when the connection to a cluster breaks. */
function loseAnswer({ store }: Gateway): void {
  const write = store.writeRevisions.bind(store);
  vi.spyOn(store, 'writeRevisions').mockImplementationOnce(async (...args) => {
    await write(...args);
    throw new StoreUnavailable('the answer was lost');
  });
}

describe('a removal in the audit log', () => {
  it('the log has a removal although the server could note nothing after the write', async () => {
    const gateway = await open();
    vi.spyOn(gateway.store, 'info').mockRejectedValueOnce(new StoreUnavailable('away'));
    expect(await pushedOutcomes(gateway, [REMOVAL])).toEqual(['ok']);
    expect(await gateway.told()).toEqual([[FIRST, 'ana', child._id]]);
    expect(await pushedOutcomes(gateway, [REMOVAL])).toEqual(['ok']);
    expect(await gateway.told()).toHaveLength(1);
    expect(await gateway.open()).toBe(0);
  });

  it('names who brought it first when the push is repeated because its answer was lost', async () => {
    const gateway = await open();
    const other = await somebodyElse(gateway, { username: 'ben', roles: ['user', 'sync'] });
    loseAnswer(gateway);
    expect(await gateway.failing([REMOVAL])).toBe(503);
    expect(await gateway.told()).toEqual([]);
    expect(await gateway.open()).toBe(1);
    gateway.pass(60_000);
    for (let times = 0; times < 3; times += 1) {
      expect(await pushedOutcomes(other, [REMOVAL])).toEqual(['ok']);
      expect(await gateway.told()).toEqual([[FIRST, 'ana', child._id]]);
      expect(await gateway.open()).toBe(0);
    }
  });

  it('a server that stopped between entry and end of the note writes a removal once', async () => {
    const gateway = await open();
    const run = vi.spyOn(gateway.app.services.background, 'run');
    run.mockImplementation(() => undefined);
    expect(await pushedOutcomes(gateway, [REMOVAL])).toEqual(['ok']);
    run.mockRestore();
    expect(await gateway.open()).toBe(1);
    gateway.pass(60_000);
    expect(await pushedOutcomes(gateway, [REMOVAL])).toEqual(['ok']);
    expect(await gateway.told()).toEqual([[FIRST, 'ana', child._id]]);
    expect(await gateway.open()).toBe(0);
  });

  it('names who brought it in the end when the first write failed', async () => {
    const gateway = await open();
    const other = await somebodyElse(gateway, { username: 'ben', roles: ['user', 'sync'] });
    vi.spyOn(gateway.store, 'writeRevisions').mockRejectedValueOnce(new StoreUnavailable('away'));
    expect(await gateway.failing([REMOVAL])).toBe(503);
    expect(await gateway.open()).toBe(1);
    gateway.pass(60_000);
    expect(await pushedOutcomes(other, [REMOVAL])).toEqual(['ok']);
    expect(await gateway.told()).toEqual([['2025-06-01T08:01:00.000Z', 'ben', child._id]]);
    expect(await gateway.open()).toBe(0);
  });

  it('a removal is written later when the audit log failed at first', async () => {
    const gateway = await open();
    const log = await gateway.app.services.stores.open('sys_audit');
    vi.spyOn(log, 'write').mockRejectedValueOnce(new StoreUnavailable('away'));
    expect(await pushedOutcomes(gateway, [REMOVAL])).toEqual(['ok']);
    expect(await gateway.told()).toEqual([]);
    expect(await gateway.open()).toBe(1);
    expect(await pushedOutcomes(gateway, [REMOVAL])).toEqual(['ok']);
    expect(await gateway.told()).toEqual([[FIRST, 'ana', child._id]]);
    expect(await gateway.open()).toBe(0);
  });

  it('several versions that end together are one entry, and a merge is none', async () => {
    const gateway = await open();
    const second = carried(child, ['a', 'c']);
    const third = carried(child, ['a', 'd']);
    await pushedOutcomes(gateway, [second, third]);
    loseAnswer(gateway);
    expect(await gateway.failing([removal(child, ['a', 'c', 'x'])])).toBe(503);
    expect(await pushedOutcomes(gateway, [removal(child, ['a', 'c', 'x'])])).toEqual(['ok']);
    expect(await gateway.told()).toEqual([]);

    await pushedOutcomes(gateway, [carried(child, ['a', 'e'])]);
    const both = [removal(child, ['a', 'd', 'x']), removal(child, ['a', 'e', 'x'])];
    loseAnswer(gateway);
    expect(await gateway.failing(both)).toBe(503);
    expect(await pushedOutcomes(gateway, [...both, ...both])).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(await gateway.told()).toEqual([[FIRST, 'ana', child._id]]);
    expect(await gateway.open()).toBe(0);
  });

  it('the log has no refused removal, however often it is offered', async () => {
    const gateway = await open();
    const writer = await somebodyElse(gateway, { username: 'ben', roles: ['sync'] });
    for (let times = 0; times < 2; times += 1) {
      expect(await pushedOutcomes(writer, [REMOVAL, REMOVAL])).toEqual(['removal', 'removal']);
      expect(await gateway.open()).toBe(0);
    }
    expect(await gateway.told()).toEqual([]);
  });

  it('the log has a second removal of a record that was restored in between', async () => {
    const gateway = await open();
    await pushedOutcomes(gateway, [REMOVAL]);
    await pushedOutcomes(gateway, [carried(child, ['a', 'b', 'back'])]);
    gateway.pass(60_000);
    await pushedOutcomes(gateway, [removal(child, ['a', 'b', 'back', 'again'])]);
    expect(await gateway.told()).toEqual([
      [FIRST, 'ana', child._id],
      ['2025-06-01T08:01:00.000Z', 'ana', child._id],
    ]);
  });

  it('the next start writes a removal, once, when nobody repeats the push', async () => {
    const gateway = await open();
    const merged = carried(childOf(2), ['a', 'x'], { _deleted: true, why: 'merged' });
    await pushedOutcomes(gateway, [carried(childOf(2), ['a']), carried(childOf(2), ['b'])]);
    loseAnswer(gateway);
    expect(await gateway.failing([REMOVAL, merged])).toBe(503);
    vi.spyOn(gateway.store, 'writeRevisions').mockRejectedValueOnce(new StoreUnavailable('away'));
    expect(await gateway.failing([removal(childOf(3), ['a', 'x'])])).toBe(503);
    expect(await gateway.open()).toBe(3);
    gateway.pass(60_000);
    const { removalLog } = gateway.app.services;
    await Promise.all([removalLog.repair(), removalLog.repair()]);
    await removalLog.repair();
    expect(await gateway.told()).toEqual([[FIRST, 'ana', child._id]]);
    // A deletion that is not stored may still arrive, so its note stays.
    expect(await gateway.open()).toBe(1);
    expect(await pushedOutcomes(gateway, [REMOVAL])).toEqual(['ok']);
    expect(await gateway.told()).toHaveLength(1);
  });

  it('the next start on the same databases writes the removal', async () => {
    const stores = await aStores();
    const first = await aGateway({ stores });
    await pushedOutcomes(first, [LIVING]);
    loseAnswer(first);
    expect((await first.post('/_bulk_docs', pushBody([REMOVAL]))).status).toBe(503);
    await first.app.app.close();
    const { audit, background } = (await anApp({ stores })).services;
    await background.settled();
    const { entries } = await audit.page({ who: '', what: 'record-removed' }, 1);
    expect(entries.map(({ who, whom, detail }) => [who, whom, detail])).toEqual([
      ['ana', TEST_UNIT, child._id],
    ]);
  });

  it('the log has no removal from before notes were kept', async () => {
    const gateway = await open();
    const { _revisions, ...document } = REMOVAL;
    const ancestry = [REMOVAL._rev, LIVING._rev];
    await gateway.store.writeRevisions([{ document: { ...document, _deleted: true }, ancestry }]);
    expect(await pushedOutcomes(gateway, [REMOVAL])).toEqual(['ok']);
    expect(await gateway.told()).toEqual([]);
    expect(await gateway.open()).toBe(0);
  });

  it('an audited removal does not change the log of pushes', async () => {
    const gateway = await open();
    await pushedOutcomes(gateway, [REMOVAL]);
    const { pushLog, background } = gateway.app.services;
    await background.settled();
    const pushes = await pushLog.pushesOf(TEST_UNIT, child._id);
    expect(pushes.map(({ rev, isConfirmed }) => [rev, isConfirmed])).toEqual([
      [LIVING._rev, true],
      [REMOVAL._rev, true],
    ]);
  });
});
