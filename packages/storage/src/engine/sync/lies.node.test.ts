import { describe, expect, it } from 'vitest';
import { type Doctor, doctoredFetch } from '../../testing/node/doctored-fetch.ts';
import { type Fault, type FaultPlan, signInPage } from '../../testing/node/fault-proxy.ts';
import {
  aPhone,
  freshUnit,
  type SyncPhone,
  serverLeaves,
  useSharedServer,
} from '../../testing/node/sync-world.ts';

/** Something on the line answers in the server's place: a sign-in page, a proxy, a cache. */

const server = useSharedServer();

const open = (unit = freshUnit()): Promise<SyncPhone> => aPhone(server.current, { stakeDB: unit });

/** Applies a fault to every gateway request whose address matches. */
function everywhere(pattern: RegExp, fault: Fault): FaultPlan {
  return ({ path }) => (path.startsWith('/sync/') && pattern.test(path) ? fault : undefined);
}

/** Number of gateway requests that `work` makes. */
async function requestsOf(phone: SyncPhone, work: () => Promise<unknown>): Promise<number> {
  const before = phone.proxy.requests.length;
  await work();
  return phone.proxy.requests.slice(before).filter(({ path }) => path.startsWith('/sync/')).length;
}

/** Fails unless no record counts as sent or refused, and all are sent once the fault is gone. */
async function expectAllKept(phone: SyncPhone, count: number): Promise<void> {
  expect(phone.unit.snapshot()).toMatchObject({ pending: count, sync: { refused: [] } });
  phone.proxy.plan();
  expect(await phone.complete()).toMatchObject({ sent: count, refused: 0, pending: 0 });
  expect(await phone.leaves()).toEqual(await serverLeaves(server.current, phone.stakeDB));
}

const FOREIGN = { kind: 'failed', fault: { code: 'foreign', record: null } };

const ADDRESSES: [string, RegExp][] = [
  ['every address', /./],
  ['the name of the history', /\/sync\/$/],
  ['_revs_diff', /_revs_diff/],
  ['_bulk_docs', /_bulk_docs/],
  ['_snapshot', /_snapshot/],
  ['_changes', /_changes/],
];

describe('a sign-in page in place of an answer at', () => {
  it.each(ADDRESSES)(
    '%s ends a run after one request, and is reported as a foreign answer',
    async (_name, pattern) => {
      const luis = await open();
      await luis.addChildren(4);
      for (const status of [400, 401, 403, 404]) {
        luis.proxy.plan(everywhere(pattern, signInPage(status)));
        let outcome: unknown;
        const requests = await requestsOf(luis, async () => {
          outcome = await luis.run();
        });
        expect(outcome).toMatchObject({ ...FOREIGN, fault: { code: 'foreign', status } });
        expect(requests).toBeLessThan(9);
        expect(luis.unit.snapshot().sync).toMatchObject({ refused: [], stamp: null });
      }
      luis.proxy.plan();
      expect(await luis.complete()).toMatchObject({ refused: 0, pending: 0 });
      expect(await luis.leaves()).toEqual(await serverLeaves(server.current, luis.stakeDB));
    },
  );

  it('_bulk_docs with 413 is not taken for a size limit: 120 records cost few requests', async () => {
    const luis = await open();
    await luis.addChildren(120);
    for (const status of [413, 400, 200]) {
      luis.proxy.plan(everywhere(/_bulk_docs/, signInPage(status)));
      const requests = await requestsOf(luis, async () => {
        expect(await luis.run()).toMatchObject({ ...FOREIGN, step: 'up' });
      });
      expect(requests).toBeLessThan(16);
    }
    await expectAllKept(luis, 120);
  });

  it.each([/_revs_diff/, /_changes/, /./])(
    '%s with 413 ends the run after few requests',
    async (pattern) => {
      const luis = await open();
      await luis.addChildren(40);
      luis.proxy.plan(everywhere(pattern, signInPage(413)));
      const requests = await requestsOf(luis, async () => {
        expect(await luis.run()).toMatchObject(FOREIGN);
      });
      expect(requests).toBeLessThan(20);
      expect(luis.unit.snapshot().sync).toMatchObject({ refused: [], stamp: null });
      luis.proxy.plan();
      await luis.complete();
      expect(luis.unit.snapshot()).toMatchObject({ pending: 0 });
    },
  );
});

describe('{} with status 200 in place of an answer', () => {
  const OF_SOMEBODY: Fault = {
    kind: 'answer',
    status: 200,
    body: '{}',
    headers: { 'content-type': 'application/json' },
  };

  it.each(ADDRESSES)('at %s is not believed', async (_name, pattern) => {
    const luis = await open();
    await luis.addChildren(5);
    luis.proxy.plan(everywhere(pattern, OF_SOMEBODY));
    expect(await luis.run()).toMatchObject({ kind: 'failed', fault: { code: 'foreign' } });
    expect(luis.unit.snapshot().sync.stamp).toBeNull();
    luis.proxy.plan();
    await luis.complete();
    expect(await serverLeaves(server.current, luis.stakeDB)).toEqual(await luis.leaves());
    expect((await luis.leaves()).size).toBe(5);
  });

  it('with the headers of the gateway is rejected, because it names no missing revision', async () => {
    const unit = freshUnit();
    const empty: Doctor = () => ({});
    const luis = await aPhone(server.current, {
      stakeDB: unit,
      fetch: doctoredFetch(/_revs_diff/, empty),
    });
    await luis.addChildren(5);
    expect(await luis.run()).toMatchObject({
      kind: 'failed',
      step: 'up',
      fault: { code: 'server', reason: 'unreadable' },
    });
    expect(luis.unit.snapshot()).toMatchObject({ pending: 5, sync: { stamp: null } });
    expect(await serverLeaves(server.current, unit)).toEqual(new Map());
  });

  it('an answer to an earlier question is rejected for this one', async () => {
    const unit = freshUnit();
    let cached: unknown = null;
    const cache: Doctor = (body) => {
      cached ??= body;
      return cached;
    };
    const luis = await aPhone(server.current, {
      stakeDB: unit,
      fetch: doctoredFetch(/_revs_diff/, cache),
    });
    await luis.addChild();
    await luis.complete();
    await luis.addChild();
    expect(await luis.run()).toMatchObject({ kind: 'failed', fault: { reason: 'unreadable' } });
    expect(luis.unit.snapshot().pending).toBe(1);
  });
});

