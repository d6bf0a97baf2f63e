import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { soon } from '../../testing/soon.ts';
import { aFolder } from '../../testing/test-app.ts';
import { type DocumentStore, type Stores, StoreUnavailable } from '../document-store.ts';
import { aPrefix, couchBackEnds } from '../testing/couch-back-ends.ts';
import { CouchChild } from '../testing/couch-child.ts';
import { FaultInjector, type Injection } from '../testing/fault-injector.ts';
import { all, idsOf, manyIds, put, replicated } from '../testing/support.ts';
import { openCouchStores } from './open-couch-stores.ts';

/**
 * Short pauses, so that tests of retries are fast; long limits, so that a busy machine can answer.
 */
const QUICK = { answerMs: 60_000, pieceMs: 60_000, pausesMs: [5, 5], rivalMs: 100 };

function opened(url: string, adminUrl: string | null, timeouts = QUICK): Stores {
  const options = { url, adminUrl, prefix: aPrefix(), copiesDir: aFolder(), isFenced: false };
  const stores = openCouchStores({ ...options, timeouts });
  onTestFinished(() => stores.close());
  return stores;
}

/** A unit behind a fault injector; `calls`: the requests since it was opened. */
async function aMeddledStore(urls: { url: string; adminUrl: string | null }, timeouts = QUICK) {
  const injector = new FaultInjector(urls.url);
  const stores = opened(await injector.listen(), urls.adminUrl, timeouts);
  const store = await stores.open('unit_la_paz');
  injector.seen.length = 0;
  const calls = (path: string) => injector.seen.filter((call) => call.endsWith(path)).length;
  return { injector, store, stores, calls };
}

/** Injects this fault into the first requests whose call ends so, and lets the others pass. */
function firstOf(path: string, times: number, injection: Injection): (call: string) => Injection {
  let left = times;
  return (call) => {
    if (!call.endsWith(path) || left === 0) return 'pass';
    left -= 1;
    return injection;
  };
}

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof StoreUnavailable
    ? error.message
    : `no StoreUnavailable: ${String(error)}`;
}

const FAULTS: readonly [what: string, injection: Injection, words: RegExp][] = [
  ['a server that fails', { status: 500, body: { error: 'fault' } }, /answers 500/],
  ['a server without its others', { status: 503, body: {} }, /answers 503/],
  ['a server that has too much to do', { status: 429, body: {} }, /answers 429/],
  ['a lost answer', 'lose-answer', /cannot be reached \(UND_ERR_SOCKET\)/],
];

