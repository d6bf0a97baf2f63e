import { aChild, aScreening } from '@crece/domain/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DocumentStore, Stores } from '../store/document-store.ts';
import { couchBackEnds, couchStores } from '../store/testing/couch-back-ends.ts';
import { IS_DEEP } from '../testing/deep.ts';
import { soon } from '../testing/soon.ts';
import { aSignedIn } from '../testing/test-people.ts';
import { aGateway, credentialsOf, type Gateway } from './testing/a-gateway.ts';
import { manyRecords } from './testing/many-records.ts';
import { aStockPouch, type Document, remoteOf, type StockPouch } from './testing/stock-pouch.ts';

let gateway: Gateway;
let store: DocumentStore;
let remote: StockPouch;

const idOf = (kind: 'chld' | 'scr', place: number): string =>
  `${kind}_test_stake_gtm_${1_746_878_400_000 + place}_${String(place).padStart(6, '0')}`;

function child(place: number, different: Record<string, unknown> = {}): Document {
  return { ...aChild({ _id: idOf('chld', place) }), ...different };
}

type LeafFact = [id: string, rev: string, isDeleted: boolean, body: string];

function leafFact({ _id, _rev = '', _deleted = false, ...fields }: Document): LeafFact {
  const { _revisions, ...body } = fields;
  return [_id, _rev, _deleted, JSON.stringify(Object.entries(body).sort())];
}

/** Every leaf that a PouchDB has, with its content. */
async function leavesIn(pouch: StockPouch): Promise<LeafFact[]> {
  const { results } = await pouch.changes({ since: 0, style: 'all_docs' });
  const facts: LeafFact[] = [];
  for (const { id, changes } of results) {
    const open = await pouch.get(id, { open_revs: changes.map(({ rev }) => rev) });
    for (const one of open) if ('ok' in one) facts.push(leafFact(one.ok));
  }
  return facts.sort();
}

/** Every leaf that the server has, with its content. */
async function leavesOnServer(): Promise<LeafFact[]> {
  const facts: LeafFact[] = [];
  for await (const leaves of store.snapshot({ tombstones: true })) {
    facts.push(...leaves.map(({ document }) => leafFact(document)));
  }
  return facts.sort();
}

async function sync(pouch: StockPouch): Promise<void> {
  expect(await pouch.replicate.to(remote)).toMatchObject({ ok: true, doc_write_failures: 0 });
  expect(await pouch.replicate.from(remote)).toMatchObject({ ok: true, doc_write_failures: 0 });
}

/** Writes directly to the store, as if another phone had pushed the document. */
async function remoteWrite(document: Document): Promise<{ rev: string }> {
  const { _deleted, ...rest } = document;
  const [written] = await store.write([{ ...rest, ...(_deleted ? { _deleted } : {}) }]);
  if (written?.ok !== true) throw new Error(`not written: ${document._id}`);
  return { rev: written.rev };
}

/**
 * The tests of a stock PouchDB against the gateway, with databases opened for each test. `isWhole`:
 * also those whose outcome the gateway decides, whatever its databases are.
 */