describe('an old feed page from a cache', () => {
  it('an old page is not taken for the end that the server has named', async () => {
    const unit = freshUnit();
    let kept: object | null = null;
    let isStale = false;
    const cache: Doctor = (body, path) => {
      const since = new URLSearchParams(path.split('?')[1]).get('since');
      if (isStale) return { ...kept, last_seq: since, results: [], pending: 0 };
      kept = body as object;
      return body;
    };
    const luis = await aPhone(server.current, {
      stakeDB: unit,
      fetch: doctoredFetch(/_changes/, cache),
    });
    await luis.complete();
    const { stamp } = luis.unit.snapshot().sync;
    const ana = await open(unit);
    await ana.addChildren(4);
    await ana.complete();
    isStale = true;
    expect(await luis.run()).toMatchObject({
      kind: 'failed',
      step: 'down',
      fault: { code: 'server', reason: 'feed-stuck' },
    });
    expect(luis.unit.snapshot().sync).toMatchObject({ stamp, isIncomplete: true });
    isStale = false;
    expect(await luis.complete()).toMatchObject({ received: 4 });
  });

  it('below the end named by CouchDB counts as the end when it comes twice (design documents)', async () => {
    const unit = freshUnit();
    // The newest change is a design document, which the feed does not contain.
    const couch: Doctor = (body, path) => {
      const [name] = path.split('?');
      if (name?.endsWith(unit) === true) return { ...(body as object), update_seq: '5-g1AAAB' };
      return { ...(body as object), last_seq: '4-g1AAAA' };
    };
    const luis = await aPhone(server.current, {
      stakeDB: unit,
      fetch: doctoredFetch(/_changes$|sync\/[^/]+$/, couch),
    });
    await luis.complete();
    expect(luis.asked().filter((path) => path === 'GET /db/_changes')).toHaveLength(3);
    expect(luis.unit.snapshot().sync.isIncomplete).toBe(false);
  });

  it('a page that claims a place beyond its rows is rejected', async () => {
    const unit = freshUnit();
    let isForged = true;
    const forge: Doctor = (body) =>
      isForged ? { results: [], last_seq: '999999', pending: 0 } : body;
    const ana = await open(unit);
    await ana.addChildren(4);
    await ana.complete();
    const luis = await aPhone(server.current, {
      stakeDB: unit,
      fetch: doctoredFetch(/_changes/, forge),
    });
    expect(await luis.run()).toMatchObject({ kind: 'failed', fault: { reason: 'unreadable' } });
    expect(luis.unit.snapshot().sync.stamp).toBeNull();
    isForged = false;
    await luis.complete();
    expect(luis.sync.snapshot().serverLostRecords).toBe(false);
  });
});

describe('a proxy with a size limit for bodies', () => {
  const limit = (bytes: number): FaultPlan => everywhere(/./, { kind: 'body-limit', bytes });

  it.each([64_000, 6_000])(
    'a limit of %i bytes makes the phone halve every request in both directions',
    async (bytes) => {
      const luis = await open();
      const ana = await open(luis.stakeDB);
      await ana.complete();
      await luis.addChildren(120);
      luis.proxy.plan(limit(bytes));
      ana.proxy.plan(limit(bytes));
      const requests = await requestsOf(luis, async () => {
        expect(await luis.complete()).toMatchObject({ sent: 120, refused: 0, pending: 0 });
      });
      expect(requests).toBeLessThan(20 + 400_000 / bytes);
      expect(await ana.complete()).toMatchObject({ received: 120 });
      expect(await ana.leaves()).toEqual(await serverLeaves(server.current, luis.stakeDB));
    },
  );

  it('below the size of a record keeps that record here, names it, and lets all others through', async () => {
    const luis = await open();
    const ana = await open(luis.stakeDB);
    await ana.addChildren(2);
    await ana.complete();
    await luis.addChildren(3);
    await luis.addChild({ firstName: 'Rosa', lastName: 'Larga', comments: 'x'.repeat(9_000) });
    await luis.addChildren(3);
    luis.proxy.plan(limit(8_000));
    for (let run = 1; run <= 2; run += 1) {
      expect(await luis.run()).toMatchObject({
        kind: 'failed',
        step: 'up',
        fault: { code: 'foreign', status: 413, record: 'Rosa Larga' },
      });
      expect(luis.unit.snapshot()).toMatchObject({ pending: 1, sync: { refused: [] } });
      // Records of other phones still arrive.
      expect(luis.names()).toHaveLength(9);
      expect((await serverLeaves(server.current, luis.stakeDB)).size).toBe(8);
    }
    luis.proxy.plan();
    expect(await luis.complete()).toMatchObject({ sent: 1, refused: 0, pending: 0 });
  });
});
