import { createHash } from 'node:crypto';
import { newRevision } from '@crece/replication';
import { describe, expect, it } from 'vitest';
import type { DocumentStore, DraftDocument } from '../document-store.ts';
import {
  all,
  aStore,
  deleted,
  living,
  type OpenStores,
  put,
  remove,
  revOf,
  type ServerFaults,
} from './support.ts';

const ODD_IDS = [
  'constructor',
  'toString',
  'hasOwnProperty',
  'chld_Ñandú_Élève',
  'niño 😀 孩子',
  'a/b c%2Fd+e?f#g&h="i\'j\\k',
  '-',
  ' ',
  'é',
  'e\u0301',
  'x'.repeat(1_000),
];

const REFUSED: readonly [what: string, draft: DraftDocument][] = [
  ['an empty id', { _id: '' }],
  ['an id of 1,001 characters', { _id: 'x'.repeat(1_001) }],
  ['an id of the protocol', { _id: '_design/views' }],
  ['the id __proto__', { _id: '__proto__' }],
  ['half a character', { _id: 'a\ud800' }],
  ['U+0000 in the id', { _id: 'a\0b' }],
  ['attachments', { _id: 'a', _attachments: {} }],
  ['a field __proto__', JSON.parse('{"_id":"a","__proto__":{"polluted":1}}') as DraftDocument],
];

async function contentOf(store: DocumentStore, id: string): Promise<unknown> {
  const document = await store.read(id);
  if (document === null) return null;
  const { _id, _rev, ...content } = document;
  return content;
}

