import { describe, expect, it } from 'vitest';
import type { DocumentStore, ListQuery } from '../document-store.ts';
import {
  all,
  aStore,
  idsOf,
  manyIds,
  type OpenStores,
  put,
  remove,
  replicated,
  type ServerFaults,
} from './support.ts';

const FRUITS = ['apple', 'banana', 'cherry', 'date', 'elder'];

const QUERIES: readonly [query: ListQuery, expected: readonly string[]][] = [
  [{ from: 'banana' }, ['banana', 'cherry', 'date', 'elder']],
  [{ from: 'bananas' }, ['cherry', 'date', 'elder']],
  [{ to: 'banana' }, ['apple', 'banana']],
  [{ to: 'banan' }, ['apple']],
  [{ from: 'b', to: 'date' }, ['banana', 'cherry', 'date']],
  [{ from: 'date', to: 'b' }, []],
  [{ limit: 1 }, ['apple']],
  [{ limit: 5 }, FRUITS],
  [{ limit: 6 }, FRUITS],
  [{ from: 'b', limit: 2 }, ['banana', 'cherry']],
  [{ descending: true }, [...FRUITS].reverse()],
  [{ descending: true, limit: 2 }, ['elder', 'date']],
  [{ descending: true, from: 'banana', to: 'date' }, ['date', 'cherry', 'banana']],
  [{ descending: true, to: 'd', limit: 1 }, ['cherry']],
];

