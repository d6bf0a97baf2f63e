import { describe, expect, it } from 'vitest';
import { all, aStore, idsOf, manyIds, type OpenStores, put, revOf } from './support.ts';

const conflict = (id: string) => ({ ok: false, id, error: 'conflict' });

export function describeLocals(openStores: OpenStores): void {
  describe('a local document', () => {
    it('a local document is written, read and replaced by a writer who names its revision', async () => {
      const store = await aStore(openStores);
      expect(await store.readLocal('point')).toBeNull();
      const first = revOf(await store.writeLocal({ _id: 'point', last: 1 }));
      expect(await store.readLocal('point')).toEqual({ _id: 'point', _rev: first, last: 1 });
      const second = revOf(await store.writeLocal({ _id: 'point', _rev: first, last: 2 }));
      expect(second).not.toBe(first);
      expect(await store.readLocal('point')).toEqual({ _id: 'point', _rev: second, last: 2 });
      expect(await store.writeLocal({ _id: 'point', _rev: first, last: 3 })).toEqual(
        conflict('point'),
      );
      expect(await store.writeLocal({ _id: 'point', last: 4 })).toEqual(conflict('point'));
      expect(await store.writeLocal({ _id: 'other', _rev: first })).toEqual(conflict('other'));
      expect(await store.readLocal('point')).toMatchObject({ last: 2 });
    });

    it('a deleted local document is removed, and can be written again', async () => {
      const store = await aStore(openStores);
      const rev = revOf(await store.writeLocal({ _id: 'point', last: 1 }));
      expect(await store.writeLocal({ _id: 'point', _deleted: true })).toEqual(conflict('point'));
      expect((await store.writeLocal({ _id: 'point', _rev: rev, _deleted: true })).ok).toBe(true);
      expect(await store.readLocal('point')).toBeNull();
      expect(await store.writeLocal({ _id: 'point', _deleted: true })).toEqual(conflict('point'));
      revOf(await store.writeLocal({ _id: 'point', last: 2 }));
      expect(await store.readLocal('point')).toMatchObject({ last: 2 });
    });

    it('a local document is not read, listed, counted or in the feed like others', async () => {
      const store = await aStore(openStores);
      await store.writeLocal({ _id: 'same', kind: 'local' });
      expect(await store.read('same')).toBeNull();
      expect(await all(store.list())).toEqual([]);
      expect(await all(store.snapshot({ tombstones: true }))).toEqual([]);
      expect(await all(store.changes({ since: '0' }))).toEqual([]);
      expect(await store.info()).toMatchObject({ docCount: 0, deletedCount: 0 });
      await put(store, 'same', { kind: 'document' });
      expect(await store.readLocal('same')).toMatchObject({ kind: 'local' });
      expect(await store.read('same')).toMatchObject({ kind: 'document' });
    });

    it.each(['_pouch_Xy.z==', 'constructor', 'a b+c', 'é'])(
      'a local document may have the id %j',
      async (id) => {
        const store = await aStore(openStores);
        const _rev = revOf(await store.writeLocal({ _id: id, n: 1 }));
        expect(await store.readLocal(id)).toEqual({ _id: id, _rev, n: 1 });
        expect(await all(store.listLocal(id))).toEqual([{ _id: id, _rev, n: 1 }]);
      },
    );

    it.each(['', 'a\0', '\udc00', 'x'.repeat(1_001)])(
      'a local document cannot have the id %j',
      async (id) => {
        const store = await aStore(openStores);
        await expect(store.writeLocal({ _id: id })).rejects.toThrow(TypeError);
        expect(await store.readLocal(id)).toBeNull();
      },
    );

    it('local documents are listed by prefix, ordered by id', async () => {
      const store = await aStore(openStores);
      const ids = manyIds(300);
      const written = ['dob', 'doc', ...ids.toReversed(), 'dod', 'ñ'];
      await Promise.all(written.map((_id) => store.writeLocal({ _id })));
      expect(idsOf(await all(store.listLocal('doc_')))).toEqual(ids);
      expect(idsOf(await all(store.listLocal('doc')))).toEqual(['doc', ...ids]);
      expect(idsOf(await all(store.listLocal('')))).toEqual(['dob', 'doc', ...ids, 'dod', 'ñ']);
      expect(await all(store.listLocal('none'))).toEqual([]);
    });

    it('a local document has one winner among simultaneous writers', async () => {
      const store = await aStore(openStores);
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, n) => store.writeLocal({ _id: 'point', n })),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    });
  });
}
