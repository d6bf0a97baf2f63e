import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { soon } from '../../testing/soon.ts';
import { aFolder } from '../../testing/test-app.ts';
import { aPrefix, couchBackEnds, couchStores } from '../testing/couch-back-ends.ts';
import { FaultInjector } from '../testing/fault-injector.ts';
import { all, idsOf, living, put, replicated } from '../testing/support.ts';
import { takeFolder } from './copy-folder.ts';
import { openCouchStores } from './open-couch-stores.ts';

for (const backEnd of couchBackEnds()) {
  /** The same database opened by two processes, which share nothing but CouchDB. */
  async function twice(name: string) {
    const prefix = aPrefix();
    const first = await couchStores(backEnd, { prefix }).open(name);
    return [first, await couchStores(backEnd, { prefix }).open(name)] as const;
  }

  describe(`two server processes on ${backEnd.name}`, () => {
    it('see each other’s documents, changes and snapshots', async () => {
      const [one, other] = await twice('unit_la_paz');
      const rev = await put(one, 'a', { n: 1 });
      expect(await other.read('a')).toMatchObject({ n: 1 });
      expect(await all(other.snapshot({ tombstones: true }))).toHaveLength(1);
      await put(other, 'a', { n: 2 }, rev);
      await put(other, 'b');
      const snapshot = await all(one.snapshot({ tombstones: true }));
      expect(snapshot.map(([leaf]) => leaf?.document)).toMatchObject([
        { _id: 'a', n: 2 },
        { _id: 'b' },
      ]);
      expect(await one.write([{ _id: 'a', _rev: rev, n: 3 }])).toMatchObject([
        { ok: false, error: 'conflict' },
      ]);
    });

    it('processes are told of each other’s writes, and once of their own', async () => {
      const [one, other] = await twice('unit_la_paz');
      const heard = vi.fn();
      const stop = one.onChange(heard);
      await put(one, 'own');
      await soon(() => expect(heard).toHaveBeenCalledTimes(1));
      // Until the feed is connected, a write of the other may be missed, so it is repeated until it
      // is seen.
      let n = 0;
      await soon(async () => {
        n += 1;
        await put(other, `theirs_${n}`);
        expect(heard.mock.calls.length).toBeGreaterThan(1);
      });
      stop();
      const before = heard.mock.calls.length;
      await put(other, 'unheard');
      await put(one, 'unheard too');
      expect(heard).toHaveBeenCalledTimes(before);
    });

    it('two processes that take the same user name at the same moment: one gets it', async () => {
      const [one, other] = await twice('sys_accounts');
      for (let round = 0; round < 5; round += 1) {
        const drafts = [{ _id: `mail_${round}`, owner: 'the same' }];
        const results = await Promise.all([one, other].map((store) => store.write(drafts)));
        expect(results.flat().filter(({ ok }) => ok)).toHaveLength(1);
        expect(await one.leaves(`mail_${round}`)).toHaveLength(1);
      }
    });

    it('two edits of the same record of a unit at the same moment are both kept', async () => {
      const [one, other] = await twice('unit_la_paz');
      const rev = await put(one, 'a', { n: 0 });
      const results = await Promise.all(
        [one, other].map((store, n) => store.write([{ _id: 'a', _rev: rev, n: n + 1 }])),
      );
      const written = results.flat().flatMap((result) => (result.ok ? [result.rev] : []));
      expect(written.length).toBeGreaterThan(0);
      const leaves = await one.leaves('a');
      expect(leaves).toEqual(expect.arrayContaining(written.map(living)));
      expect(leaves).toHaveLength(written.length);
    });

    it('processes that receive the same revisions at the same moment store them once', async () => {
      const [one, other] = await twice('unit_la_paz');
      const batch = [replicated('a', ['2-b', '1-a'], { n: 1 }), replicated('b', ['1-c'])];
      const results = await Promise.all([one, other].map((store) => store.writeRevisions(batch)));
      expect(results.flat().every(({ ok }) => ok)).toBe(true);
      expect(await one.leaves('a')).toEqual([living('2-b')]);
      expect(idsOf(await all(other.list()))).toEqual(['a', 'b']);
    });

    it('a process learns what was written while CouchDB was away from it', async () => {
      const prefix = aPrefix();
      const { url, adminUrl } = backEnd.urls();
      const other = await couchStores(backEnd, { prefix }).open('unit_la_paz');
      const injector = new FaultInjector(url);
      const stores = openCouchStores({
        url: await injector.listen(),
        adminUrl,
        prefix,
        copiesDir: aFolder(),
        isFenced: false,
      });
      onTestFinished(() => stores.close());
      const one = await stores.open('unit_la_paz');
      let isAway = true;
      injector.inject = (call) =>
        isAway && call.endsWith('_changes') ? { status: 503, body: {} } : 'pass';
      const heard = vi.fn();
      one.onChange(heard);
      await soon(() => expect(injector.seen.some((call) => call.endsWith('_changes'))).toBe(true));
      await put(other, 'meanwhile');
      expect(heard).not.toHaveBeenCalled();
      isAway = false;
      let n = 0;
      await soon(async () => {
        n += 1;
        await put(other, `after_${n}`);
        expect(heard).toHaveBeenCalled();
      });
    });
  });
}

describe('the folder for copies', () => {
  it('each process has a separate folder for copies, which is free again when the process has ended', () => {
    const parent = aFolder();
    const first = takeFolder(parent);
    const second = takeFolder(parent);
    expect(second.path).not.toBe(first.path);
    first.release();
    const third = takeFolder(parent);
    expect(third.path).toBe(first.path);
    second.release();
    third.release();
  });
});
