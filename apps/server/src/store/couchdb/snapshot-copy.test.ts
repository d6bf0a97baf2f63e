import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { soon } from '../../testing/soon.ts';
import { aFolder } from '../../testing/test-app.ts';
import { type DocumentStore, StoreUnavailable } from '../document-store.ts';
import { aPrefix, couchBackEnds, couchStores } from '../testing/couch-back-ends.ts';
import { FaultInjector } from '../testing/fault-injector.ts';
import { all, deletion, manyIds, put, remove, replicated } from '../testing/support.ts';
import { CouchClient } from './couch-client.ts';
import { openCouchStores } from './open-couch-stores.ts';

async function idsIn(store: DocumentStore): Promise<string[]> {
  const rows = await all(store.snapshot({ tombstones: true }));
  return rows.map(([leaf]) => leaf?.document._id ?? '');
}

/** The files of copies in the folder of the first process. */
function copiesOf(copiesDir: string, end = 'sqlite'): string[] {
  const files = readdirSync(join(copiesDir, '1')).sort();
  return files.filter((file) => file.startsWith('unit_') && file.endsWith(end));
}

for (const backEnd of couchBackEnds()) {
  function adminOf(): CouchClient {
    const { url, adminUrl } = backEnd.urls();
    return new CouchClient(new URL(adminUrl ?? url));
  }

  /** Restores CouchDB to an older state that then received these documents. */
  async function putBack(prefix: string, ids: readonly string[]): Promise<void> {
    const path = `${prefix}unit_la_paz`;
    await adminOf().ask({ method: 'DELETE', path, isQuestion: false, expected: [202] });
    const restored = await couchStores(backEnd, { prefix }).open('unit_la_paz');
    await restored.writeRevisions(ids.map((id) => replicated(id, ['1-b'])));
  }

  /** A unit whose requests are counted. */
  async function aCountedUnit(copiesDir = aFolder(), prefix = aPrefix()) {
    const { url, adminUrl } = backEnd.urls();
    const injector = new FaultInjector(url);
    const options = { url: await injector.listen(), adminUrl, prefix, copiesDir, isFenced: false };
    const stores = openCouchStores(options);
    onTestFinished(() => stores.close());
    const store = await stores.open('unit_la_paz');
    const asked = (path: string) => injector.seen.filter((call) => call.endsWith(path)).length;
    return { store, stores, injector, asked, prefix, copiesDir };
  }

  describe(`the copy for first downloads from ${backEnd.name}`, () => {
    it('the copy is read from the feed once, and afterwards only what is new', async () => {
      const { store, injector, asked } = await aCountedUnit();
      await store.writeRevisions(manyIds(1_200).map((id) => replicated(id, ['1-a'], { id })));
      injector.seen.length = 0;
      expect(await idsIn(store)).toEqual(manyIds(1_200));
      expect(asked('/_changes')).toBe(3);
      // Documents that were never edited are taken from the feed itself.
      expect(asked('/_bulk_get')).toBe(0);
      injector.seen.length = 0;
      expect(await idsIn(store)).toEqual(manyIds(1_200));
      expect([asked('/_changes'), asked('/_bulk_get')]).toEqual([1, 0]);
      await put(store, 'doc_0007', { edited: true }, '1-a');
      injector.seen.length = 0;
      expect(await idsIn(store)).toEqual(manyIds(1_200));
      expect([asked('/_changes'), asked('/_bulk_get')]).toEqual([1, 1]);
    });

    it('the copy is built once for many simultaneous readers', async () => {
      const { store, injector, asked } = await aCountedUnit();
      await store.writeRevisions(manyIds(300).map((id) => replicated(id, ['1-a'])));
      injector.seen.length = 0;
      const readers = await Promise.all(Array.from({ length: 10 }, () => idsIn(store)));
      for (const ids of readers) expect(ids).toEqual(manyIds(300));
      expect(asked('/_changes')).toBe(1);
    });

    it('survives the process, and only the server’s user can read it', async () => {
      const copiesDir = aFolder();
      const first = await aCountedUnit(copiesDir);
      await put(first.store, 'a');
      expect(await idsIn(first.store)).toEqual(['a']);
      await first.stores.close();
      const [folder = ''] = readdirSync(copiesDir);
      const file = join(copiesDir, folder, 'unit_la_paz.1.sqlite');
      expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
      const second = await aCountedUnit(copiesDir, first.prefix);
      await put(second.store, 'b');
      // A cluster's feed may show a write a moment later.
      await soon(async () => expect(await idsIn(second.store)).toEqual(['a', 'b']));
      expect(readdirSync(copiesDir)).toEqual([folder]);
    });

    it('the copy has conflicts, removals and documents whose old revisions were compacted', async () => {
      const { store } = await aCountedUnit();
      await store.writeRevisions([
        replicated('a', ['2-b', '1-a'], { n: 'wins' }),
        replicated('a', ['1-c'], { n: 'loses' }),
        deletion('b', ['2-d', '1-e']),
      ]);
      const rev = await put(store, 'c', { n: 1 });
      const gone = await remove(store, 'c', rev);
      await store.compact();
      expect(await all(store.snapshot({ tombstones: true }))).toEqual([
        [replicated('a', ['2-b', '1-a'], { n: 'wins' }), replicated('a', ['1-c'], { n: 'loses' })],
        [deletion('b', ['2-d', '1-e'])],
        [deletion('c', [gone, rev])],
      ]);
      const living = await all(store.snapshot({ tombstones: false }));
      expect(living).toHaveLength(1);
    });

    it('drops what CouchDB no longer has after it was restored to an older state', async () => {
      const copiesDir = aFolder();
      const { store, stores, prefix } = await aCountedUnit(copiesDir);
      for (const id of ['old', 'lost', 'lost too']) await put(store, id);
      expect(await idsIn(store)).toEqual(['lost', 'lost too', 'old']);
      // Fewer documents than the copy has.
      await putBack(prefix, ['old']);
      expect(await idsIn(store)).toEqual(['old']);
      await put(store, 'lost');
      expect(await idsIn(store)).toEqual(['lost', 'old']);
      await stores.close();
      // As many documents, at a lower sequence, noticed at the next start.
      await putBack(prefix, ['new']);
      expect(await idsIn((await aCountedUnit(copiesDir, prefix)).store)).toEqual(['new']);
    });

    it('the copy of a CouchDB that was restored and then written further is rebuilt at the next start', async () => {
      const copiesDir = aFolder();
      const { store, stores, prefix } = await aCountedUnit(copiesDir);
      for (const id of ['old', 'lost']) await put(store, id);
      expect(await idsIn(store)).toEqual(['lost', 'old']);
      await stores.close();
      await putBack(prefix, ['old', 'one', 'two', 'three']);
      const again = await aCountedUnit(copiesDir, prefix);
      expect(await idsIn(again.store)).toEqual(['old', 'one', 'three', 'two']);
    });

    it('a copy that is rebuilt while it is read ends with an error and never looks complete', async () => {
      const { store, injector, prefix, copiesDir } = await aCountedUnit();
      await store.writeRevisions(manyIds(1_200).map((id) => replicated(id, ['1-a'])));
      const reader = store.snapshot({ tombstones: true })[Symbol.asyncIterator]();
      for (let i = 0; i < 10; i += 1) expect((await reader.next()).done).toBe(false);
      const told = store.snapshot({ tombstones: true });
      await told.sequence();

      await putBack(prefix, manyIds(1_100));
      let pages = 0;
      injector.inject = (call) => {
        if (!call.endsWith('/_changes')) return 'pass';
        pages += 1;
        return pages === 2 ? { status: 409, body: { error: 'half filled' } } : 'pass';
      };
      const half = store.snapshot({ tombstones: true });
      await expect(half.sequence()).rejects.toThrow(/half filled/);
      expect(copiesOf(copiesDir)).toEqual(['unit_la_paz.1.sqlite', 'unit_la_paz.2.sqlite']);
      await expect(all({ [Symbol.asyncIterator]: () => reader })).rejects.toThrow(
        /was made anew while it was read/,
      );
      // A reader that was told a sequence must not get rows of another copy.
      await expect(all(told)).rejects.toThrow(StoreUnavailable);
      expect(copiesOf(copiesDir)).toEqual(['unit_la_paz.2.sqlite']);
      expect(await idsIn(store)).toEqual(manyIds(1_100));
    });

    it.each([
      ['counts a document less', { doc_count: 599 }],
      ['is behind in everything', { doc_count: 599, update_seq: '12-lagging' }],
      ['has a lower sequence', { update_seq: '599-lagging' }],
    ])('the copy is kept when a server of the cluster %s, once or for long', async (_, behind) => {
      const { store, stores, injector, asked, prefix, copiesDir } = await aCountedUnit();
      await store.writeRevisions(manyIds(600).map((id) => replicated(id, ['1-a'])));
      expect(await idsIn(store)).toEqual(manyIds(600));
      const { body: info } = await adminOf().ask({
        method: 'GET',
        path: `${prefix}unit_la_paz`,
        isQuestion: true,
      });
      let answers = 1;
      const lag = (call: string) => {
        if (call !== `GET /${prefix}unit_la_paz` || answers === 0) return 'pass';
        answers -= 1;
        return { status: 200, body: { ...(info as object), ...behind } };
      };
      injector.inject = lag;
      injector.seen.length = 0;
      expect(await idsIn(store)).toEqual(manyIds(600));
      expect(asked('/_changes')).toBe(1);
      answers = Number.POSITIVE_INFINITY;
      await put(store, 'new');
      injector.seen.length = 0;
      for (let i = 0; i < 3; i += 1) expect(await idsIn(store)).toHaveLength(601);
      expect(asked('/_changes')).toBe(3);
      expect(copiesOf(copiesDir)).toEqual(['unit_la_paz.1.sqlite']);
      await stores.close();
      // It is not rebuilt at a start either.
      const again = await aCountedUnit(copiesDir, prefix);
      again.injector.inject = lag;
      again.injector.seen.length = 0;
      expect(await idsIn(again.store)).toHaveLength(601);
      expect(again.asked('/_changes')).toBe(1);
    });

    it('the copy may be deleted at any time, and leftovers of older copies are removed at a start', async () => {
      const copiesDir = aFolder();
      const { store, stores, prefix } = await aCountedUnit(copiesDir);
      for (const id of ['a', 'b']) await put(store, id);
      expect(await idsIn(store)).toEqual(['a', 'b']);
      const folder = join(copiesDir, '1');
      for (const file of copiesOf(copiesDir, '')) rmSync(join(folder, file));
      expect(await idsIn(store)).toEqual(['a', 'b']);
      expect(copiesOf(copiesDir)).toEqual(['unit_la_paz.2.sqlite']);
      await stores.close();
      const left = [
        'unit_la_paz.sqlite',
        'unit_la_paz.1.sqlite',
        'unit_la_paz.1.sqlite-wal',
        'unit_la_paz.1.sqlite-shm',
        'unit_la_ceiba.9.sqlite',
        'unit_la_ceiba.10.sqlite',
      ];
      for (const file of left) writeFileSync(join(folder, file), 'left');
      const again = await aCountedUnit(copiesDir, prefix);
      again.injector.seen.length = 0;
      expect(await idsIn(again.store)).toEqual(['a', 'b']);
      expect(again.asked('/_changes')).toBe(1);
      await again.stores.close();
      expect(copiesOf(copiesDir, '')).toEqual(['unit_la_ceiba.10.sqlite', 'unit_la_paz.2.sqlite']);
    });

    it('the copy is rebuilt when its file is damaged', async () => {
      const copiesDir = aFolder();
      const first = await aCountedUnit(copiesDir);
      await put(first.store, 'a');
      await idsIn(first.store);
      await first.stores.close();
      const file = join(copiesDir, '1', 'unit_la_paz.1.sqlite');
      expect(existsSync(file)).toBe(true);
      writeFileSync(file, 'no database\n'.repeat(500));
      const second = await aCountedUnit(copiesDir, first.prefix);
      await expect(idsIn(second.store)).rejects.toThrow(/is not a database/);
      expect(await idsIn(second.store)).toEqual(['a']);
    });

    it('the copy is resumed where it was cut, and never claims a later sequence than it has', async () => {
      const { store, injector } = await aCountedUnit();
      await store.writeRevisions(manyIds(1_200).map((id) => replicated(id, ['1-a'])));
      let pages = 0;
      injector.inject = (call) => {
        if (!call.endsWith('/_changes')) return 'pass';
        pages += 1;
        return pages > 2 ? { status: 503, body: {} } : 'pass';
      };
      const cut = store.snapshot({ tombstones: true });
      await expect(cut.sequence()).rejects.toThrow(/answers 503/);
      await expect(all(cut)).rejects.toThrow(/answers 503/);
      injector.inject = () => 'pass';
      injector.seen.length = 0;
      const snapshot = store.snapshot({ tombstones: true });
      const sequence = await snapshot.sequence();
      expect(await store.countChanges(sequence)).toBe(0);
      expect(await all(snapshot)).toHaveLength(1_200);
      expect(injector.seen.filter((call) => call.endsWith('/_changes'))).toHaveLength(2);
    });
  });
}
