import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aFolder } from '../../testing/test-app.ts';
import type { StakeStore } from '../stake-store.ts';
import { aPrefix, couchBackEnds, couchStores } from '../testing/couch-back-ends.ts';
import { Meddler } from '../testing/meddler.ts';
import { all, deletion, manyIds, put, remove, replicated } from '../testing/support.ts';
import { CouchClient } from './couch-client.ts';
import { openCouchStores } from './open-couch-stores.ts';

async function idsIn(store: StakeStore): Promise<string[]> {
  const rows = await all(store.snapshot({ tombstones: true }));
  return rows.map(([leaf]) => leaf?.document._id ?? '');
}

for (const backEnd of couchBackEnds()) {
  /** A unit whose requests are counted. */
  async function aCountedUnit(copiesDir = aFolder(), prefix = aPrefix()) {
    const { url, adminUrl } = backEnd.urls();
    const meddler = new Meddler(url);
    const options = { url: await meddler.listen(), adminUrl, prefix, copiesDir, isFenced: false };
    const stores = openCouchStores(options);
    onTestFinished(() => stores.close());
    const store = await stores.open('unit_la_paz');
    const asked = (path: string) => meddler.seen.filter((call) => call.endsWith(path)).length;
    return { store, stores, meddler, asked, prefix, copiesDir };
  }

  describe(`the copy for first downloads from ${backEnd.name}`, () => {
    it('is read from the feed once, and afterwards only what is new', async () => {
      const { store, meddler, asked } = await aCountedUnit();
      await store.writeRevisions(manyIds(1_200).map((id) => replicated(id, ['1-a'], { id })));
      meddler.seen.length = 0;
      expect(await idsIn(store)).toEqual(manyIds(1_200));
      expect(asked('/_changes')).toBe(3);
      // Documents that were never edited come with the feed.
      expect(asked('/_bulk_get')).toBe(0);
      meddler.seen.length = 0;
      expect(await idsIn(store)).toEqual(manyIds(1_200));
      expect([asked('/_changes'), asked('/_bulk_get')]).toEqual([1, 0]);
      await put(store, 'doc_0007', { edited: true }, '1-a');
      meddler.seen.length = 0;
      expect(await idsIn(store)).toEqual(manyIds(1_200));
      expect([asked('/_changes'), asked('/_bulk_get')]).toEqual([1, 1]);
    });

    it('is read once by many who ask at the same moment', async () => {
      const { store, meddler, asked } = await aCountedUnit();
      await store.writeRevisions(manyIds(300).map((id) => replicated(id, ['1-a'])));
      meddler.seen.length = 0;
      const readers = await Promise.all(Array.from({ length: 10 }, () => idsIn(store)));
      for (const ids of readers) expect(ids).toEqual(manyIds(300));
      expect(asked('/_changes')).toBe(1);
    });

    it('outlives the process, for the server’s eyes only', async () => {
      const copiesDir = aFolder();
      const first = await aCountedUnit(copiesDir);
      await put(first.store, 'a');
      expect(await idsIn(first.store)).toEqual(['a']);
      await first.stores.close();
      const [folder = ''] = readdirSync(copiesDir);
      const file = join(copiesDir, folder, 'unit_la_paz.sqlite');
      expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
      const second = await aCountedUnit(copiesDir, first.prefix);
      await put(second.store, 'b');
      expect(await idsIn(second.store)).toEqual(['a', 'b']);
      expect(readdirSync(copiesDir)).toEqual([folder]);
    });

    it('has conflicts, removals and what was compacted away', async () => {
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

    it('forgets what CouchDB does not have any more, after it was put back to an older state', async () => {
      const copiesDir = aFolder();
      const { store, stores, prefix } = await aCountedUnit(copiesDir);
      for (const id of ['old', 'lost', 'lost too']) await put(store, id);
      expect(await idsIn(store)).toEqual(['lost', 'lost too', 'old']);
      /** CouchDB as it was earlier, and then went on. */
      async function putBack(ids: readonly string[]): Promise<void> {
        const { url, adminUrl } = backEnd.urls();
        const admin = new CouchClient(new URL(adminUrl ?? url));
        const path = `${prefix}unit_la_paz`;
        await admin.ask({ method: 'DELETE', path, isQuestion: false, expected: [202] });
        const restored = await couchStores(backEnd, { prefix }).open('unit_la_paz');
        for (const id of ids) await put(restored, id);
      }
      // Fewer documents than the copy has.
      await putBack(['old']);
      expect(await idsIn(store)).toEqual(['old']);
      await put(store, 'lost');
      expect(await idsIn(store)).toEqual(['lost', 'old']);
      await stores.close();
      // As many documents, at a lower sequence, noticed at the next start.
      await putBack(['new']);
      expect(await idsIn((await aCountedUnit(copiesDir, prefix)).store)).toEqual(['new']);
    });

    it('is made anew when its file is damaged', async () => {
      const copiesDir = aFolder();
      const first = await aCountedUnit(copiesDir);
      await put(first.store, 'a');
      await idsIn(first.store);
      await first.stores.close();
      const file = join(copiesDir, '1', 'unit_la_paz.sqlite');
      expect(existsSync(file)).toBe(true);
      writeFileSync(file, 'no database\n'.repeat(500));
      const second = await aCountedUnit(copiesDir, first.prefix);
      await expect(idsIn(second.store)).rejects.toThrow(/is not a database/);
      expect(await idsIn(second.store)).toEqual(['a']);
    });

    it('goes on where it was cut, and is never told to be further than it is', async () => {
      const { store, meddler } = await aCountedUnit();
      await store.writeRevisions(manyIds(1_200).map((id) => replicated(id, ['1-a'])));
      let pages = 0;
      meddler.meddle = (call) => {
        if (!call.endsWith('/_changes')) return 'pass';
        pages += 1;
        return pages > 2 ? { status: 503, body: {} } : 'pass';
      };
      const cut = store.snapshot({ tombstones: true });
      await expect(cut.sequence()).rejects.toThrow(/answers 503/);
      await expect(all(cut)).rejects.toThrow(/answers 503/);
      meddler.meddle = () => 'pass';
      meddler.seen.length = 0;
      const snapshot = store.snapshot({ tombstones: true });
      const sequence = await snapshot.sequence();
      expect(await store.countChanges(sequence)).toBe(0);
      expect(await all(snapshot)).toHaveLength(1_200);
      expect(meddler.seen.filter((call) => call.endsWith('/_changes'))).toHaveLength(2);
    });
  });
}
