import { describe, expect, it } from 'vitest';
import {
  all,
  aStore,
  deletion,
  expectSameInfo,
  type OpenStores,
  put,
  replicated,
} from './support.ts';

export function describeCompaction(openStores: OpenStores): void {
  describe('compaction', () => {
    it('drops bodies of replaced revisions, and nothing else', async () => {
      const store = await aStore(openStores);
      const first = await put(store, 'a', { n: 1 });
      const second = await put(store, 'a', { n: 2 }, first);
      await store.writeRevisions([
        replicated('b', ['1-a'], { n: 'loses' }),
        replicated('b', ['2-b', '1-e'], { n: 'wins' }),
        deletion('c', ['2-c', '1-d']),
      ]);
      const before = await all(store.snapshot({ tombstones: true }));
      const info = await store.info();
      await store.compact();
      expect(await store.read('a', first)).toBeNull();
      expect(await store.readRevisions('a', [first, second])).toEqual([
        replicated('a', [second, first], { n: 2 }),
      ]);
      expect(await store.missingRevisions(new Map([['a', [first]]]))).toEqual(new Map());
      expect(await all(store.snapshot({ tombstones: true }))).toEqual(before);
      await expectSameInfo(store, info);
      expect(await put(store, 'a', { n: 3 }, second)).toMatch(/^3-/);
    });

    it('scrubbing drops bodies of replaced revisions, and nothing else', async () => {
      const store = await aStore(openStores);
      const first = await put(store, 'a', { n: 1 });
      const second = await put(store, 'a', { n: 2 }, first);
      await store.writeRevisions([deletion('c', ['2-c', '1-d'])]);
      const before = await all(store.snapshot({ tombstones: true }));
      const info = await store.info();
      await store.scrub();
      expect(await store.read('a', first)).toBeNull();
      expect(await all(store.snapshot({ tombstones: true }))).toEqual(before);
      await expectSameInfo(store, info);
      expect(await put(store, 'a', { n: 3 }, second)).toMatch(/^3-/);
      expect(await all(store.snapshot({ tombstones: true }))).toHaveLength(2);
    });

    it('compaction of an empty database does nothing', async () => {
      const store = await aStore(openStores);
      await store.compact();
      expect(await store.info()).toMatchObject({ docCount: 0 });
    });
  });
}