for (const backEnd of couchBackEnds()) {
  describe(`the servers of a cluster, as ${backEnd.name} might report them`, () => {
    const asAdmin = () => {
      const { url, adminUrl } = backEnd.urls();
      return { url: adminUrl ?? url, adminUrl: null };
    };

    it.each([
      [3, 3, true],
      [2, 3, true],
      [1, 3, false],
      [2, 4, false],
      [1, 1, true],
    ])('%i of %i connected: the health check passes: %s', async (reached, all, passes) => {
      const { injector, stores } = await aMeddledStore(asAdmin());
      const nodes = Array.from({ length: all }, (_, i) => `couchdb@${i}`);
      const body = { all_nodes: nodes.slice(0, reached), cluster_nodes: nodes };
      injector.inject = (call) => (call.endsWith('/_membership') ? { status: 200, body } : 'pass');
      const told = await stores.check().then(
        () => null,
        (error: unknown) => error,
      );
      expect(told === null).toBe(passes);
      if (!passes) expect(told).toBeInstanceOf(StoreUnavailable);
    });

    it('the servers of a cluster are not checked when only an administrator may list them', async () => {
      const { injector, stores } = await aMeddledStore(asAdmin());
      injector.inject = (call) =>
        call.endsWith('/_membership') ? { status: 403, body: { error: 'forbidden' } } : 'pass';
      await expect(stores.check()).resolves.toBeUndefined();
    });
  });

  describe(`a fault between the server and ${backEnd.name}`, () => {
    it.each(FAULTS)('(%s) is retried for a request that only reads', async (_, injection) => {
      const { injector, store, calls } = await aMeddledStore(backEnd.urls());
      await put(store, 'a', { n: 1 });
      injector.inject = firstOf('/a', 2, injection);
      expect(await store.read('a')).toMatchObject({ n: 1 });
      expect(calls('/a')).toBe(3);
    });

    it.each(FAULTS)('(%s) is reported when it persists', async (_, injection, words) => {
      const { injector, store, calls } = await aMeddledStore(backEnd.urls());
      await put(store, 'a', { n: 1 });
      injector.inject = firstOf('/a', 3, injection);
      expect(await faultOf(store.read('a'))).toMatch(words);
      expect(calls('/a')).toBe(3);
      expect(await store.read('a')).toMatchObject({ n: 1 });
    });

    it.each(FAULTS)('(%s) is never retried for a write', async (_, injection, words) => {
      const { injector, store, calls } = await aMeddledStore(backEnd.urls());
      injector.inject = firstOf('/_bulk_docs', 1, injection);
      expect(await faultOf(store.writeRevisions([replicated('a', ['1-a'])]))).toMatch(words);
      expect(calls('/_bulk_docs')).toBe(1);
      const isKept = injection === 'lose-answer';
      expect(await store.writeRevisions([replicated('a', ['1-a'])])).toEqual([
        { ok: true, id: 'a', rev: '1-a', known: isKept },
      ]);
    });

    it('fewer written copies than a majority are reported', async () => {
      const { injector, store } = await aMeddledStore(backEnd.urls());
      injector.inject = firstOf('/_bulk_docs', 1, { status: 202, body: [] });
      expect(await faultOf(store.writeRevisions([replicated('a', ['1-a'])]))).toMatch(
        /too few of its servers/,
      );
    });

    it('a long answer that is cut is noticed, whatever was read before', async () => {
      const { injector, store } = await aMeddledStore(backEnd.urls());
      const ids = manyIds(50);
      await store.write(ids.map((_id) => ({ _id })));
      injector.inject = (call) => (/_changes|_all_docs/.test(call) ? 'cut-answer' : 'pass');
      const readings: readonly (() => Promise<unknown>)[] = [
        () => all(store.list()),
        () => all(store.changes({ since: '0' })),
        () => all(store.snapshot({ tombstones: true })),
      ];
      for (const read of readings) {
        expect(await faultOf(read())).toMatch(/was cut|cannot be reached/);
      }
      injector.inject = () => 'pass';
      expect(idsOf(await all(store.list()))).toEqual(ids);
      expect(await all(store.snapshot({ tombstones: true }))).toHaveLength(50);
    });

    it('a list that ends with an error in its middle is noticed', async () => {
      const { injector, store } = await aMeddledStore(backEnd.urls());
      const broken = { rows: [{ id: 'a', doc: { _id: 'a', _rev: '1-a' } }, { error: 'timeout' }] };
      injector.inject = firstOf('/_all_docs', 1, { status: 200, body: broken });
      const seen: string[] = [];
      const reading = (async () => {
        for await (const { _id } of store.list()) seen.push(_id);
      })();
      expect(await faultOf(reading)).toBe('CouchDB broke off a list');
      expect(seen).toEqual(['a']);
      const feed = { results: [{ seq: '1-a', id: 'a' }], last_seq: '1-a' };
      injector.inject = firstOf('/_changes', 1, { status: 200, body: feed });
      expect(await faultOf(all(store.changes({ since: '0' })))).toBe('CouchDB broke off its feed');
    });

    it('a call that is never answered ends after the time limit', async () => {
      const timeouts = { ...QUICK, answerMs: 400, pieceMs: 400 };
      const { injector, store, calls } = await aMeddledStore(backEnd.urls(), timeouts);
      injector.inject = () => 'hang';
      expect(await faultOf(store.read('a'))).toMatch(/did not answer in time/);
      // Not retried: that would take three times as long.
      expect(calls('/a')).toBe(1);
      expect(await faultOf(store.write([{ _id: 'a' }]))).toMatch(/did not answer in time/);
      injector.inject = () => 'pass';
      expect(await store.write([{ _id: 'a' }])).toMatchObject([{ ok: true }]);
    });

    it('a server that does not know a new database yet is asked again', async () => {
      const { url, adminUrl } = backEnd.urls();
      const injector = new FaultInjector(url);
      const stores = opened(await injector.listen(), adminUrl);
      const refusal = { status: 403, body: { error: 'forbidden', reason: 'not yet' } };
      injector.inject = firstOf('_sys_accounts', 2, refusal);
      const accounts = await stores.open('sys_accounts');
      injector.inject = firstOf('/_bulk_docs', 2, refusal);
      expect(await accounts.write([{ _id: 'a' }])).toMatchObject([{ ok: true }]);
    });

    it('in the middle of one record’s edits is reported with CouchDB’s own reason', async () => {
      const { injector, stores } = await aMeddledStore(backEnd.urls());
      const accounts = await stores.open('sys_accounts');
      const rows = [
        { id: 'a', ok: true, rev: '1-a' },
        { id: 'b', error: 'timeout', reason: 'x' },
      ];
      injector.inject = firstOf('/_bulk_docs', 1, { status: 201, body: rows });
      expect(await faultOf(accounts.write([{ _id: 'a' }, { _id: 'b' }]))).toBe(
        'CouchDB did not take b (timeout: x)',
      );
    });

    it('a sequence that CouchDB cannot read is no fault: the feed starts from the beginning', async () => {
      const { store } = await aMeddledStore(backEnd.urls());
      await put(store, 'a');
      for (const since of ['7-nonsense', '99999-g1AAAA', 'x']) {
        expect(await store.countChanges(since), since).toBe(1);
        const changes = await all(store.changes({ since }));
        expect(
          changes.map(({ id }) => id),
          since,
        ).toEqual(['a']);
      }
    });

    it('a request that CouchDB refuses is an error of the program, not of CouchDB', async () => {
      const { injector, store } = await aMeddledStore(backEnd.urls());
      injector.inject = firstOf('/a', 1, { status: 400, body: { error: 'bad_request' } });
      await expect(store.read('a')).rejects.toThrow(/answers 400: \{"error":"bad_request"\}/);
    });
  });
}