function describeStockPouch(openStores: () => Stores | undefined, isWhole: boolean): void {
  const ofGateway = it.runIf(isWhole);
  beforeEach(async () => {
    const stores = openStores();
    gateway = await aGateway(stores === undefined ? {} : { stores });
    ({ store } = gateway);
    remote = remoteOf(gateway, () => gateway.entity);
  });

  describe('a stock PouchDB pulls', () => {
    it('every document in batches, and has the same leaves as the server afterwards', async () => {
      await manyRecords(store, 130);
      const pouch = aStockPouch();
      const pulled = await pouch.replicate.from(remote, { batch_size: 40 });
      expect(pulled).toMatchObject({ ok: true, docs_written: 130, status: 'complete' });
      expect(await leavesIn(pouch)).toEqual(await leavesOnServer());
    });

    it('conflict losers, removals and long histories', async () => {
      const edited = child(1);
      let { rev } = await remoteWrite(edited);
      for (let i = 0; i < 40; i += 1) {
        ({ rev } = await remoteWrite({ ...edited, _rev: rev, comments: `edit ${i}` }));
      }
      const removed = await remoteWrite(child(2));
      await remoteWrite({ ...child(2), _rev: removed.rev, _deleted: true, why: 'removed' });
      const [one, other] = [aStockPouch(), aStockPouch()];
      await one.put(child(3, { firstName: 'Ana' }));
      await other.put(child(3, { firstName: 'Eva' }));
      await one.replicate.to(remote);
      await other.replicate.to(remote);

      const pouch = aStockPouch();
      await pouch.replicate.from(remote);
      expect(await leavesIn(pouch)).toEqual(await leavesOnServer());
      expect((await pouch.get(idOf('chld', 3), { conflicts: true }))['_conflicts']).toHaveLength(1);
      const history = (await pouch.get(edited._id, { revs: true }))['_revisions'];
      expect(history).toMatchObject({ start: 41 });
      expect((history as { ids: string[] }).ids).toHaveLength(41);
    });

    ofGateway(
      'only what is new since its checkpoint, also after a restart of the server',
      async () => {
        await manyRecords(store, 30);
        const pouch = aStockPouch();
        expect(await pouch.replicate.from(remote)).toMatchObject({ docs_read: 30 });
        expect(await pouch.replicate.from(remote)).toMatchObject({ docs_read: 0 });
        await remoteWrite(child(900));

        // A second server process on the same stores, at another address.
        const { stores } = gateway.app.services;
        const again = await aGateway({ stores, account: { username: 'eva' } });
        const there = remoteOf(again, () => again.entity);
        expect(await there.id()).toBe(await remote.id());
        expect(await pouch.replicate.from(there)).toMatchObject({ docs_read: 1, docs_written: 1 });
        expect(await leavesIn(pouch)).toEqual(await leavesOnServer());
      },
    );

    ofGateway(
      'everything again when the history has a new name, and writes nothing twice',
      async () => {
        await manyRecords(store, 30);
        const pouch = aStockPouch();
        await pouch.replicate.from(remote);
        const before = await pouch.info();
        await gateway.app.services.epoch.renew('restored');
        const renewed = remoteOf(gateway, () => gateway.entity);
        expect(await pouch.replicate.from(renewed)).toMatchObject({ docs_written: 0 });
        expect((await pouch.info()).update_seq).toBe(before.update_seq);
      },
    );

    ofGateway('only the documents that it names', async () => {
      const ids = await manyRecords(store, 20);
      const wanted = [ids[3] ?? '', ids[17] ?? ''];
      const pouch = aStockPouch();
      await pouch.replicate.from(remote, { doc_ids: wanted, batch_size: 1 });
      expect((await pouch.allDocs()).rows.map(({ id }) => id)).toEqual(wanted);
    });

    it('in live mode, what is written while it waits', async () => {
      const pouch = aStockPouch();
      const pulling = pouch.replicate.from(remote, { live: true, heartbeat: 1_000 });
      for (let place = 1; place <= 3; place += 1) {
        await remoteWrite(child(place));
        await soon(async () => expect((await pouch.info()).doc_count).toBe(place));
      }
      pulling.cancel();
      await pulling;
    });
  });

  describe('a stock PouchDB pushes', () => {
    it('new records, edits and merges with their ancestry', async () => {
      const pouch = aStockPouch();
      const first = await pouch.put(child(1));
      const second = await pouch.put(child(1, { _rev: first.rev, comments: 'later' }));
      await pouch.put({ ...aScreening({ _id: idOf('scr', 1), owner: idOf('chld', 1) }) });
      const pushed = await pouch.replicate.to(remote);
      expect(pushed).toMatchObject({ ok: true, docs_written: 2, doc_write_failures: 0 });
      expect(await leavesOnServer()).toEqual(await leavesIn(pouch));
      const [kept] = await store.readRevisions(idOf('chld', 1), 'leaves');
      expect(kept?.ancestry).toEqual([second.rev, first.rev]);
      expect(await pouch.replicate.to(remote)).toMatchObject({ docs_read: 0 });
    });

    ofGateway('in live mode, what is typed while it waits', async () => {
      const pouch = aStockPouch();
      const pushing = pouch.replicate.to(remote, { live: true });
      for (let place = 1; place <= 3; place += 1) {
        await pouch.put(child(place));
        await soon(async () => expect((await store.info()).docCount).toBe(place));
      }
      pushing.cancel();
      await pushing;
    });

    ofGateway(
      'a stock PouchDB keeps refused records, each refusal with the record’s id; the others are accepted',
      async () => {
        const pouch = aStockPouch();
        await pouch.put(child(1));
        await pouch.put({ _id: 'grocery_list', items: ['milk'] });
        await pouch.put(child(2));
        const denied: unknown[] = [];
        const pushing = pouch.replicate.to(remote);
        pushing.on('denied', (refused) => denied.push(refused));
        const pushed = await pushing;
        expect(pushed).toMatchObject({ ok: true, docs_written: 2, doc_write_failures: 1 });
        expect(denied).toMatchObject([
          { id: 'grocery_list', name: 'forbidden', reason: 'unknown-kind' },
        ]);
        expect((await store.info()).docCount).toBe(2);
        expect(await pouch.get('grocery_list')).toMatchObject({ items: ['milk'] });
      },
    );

    ofGateway(
      'nothing while its right is gone, and everything when the right is back',
      async () => {
        const pouch = aStockPouch();
        await pouch.put(child(1));
        const { app, account } = gateway;
        await app.services.accounts.update(account.id, { roles: ['user'] });
        await expect(Promise.resolve(pouch.replicate.to(remote))).rejects.toMatchObject({
          status: 401,
        });
        expect((await store.info()).docCount).toBe(0);
        expect(await pouch.get(idOf('chld', 1))).toMatchObject({ firstName: 'Marisol' });

        const back = await app.services.accounts.update(account.id, { roles: ['user', 'sync'] });
        if (!back.ok) throw new Error(back.code);
        const entity = await credentialsOf(app, await app.services.sessions.create(back.account));
        const pushed = await pouch.replicate.to(remoteOf(gateway, () => entity));
        expect(pushed).toMatchObject({ ok: true, docs_written: 1 });
      },
    );
  });

  describe('two stock PouchDBs', () => {
    it('end with the same leaves as the server, with their conflict and the removal by one of them', async () => {
      const [one, other] = [aStockPouch(), aStockPouch()];
      for (let place = 1; place <= 8; place += 1) await one.put(child(place));
      await sync(one);
      await sync(other);
      for (let place = 1; place <= 8; place += 3) {
        const id = idOf('chld', place);
        await one.put({ ...(await one.get(id)), comments: 'one' });
        await other.put({ ...(await other.get(id)), comments: 'other' });
      }
      await other.put(child(77));
      await one.put(child(78));
      await sync(one);
      await sync(other);
      await sync(one);
      const server = await leavesOnServer();
      expect(server).toHaveLength(8 + 3 + 2);
      expect(await leavesIn(one)).toEqual(server);
      expect(await leavesIn(other)).toEqual(server);
      expect(await one.replicate.from(remote)).toMatchObject({ docs_read: 0 });
      expect(await other.replicate.from(remote)).toMatchObject({ docs_read: 0 });
    });

    ofGateway(
      'a removal by one PouchDB reaches another of its account when the account may remove',
      async () => {
        const { account, token } = await aSignedIn(gateway.app, {
          username: 'remover',
          roles: ['user', 'sync'],
        });
        expect(account.username).toBe('remover');
        const entity = await credentialsOf(gateway.app, token);
        const there = remoteOf(gateway, () => entity);
        const [one, other] = [aStockPouch(), aStockPouch()];
        const { rev } = await one.put(child(1));
        await one.replicate.to(there);
        await other.replicate.from(there);
        await one.remove(idOf('chld', 1), rev);
        await one.replicate.to(there);
        await other.replicate.from(there);
        expect(await leavesIn(other)).toEqual(await leavesOnServer());
        expect((await store.leaves(idOf('chld', 1)))[0]?.deleted).toBe(true);
      },
    );
  });
}

describe('on SQLite', () => describeStockPouch(() => undefined, true));

/** CouchDB runs in a process of its own and is slow on a busy machine. */
const PATIENCE_MS = 120_000;

describe.each(couchBackEnds())('on $name', { timeout: PATIENCE_MS }, (backEnd) => {
  describeStockPouch(() => couchStores(backEnd), IS_DEEP);
});