export function describeLists(openStores: OpenStores, faults: ServerFaults): void {
  async function aStoreOfFruits() {
    const store = await aStore(openStores);
    await store.write([...FRUITS].reverse().map((_id) => ({ _id, letters: _id.length })));
    return store;
  }

  describe('a list', () => {
    it('a list has every living document, ordered by id', async () => {
      const store = await aStoreOfFruits();
      const documents = await all(store.list());
      expect(idsOf(documents)).toEqual(FRUITS);
      expect(documents[1]).toEqual({
        _id: 'banana',
        _rev: expect.stringMatching(/^1-/) as string,
        letters: 6,
      });
    });

    it('goes from one id to another, up or down, up to a limit', async () => {
      const store = await aStoreOfFruits();
      for (const [query, expected] of QUERIES) {
        expect(idsOf(await all(store.list(query))), JSON.stringify(query)).toEqual(expected);
      }
    });

    it('leaves deleted documents out, and a limit does not count them', async () => {
      const store = await aStoreOfFruits();
      for (const id of ['apple', 'cherry']) {
        await remove(store, id, (await store.read(id))?._rev ?? '');
      }
      expect(idsOf(await all(store.list({ limit: 2 })))).toEqual(['banana', 'date']);
      expect(idsOf(await all(store.list({ descending: true })))).toEqual([
        'elder',
        'date',
        'banana',
      ]);
    });

    it('shows only the winner of a document in conflict', async () => {
      const store = await aStore(openStores);
      await store.writeRevisions([
        replicated('a', ['1-a'], { n: 'loses' }),
        replicated('a', ['1-b'], { n: 'wins' }),
      ]);
      expect(await all(store.list())).toEqual([{ _id: 'a', _rev: '1-b', n: 'wins' }]);
    });

    it('a list is ordered by code points: capitals first, accents and other characters last', async () => {
      const store = await aStore(openStores);
      const last = faults.endsAtY === true ? [] : ['孩', '😀'];
      const ids = ['B', 'Z', 'a', 'a b', 'a_', 'ab', 'b', 'z', 'é', 'ñ', ...last];
      await store.write([...ids].reverse().map((_id) => ({ _id })));
      expect(idsOf(await all(store.list()))).toEqual(ids);
    });

    it('a list has many documents, each once, up and down', async () => {
      const store = await aStore(openStores);
      const ids = manyIds(1_200);
      await store.write(ids.map((_id) => ({ _id, text: 'x'.repeat(100) })));
      expect(idsOf(await all(store.list()))).toEqual(ids);
      expect(idsOf(await all(store.list({ descending: true })))).toEqual(ids.toReversed());
    });

    it('shows no document twice while others write', async () => {
      const store = await aStore(openStores);
      const ids = manyIds(600);
      await store.write(ids.map((_id) => ({ _id })));
      const seen: string[] = [];
      for await (const { _id, _rev } of store.list()) {
        seen.push(_id);
        if (seen.length % 100 === 0) await put(store, _id, { edited: true }, _rev);
      }
      expect(seen).toEqual(ids);
    });

    it('a list may be stopped before its end', async () => {
      const store = await aStoreOfFruits();
      for await (const { _id } of store.list()) {
        if (_id === 'banana') break;
      }
      expect(await put(store, 'fig')).toMatch(/^1-/);
    });

    it('documents read by id are those that live', async () => {
      const store = await aStoreOfFruits();
      await remove(store, 'date', (await store.read('date'))?._rev ?? '');
      const found = await store.readMany(['elder', 'date', 'none', 'apple', 'elder']);
      expect([...found.keys()].sort()).toEqual(['apple', 'elder']);
      expect(found.get('apple')).toMatchObject({ _id: 'apple', letters: 5 });
    });
  });

  describe('documents found by a field', () => {
    async function aStoreOfScreenings() {
      const store = await aStore(openStores);
      await store.write([
        { _id: 'a', owner: 'ana' },
        { _id: 'b', owner: 'eva' },
        { _id: 'c', owner: ['ana', 7, ['eva', 'zoe'], [], {}] },
        { _id: 'd', owner: { name: 'ana' } },
        { _id: 'e', owner: 7, text: 'ana' },
        { _id: 'f' },
        { _id: 'g', owner: 'ÁNA "ñ" 😀' },
      ]);
      return store;
    }
    const foundIn = async (store: DocumentStore, ...values: string[]) =>
      idsOf(await all(store.listBy('owner', values))).sort();

    it('hold the value as text, in an array, or first in an array of an array', async () => {
      const store = await aStoreOfScreenings();
      expect(await foundIn(store, 'ana')).toEqual(['a', 'c']);
      expect(await foundIn(store, 'eva')).toEqual(['b', 'c']);
      expect(await foundIn(store, 'ÁNA "ñ" 😀')).toEqual(['g']);
      for (const value of ['zoe', '7', '', 'an', 'Ana']) {
        expect(await foundIn(store, value), value).toEqual([]);
      }
    });

    it('come once each for several values, whole, and with none for no value', async () => {
      const store = await aStoreOfScreenings();
      expect(await foundIn(store, 'ana', 'eva', 'ana', 'none')).toEqual(['a', 'b', 'c']);
      expect(await foundIn(store)).toEqual([]);
      const [only] = await all(store.listBy('owner', ['ÁNA "ñ" 😀']));
      expect(only).toEqual(await store.read('g'));
    });

    it('documents found by a field are those of the winning revision, and none that is deleted', async () => {
      const store = await aStoreOfScreenings();
      await put(store, 'a', { owner: 'eva' }, (await store.read('a'))?._rev);
      await remove(store, 'b', (await store.read('b'))?._rev ?? '');
      expect(await foundIn(store, 'ana')).toEqual(['c']);
      expect(await foundIn(store, 'eva')).toEqual(['a', 'c']);
      await put(store, 'b', { owner: 'ana' });
      await store.writeRevisions([
        replicated('x', ['1-a'], { owner: 'loses' }),
        replicated('x', ['1-b'], { owner: 'wins' }),
      ]);
      expect(await foundIn(store, 'ana')).toEqual(['b', 'c']);
      expect(await foundIn(store, 'loses')).toEqual([]);
      expect(await foundIn(store, 'wins')).toEqual(['x']);
      await remove(store, 'x', '1-b');
      expect(await foundIn(store, 'loses')).toEqual(['x']);
      expect(await foundIn(store, 'wins')).toEqual([]);
    });

    it('many documents are found by a field, each once', async () => {
      const store = await aStore(openStores);
      const ids = manyIds(600);
      await store.write(ids.map((_id, i) => ({ _id, owner: i % 3 === 0 ? 'ana' : `eva ${i}` })));
      expect(await foundIn(store, 'ana')).toEqual(ids.filter((_, i) => i % 3 === 0));
      expect(await foundIn(store, ...ids.map((_, i) => `eva ${i}`))).toHaveLength(400);
    });

    it('documents are found by an indexed field only', async () => {
      const store = await aStore(openStores);
      const asked = async () => all(store.listBy('text', ['a']));
      await expect(asked()).rejects.toThrow(TypeError);
    });
  });

  describe('pages', () => {
    it('pages have every living document by id, each once', async () => {
      const store = await aStoreOfFruits();
      await remove(store, 'cherry', (await store.read('cherry'))?._rev ?? '');
      const ids = manyIds(600);
      const large = { text: 'ñ"\n'.repeat(100_000) };
      await store.write(ids.map((_id, place) => (place % 200 === 7 ? { _id, ...large } : { _id })));
      const pages = await all(store.pages());
      expect(pages.flatMap(({ documents }) => documents)).toEqual(await all(store.list()));
      expect(pages.flatMap(({ contested }) => contested)).toEqual([]);
    });

    it('pages of a database without living documents are empty', async () => {
      const store = await aStore(openStores);
      await remove(store, 'a', await put(store, 'a'));
      expect((await all(store.pages())).flatMap(({ documents }) => documents)).toEqual([]);
    });

    it('name the documents that have several living leaves', async () => {
      const store = await aStore(openStores);
      await store.writeRevisions([
        replicated('chosen', ['1-a'], { n: 'wins' }),
        replicated('chosen', ['2-d', '1-b'], { _deleted: true }),
        replicated('open', ['1-a'], { n: 'loses' }),
        replicated('open', ['1-b'], { n: 'wins' }),
        replicated('plain', ['1-a']),
        replicated('removed', ['1-a'], { _deleted: true }),
        replicated('removed', ['1-b'], { _deleted: true }),
      ]);
      const pages = await all(store.pages());
      expect(pages.flatMap(({ contested }) => contested)).toEqual(['open']);
      expect(idsOf(pages.flatMap(({ documents }) => documents))).toEqual([
        'chosen',
        'open',
        'plain',
      ]);
    });
  });
}