export function describeDocuments(openStores: OpenStores, faults: ServerFaults): void {
  describe('a document', () => {
    it('a document that was never written is null', async () => {
      const store = await aStore(openStores);
      expect(await store.read('nobody')).toBeNull();
      expect(await store.read('nobody', '1-a')).toBeNull();
      expect(await store.readMany(['nobody', '__proto__', 'constructor'])).toEqual(new Map());
      expect(await store.readRevisions('nobody', 'leaves')).toEqual([]);
      expect(await store.leaves('nobody')).toEqual([]);
    });

    it('a document is read as it was written, with its first revision', async () => {
      const store = await aStore(openStores);
      const content = {
        name: 'Ana',
        weight: 7.35,
        tiny: 1e-7,
        none: null,
        yes: true,
        list: [1, [2, { three: 3 }], 'ñ 😀'],
        empty: {},
        '': 'no name',
      };
      const rev = await put(store, 'chld_1', content);
      expect(rev).toMatch(/^1-[0-9a-f]{32}$/);
      expect(await store.read('chld_1')).toEqual({ _id: 'chld_1', _rev: rev, ...content });
      expect(await store.read('chld_1', rev)).toEqual({ _id: 'chld_1', _rev: rev, ...content });
      expect(await store.leaves('chld_1')).toEqual([living(rev)]);
    });

    it("a unit's document gets the same revision that a phone would give it", async () => {
      const store = await aStore(openStores);
      const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex');
      const first = await put(store, 'chld_ñ', { name: 'Ñandú 😀', age: 3 });
      const body = { _id: 'chld_ñ', age: 3, name: 'Ñandú 😀' };
      expect(first).toBe(newRevision(null, body, false, md5));
      const second = await put(store, 'chld_ñ', { age: 4 }, first);
      expect(second).toBe(newRevision(first, { _id: 'chld_ñ', age: 4 }, false, md5));
      const third = await remove(store, 'chld_ñ', second);
      expect(third).toBe(newRevision(second, { _id: 'chld_ñ' }, true, md5));
    });

    it('stores what JSON can hold', async () => {
      const store = await aStore(openStores);
      await put(store, 'a', { gone: undefined, day: new Date(0), inner: { gone: undefined } });
      expect(await contentOf(store, 'a')).toEqual({ day: '1970-01-01T00:00:00.000Z', inner: {} });
    });

    it('a document is replaced on top of the leaf that the writer names', async () => {
      const store = await aStore(openStores);
      const first = await put(store, 'a', { n: 1 });
      const second = await put(store, 'a', { n: 2 }, first);
      expect(second).toMatch(/^2-/);
      expect(await store.read('a')).toEqual({ _id: 'a', _rev: second, n: 2 });
      expect(await store.leaves('a')).toEqual([living(second)]);
      expect((await store.info()).docCount).toBe(1);
    });

    it('a writer who names another leaf does not replace it; the rest of the batch is written', async () => {
      const store = await aStore(openStores);
      const first = await put(store, 'a', { n: 1 });
      const second = await put(store, 'a', { n: 2 }, first);
      const results = await store.write([
        { _id: 'a', _rev: first, n: 3 },
        { _id: 'b', n: 1 },
        { _id: 'a', n: 4 },
        { _id: 'a', _rev: '2-0123456789abcdef0123456789abcdef', n: 5 },
        { _id: 'c', _rev: '1-0123456789abcdef0123456789abcdef', n: 6 },
      ]);
      expect(results).toEqual([
        { ok: false, id: 'a', error: 'conflict' },
        { ok: true, id: 'b', rev: expect.stringMatching(/^1-/) as string },
        { ok: false, id: 'a', error: 'conflict' },
        { ok: false, id: 'a', error: 'conflict' },
        { ok: false, id: 'c', error: 'conflict' },
      ]);
      expect(await store.read('a')).toEqual({ _id: 'a', _rev: second, n: 2 });
      expect(await contentOf(store, 'b')).toEqual({ n: 1 });
      expect(await store.read('c')).toBeNull();
    });

    it('a document that a batch contains twice is written once', async () => {
      const store = await aStore(openStores);
      const [first, second] = await store.write([
        { _id: 'a', n: 1 },
        { _id: 'a', n: 2 },
      ]);
      expect(first?.ok).toBe(true);
      expect(second).toEqual({ ok: false, id: 'a', error: 'conflict' });
      expect(await contentOf(store, 'a')).toEqual({ n: 1 });
    });

    it('a document is absent after its leaf is deleted, and the deletion can be read by its revision', async () => {
      const store = await aStore(openStores);
      const first = await put(store, 'a', { n: 1 });
      await put(store, 'b');
      const [result] = await store.write([
        { _id: 'a', _rev: first, _deleted: true, why: 'merged' },
      ]);
      const rev = revOf(result);
      expect(rev).toMatch(/^2-/);
      expect(await store.read('a')).toBeNull();
      expect(await store.read('a', rev)).toEqual({
        _id: 'a',
        _rev: rev,
        _deleted: true,
        why: 'merged',
      });
      expect([...(await store.readMany(['a', 'b'])).keys()]).toEqual(['b']);
      expect(await store.leaves('a')).toEqual([deleted(rev)]);
      expect(await store.info()).toMatchObject({ docCount: 1, deletedCount: 1 });
    });

    it('a document is deleted only when the writer names its leaf', async () => {
      const store = await aStore(openStores);
      const rev = await put(store, 'a');
      const gone = await put(store, 'gone');
      await remove(store, 'gone', gone);
      const ids = ['a', 'gone', 'never'];
      expect(await store.write(ids.map((_id) => ({ _id, _deleted: true as const })))).toEqual(
        ids.map((id) => ({ ok: false, id, error: 'conflict' })),
      );
      expect(await store.leaves('a')).toEqual([living(rev)]);
      expect(await store.leaves('never')).toEqual([]);
      expect(await store.info()).toMatchObject({ docCount: 1, deletedCount: 1 });
    });

    it('comes back after its deletion, as a revision on top of it', async () => {
      const store = await aStore(openStores);
      const tombstone = await remove(store, 'a', await put(store, 'a', { n: 1 }));
      const back = await put(store, 'a', { n: 3 });
      expect(back).toMatch(/^3-/);
      expect(await store.read('a')).toEqual({ _id: 'a', _rev: back, n: 3 });
      expect(await store.leaves('a')).toEqual([living(back)]);
      const [revision] = await store.readRevisions('a', 'leaves');
      expect(revision?.ancestry.slice(0, 2)).toEqual([back, tombstone]);
      expect(await store.info()).toMatchObject({ docCount: 1, deletedCount: 0 });
    });

    it('a document is copied for readers and from writers', async () => {
      const store = await aStore(openStores);
      const draft = { _id: 'a', list: [1], inner: { n: 1 } };
      const writing = store.write([draft]);
      draft.list.push(2);
      draft.inner.n = 2;
      await writing;
      const copy = await store.read('a');
      Object.assign(copy ?? {}, { list: 'changed' });
      Object.assign((await store.readMany(['a'])).get('a')?.inner ?? {}, { n: 3 });
      expect(await contentOf(store, 'a')).toEqual({ list: [1], inner: { n: 1 } });
    });

    it('an id may have any characters that JSON and a URL can carry, up to 1,000 of them', async () => {
      const store = await aStore(openStores);
      for (const id of ODD_IDS) {
        const rev = await put(store, id, { n: 1 });
        const document = { _id: id, _rev: rev, n: 1 };
        expect(await store.read(id)).toEqual(document);
        expect(await store.readMany([id])).toEqual(new Map([[id, document]]));
        expect(await all(store.list({ from: id, to: id }))).toEqual([document]);
        expect(await store.readRevisions(id, 'leaves')).toEqual([{ document, ancestry: [rev] }]);
      }
      const changes = await all(store.changes({ since: '0' }));
      expect(changes.map(({ id }) => id).sort()).toEqual(ODD_IDS.toSorted());
    });

    it('a document is not found under an id that only looks like its own when it is encoded', async () => {
      const store = await aStore(openStores);
      await put(store, '\ufffd');
      await store.writeLocal({ _id: '\ufffd' });
      expect(await store.read('\ud800')).toBeNull();
      expect(await store.readMany(['\ud800'])).toEqual(new Map());
      expect(await store.leaves('\ud800')).toEqual([]);
      expect(await store.readRevisions('\ud800', 'leaves')).toEqual([]);
      expect(await store.readLocal('\ud800')).toBeNull();
    });

    it('a document may have fields named like properties of every object', async () => {
      const store = await aStore(openStores);
      const inner = faults.losesProto === true ? '{}' : '{"__proto__":{"polluted":true}}';
      const text = `{"constructor":1,"toString":${inner},"prototype":[]}`;
      await put(store, 'a', JSON.parse(text) as object & Record<string, unknown>);
      expect(JSON.parse(JSON.stringify(await contentOf(store, 'a')))).toEqual(JSON.parse(text));
      const kept = (await store.read('a'))?.toString ?? {};
      expect(Object.hasOwn(kept, '__proto__')).toBe(faults.losesProto !== true);
      expect('polluted' in {}).toBe(false);
    });

    it('content that no back end can store is refused, and nothing of its batch is written', async () => {
      const store = await aStore(openStores);
      for (const [what, draft] of REFUSED) {
        await expect(store.write([{ _id: 'good' }, draft]), what).rejects.toThrow(TypeError);
        expect(await store.read(draft._id), what).toBeNull();
      }
      expect(await store.read('good')).toBeNull();
      expect(await store.info()).toMatchObject({ docCount: 0, deletedCount: 0 });
    });

    it('a document may have a text of 3 MB', async () => {
      const store = await aStore(openStores);
      const text = 'ñandú '.repeat(400_000);
      await put(store, 'large', { text });
      expect((await store.read('large'))?.text).toBe(text);
    });
  });

  describe('simultaneous writers', () => {
    it('one of the writers of the same new document wins', async () => {
      const store = await aStore(openStores);
      const writers = Array.from({ length: 20 }, (_, writer) => writer);
      const results = await Promise.all(
        writers.map((writer) => store.write([{ _id: 'mail_ana@example.org', writer }])),
      );
      const winners = writers.filter((writer) => results[writer]?.[0]?.ok === true);
      expect(winners).toHaveLength(1);
      expect(await store.read('mail_ana@example.org')).toMatchObject({ writer: winners[0] });
      expect(await store.leaves('mail_ana@example.org')).toHaveLength(1);
    });

    it('only one of the writers of the same new document with the same content wins', async () => {
      const store = await aStore(openStores);
      const results = await Promise.all(
        Array.from({ length: 8 }, () => store.write([{ _id: 'once' }])),
      );
      expect(results.flat().filter(({ ok }) => ok)).toHaveLength(1);
    });

    it('one of the writers of the same leaf replaces it', async () => {
      const store = await aStore(openStores);
      const rev = await put(store, 'a', { n: 0 });
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, n) => store.write([{ _id: 'a', _rev: rev, n: n + 1 }])),
      );
      expect(results.flat().filter(({ ok }) => ok)).toHaveLength(1);
      expect(await store.leaves('a')).toHaveLength(1);
    });
  });
}