describe('a CouchDB that cannot be reached', () => {
  it('an unreachable CouchDB is reported with its address and without its password', async () => {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const address = probe.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((resolve) => probe.close(resolve));
    const stores = opened(`http://crece:hunter2@127.0.0.1:${port}`, null);
    const said = `CouchDB at http://127.0.0.1:${port} cannot be reached (ECONNREFUSED)`;
    expect(await faultOf(stores.check())).toBe(said);
    expect(await faultOf(stores.names())).toBe(said);
    expect(await faultOf(stores.open('sys_accounts'))).toBe(said);
  });

  it('a port that no browser would use, and an address that sends elsewhere, are told as such', async () => {
    const elsewhere = createServer((_request, response) => {
      response.writeHead(302, { location: '/login' }).end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void elsewhere.close());
    const address = elsewhere.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const told = (url: string) => faultOf(opened(url, null).check());
    expect(await told('http://127.0.0.1:1')).toBe(
      'CouchDB at http://127.0.0.1:1 cannot be reached (bad port)',
    );
    expect(await told(`http://127.0.0.1:${port}`)).toBe(
      `CouchDB at http://127.0.0.1:${port} cannot be reached (unexpected redirect)`,
    );
  });

  it('the same databases use a CouchDB as soon as it is back', async () => {
    const child = new CouchChild();
    onTestFinished(() => child.end());
    await child.start();
    const { url, adminUrl } = child;
    await child.kill();
    const stores = opened(url, adminUrl);
    await expect(stores.open('unit_la_paz')).rejects.toThrow(StoreUnavailable);
    await child.start();
    await stores.check();
    expect(await put(await stores.open('unit_la_paz'), 'a')).toMatch(/^1-/);
  });
});

describe('a CouchDB that is killed while it writes', () => {
  /** Writes batch after batch until told to stop; returns what was acknowledged. */
  async function writeOn(store: DocumentStore, isOver: () => boolean) {
    const acknowledged = new Map<string, string>();
    let faults = 0;
    for (let batch = 0; !isOver(); batch += 1) {
      const ids = manyIds(40).map((id) => `batch${batch}_${id}`);
      // Repeated until it is acknowledged, as a phone does.
      for (let isTaken = false; !isTaken && !isOver(); ) {
        try {
          const results = await store.writeRevisions(
            ids.map((id) => replicated(id, ['2-b', '1-a'], { batch, text: 'x'.repeat(500) })),
            () => null,
          );
          for (const result of results) if (result.ok) acknowledged.set(result.id, result.rev);
          isTaken = true;
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          faults += 1;
          await delay(20);
        }
      }
    }
    return { acknowledged, faults };
  }

  it('a killed CouchDB has every acknowledged write after its start, and all clients continue by themselves', async () => {
    const child = new CouchChild();
    onTestFinished(() => child.end());
    await child.start();
    const stores = opened(child.url, child.adminUrl);
    const unit = await stores.open('unit_la_paz');
    const accounts = await stores.open('sys_accounts');
    const heard: string[] = [];
    unit.onChange(() => heard.push('a change'));
    let isOver = false;
    const writing = writeOn(unit, () => isOver);
    for (let kills = 0; kills < 2; kills += 1) {
      await delay(250 + kills * 137);
      await child.kill();
      expect(await faultOf(accounts.write([{ _id: `user_${kills}` }]))).toMatch(
        /cannot be reached/,
      );
      expect(await faultOf(unit.info())).toMatch(/cannot be reached/);
      await child.start();
      await soon(async () => expect((await accounts.info()).name).toBe('sys_accounts'));
    }
    const before = heard.length;
    await soon(() => expect(heard.length).toBeGreaterThan(before));
    isOver = true;
    const { acknowledged, faults } = await writing;
    expect(faults).toBeGreaterThan(0);
    expect(acknowledged.size).toBeGreaterThan(80);
    const kept = new Map((await all(unit.list())).map(({ _id, _rev }) => [_id, _rev]));
    for (const [id, rev] of acknowledged) expect(kept.get(id), id).toBe(rev);
    // A copy that was begun before the kill is still valid after it.
    const rows = await all(unit.snapshot({ tombstones: true }));
    expect(rows.map(([leaf]) => leaf?.document._id)).toEqual([...kept.keys()].sort());
  }, 60_000);
});