export function describeSnapshots(openStores: OpenStores): void {
  describe('a snapshot', () => {
    async function aHistory() {
      const store = await aStore(openStores);
      await store.writeRevisions([
        replicated('a', ['2-b', '1-a'], { n: 1 }),
        replicated('b', ['1-c'], { n: 'loses' }),
        replicated('b', ['2-d', '1-e'], { n: 'wins' }),
        replicated('c', ['2-f', '1-a'], { _deleted: true, why: 'merged' }),
        replicated('d', ['1-a']),
      ]);
      return store;
    }

    it('a snapshot has every leaf with its ancestry, the winner first, ordered by id', async () => {
      const store = await aHistory();
      expect(await all(store.snapshot({ tombstones: true }))).toEqual([
        [{ document: { _id: 'a', _rev: '2-b', n: 1 }, ancestry: ['2-b', '1-a'] }],
        [
          { document: { _id: 'b', _rev: '2-d', n: 'wins' }, ancestry: ['2-d', '1-e'] },
          { document: { _id: 'b', _rev: '1-c', n: 'loses' }, ancestry: ['1-c'] },
        ],
        [
          {
            document: { _id: 'c', _rev: '2-f', _deleted: true, why: 'merged' },
            ancestry: ['2-f', '1-a'],
          },
        ],
        [{ document: { _id: 'd', _rev: '1-a' }, ancestry: ['1-a'] }],
      ]);
    });

    it('leaves deleted documents out unless they are requested, and continues after an id', async () => {
      const store = await aHistory();
      const idsAfter = async (after: string, tombstones: boolean) =>
        (await all(store.snapshot({ after, tombstones }))).map(([first]) => first?.document._id);
      expect(await idsAfter('a', false)).toEqual(['b', 'd']);
      expect(await idsAfter('a', true)).toEqual(['b', 'c', 'd']);
      expect(await idsAfter('b0', true)).toEqual(['c', 'd']);
      expect(await idsAfter('d', true)).toEqual([]);
    });

    it('names the sequence up to which it has everything', async () => {
      const store = await aHistory();
      const snapshot = store.snapshot({ tombstones: true });
      const sequence = await snapshot.sequence();
      expect(store.compareSequences(sequence, (await store.info()).updateSeq)).toBe(0);
      const later = await put(store, 'e');
      const ids = (await all(snapshot)).map(([first]) => first?.document._id);
      expect(ids.slice(0, 4)).toEqual(['a', 'b', 'c', 'd']);
      const rest = await all(store.changes({ since: sequence }));
      expect(rest).toMatchObject([{ id: 'e', leaves: [{ rev: later, deleted: false }] }]);
      const newer = store.snapshot({ tombstones: true });
      expect(await all(store.changes({ since: await newer.sequence() }))).toEqual([]);
      expect((await all(newer)).map(([first]) => first?.document._id)).toContain('e');
    });

    it('contains edits, conflicts and removals since the last snapshot', async () => {
      const store = await aHistory();
      const tombstones = true;
      const [before] = await all(store.snapshot({ tombstones }));
      const edited = await put(store, 'a', { n: 2 }, before?.[0]?.document._rev);
      await store.writeRevisions([replicated('d', ['1-c'], { n: 'wins' })]);
      await remove(store, 'b', '2-d');
      const after = await all(store.snapshot({ tombstones }));
      expect(after.map((leaves) => leaves.map(({ document }) => document._rev))).toEqual([
        [edited],
        ['1-c', expect.stringMatching(/^3-/) as string],
        ['2-f'],
        ['1-c', '1-a'],
      ]);
    });

    it('a snapshot can fill another database with the same content', async () => {
      const store = await aHistory();
      const stores = await openStores();
      const copy = await stores.open('unit_copy');
      for await (const leaves of store.snapshot({ tombstones: true })) {
        await copy.writeRevisions(leaves);
      }
      expect(await all(copy.snapshot({ tombstones: true }))).toEqual(
        await all(store.snapshot({ tombstones: true })),
      );
      expect(await copy.info()).toMatchObject({ docCount: 3, deletedCount: 1 });
      await stores.close();
    });

    it('a snapshot has many documents, each once', async () => {
      const store = await aStore(openStores);
      const ids = manyIds(700);
      await store.write(ids.map((_id) => ({ _id })));
      const seen = await all(store.snapshot({ tombstones: false }));
      expect(seen.map(([first]) => first?.document._id)).toEqual(ids);
    });
  });
}
