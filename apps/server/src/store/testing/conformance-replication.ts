import { describe, expect, it, vi } from 'vitest';
import {
  ANSWER_CHARACTERS,
  type DocumentStore,
  type Replicated,
  type RevisionCheck,
  type RevisionsAsked,
} from '../document-store.ts';
import {
  all,
  aStore,
  deleted,
  deletion,
  living,
  manyIds,
  type OpenStores,
  put,
  replicated,
} from './support.ts';

const MALFORMED: readonly [what: string, revision: Replicated][] = [
  ['no ancestry', { document: { _id: 'b', _rev: '1-a' }, ancestry: [] }],
  ['the ancestry of another', { document: { _id: 'b', _rev: '1-a' }, ancestry: ['1-b'] }],
  ['a gap in its ancestry', replicated('b', ['3-a', '1-a'])],
  ['a revision that is none', replicated('b', ['1-XYZ'])],
  ['a reserved field', replicated('b', ['1-a'], { _revisions: {} })],
  ['an id of the protocol', replicated('_design/b', ['1-a'])],
];

export function describeReplication(openStores: OpenStores): void {
  describe('replicated revisions', () => {
    it('replicated revisions are stored as they are, with their ancestry', async () => {
      const store = await aStore(openStores);
      const revision = replicated('a', ['3-c', '2-b', '1-a'], { n: 3 });
      expect(await store.writeRevisions([revision])).toEqual([
        { ok: true, id: 'a', rev: '3-c', known: false },
      ]);
      expect(await store.read('a')).toEqual({ _id: 'a', _rev: '3-c', n: 3 });
      expect(await store.readRevisions('a', 'leaves')).toEqual([revision]);
      expect(await store.readRevisions('a', ['3-c', '9-f'])).toEqual([revision]);
      expect(await store.read('a', '2-b')).toBeNull();
    });

    it('replicated revisions are known the second time, and so are their ancestors', async () => {
      const store = await aStore(openStores);
      const revision = replicated('a', ['3-c', '2-b', '1-a'], { n: 3 });
      await store.writeRevisions([revision]);
      expect(
        await store.writeRevisions([
          revision,
          replicated('a', ['2-b', '1-a'], { n: 2 }),
          replicated('b', ['1-a']),
          replicated('b', ['1-a']),
        ]),
      ).toEqual([
        { ok: true, id: 'a', rev: '3-c', known: true },
        { ok: true, id: 'a', rev: '2-b', known: true },
        { ok: true, id: 'b', rev: '1-a', known: false },
        { ok: true, id: 'b', rev: '1-a', known: true },
      ]);
      expect(await store.leaves('a')).toEqual([living('3-c')]);
    });

    it('continue a stored revision', async () => {
      const store = await aStore(openStores);
      const first = await put(store, 'a', { n: 1 });
      await store.writeRevisions([replicated('a', ['3-c', '2-b', first], { n: 3 })]);
      expect(await store.leaves('a')).toEqual([living('3-c')]);
      const fourth = await put(store, 'a', { n: 4 }, '3-c');
      expect(fourth).toMatch(/^4-/);
      expect(await store.readRevisions('a', 'leaves')).toEqual([
        replicated('a', [fourth, '3-c', '2-b', first], { n: 4 }),
      ]);
    });

    it('make a conflict beside another leaf: the higher generation wins, then the higher hash', async () => {
      const store = await aStore(openStores);
      await store.writeRevisions([replicated('a', ['2-b', '1-0'], { n: 'b' })]);
      await store.writeRevisions([replicated('a', ['2-c', '1-0'], { n: 'c' })]);
      await store.writeRevisions([replicated('a', ['2-a', '1-0'], { n: 'a' })]);
      expect(await store.leaves('a')).toEqual([living('2-c'), living('2-b'), living('2-a')]);
      expect(await store.read('a')).toEqual({ _id: 'a', _rev: '2-c', n: 'c' });
      expect(await store.read('a', '2-a')).toEqual({ _id: 'a', _rev: '2-a', n: 'a' });
      await store.writeRevisions([replicated('a', ['3-e', '2-a', '1-0'], { n: 'e3' })]);
      expect(await store.read('a')).toMatchObject({ n: 'e3' });
      expect(await store.leaves('a')).toEqual([living('3-e'), living('2-c'), living('2-b')]);
      expect((await store.info()).docCount).toBe(1);
    });

    it('a replicated deletion of one leaf lets the other become the winner again', async () => {
      const store = await aStore(openStores);
      await store.writeRevisions([
        replicated('a', ['2-b', '1-a'], { n: 'b' }),
        replicated('a', ['2-c', '1-a'], { n: 'c' }),
      ]);
      await store.writeRevisions([deletion('a', ['3-d', '2-c', '1-a'])]);
      expect(await store.read('a')).toEqual({ _id: 'a', _rev: '2-b', n: 'b' });
      expect(await store.leaves('a')).toEqual([living('2-b'), deleted('3-d')]);
      expect(await store.info()).toMatchObject({ docCount: 1, deletedCount: 0 });
      await store.writeRevisions([deletion('a', ['3-e', '2-b', '1-a'])]);
      expect(await store.read('a')).toBeNull();
      expect(await store.leaves('a')).toEqual([deleted('3-e'), deleted('3-d')]);
      expect(await store.info()).toMatchObject({ docCount: 0, deletedCount: 1 });
      await store.writeRevisions([replicated('a', ['4-f', '3-d', '2-c', '1-a'], { n: 'f' })]);
      expect(await store.read('a')).toMatchObject({ _rev: '4-f', n: 'f' });
      expect(await store.readRevisions('a', 'leaves')).toEqual([
        replicated('a', ['4-f', '3-d', '2-c', '1-a'], { n: 'f' }),
        deletion('a', ['3-e', '2-b', '1-a']),
      ]);
      expect(await store.info()).toMatchObject({ docCount: 1, deletedCount: 0 });
    });

    it('a losing revision can be edited and deleted, and the winner remains', async () => {
      const store = await aStore(openStores);
      await store.writeRevisions([
        replicated('a', ['1-a'], { n: 'a' }),
        replicated('a', ['3-c', '2-d', '1-e'], { n: 'c' }),
      ]);
      const edited = await put(store, 'a', { n: 'a2' }, '1-a');
      expect(await store.leaves('a')).toEqual([living('3-c'), living(edited)]);
      const [result] = await store.write([{ _id: 'a', _rev: edited, _deleted: true }]);
      expect(result).toMatchObject({ ok: true });
      expect(await store.read('a')).toMatchObject({ n: 'c' });
      expect((await store.leaves('a')).map((leaf) => leaf.deleted)).toEqual([false, true]);
    });

    it('a replicated revision may be a document’s only one, even a deletion', async () => {
      const store = await aStore(openStores);
      await store.writeRevisions([deletion('a', ['2-b', '1-a'])]);
      expect(await store.read('a')).toBeNull();
      expect(await store.read('a', '2-b')).toEqual({ _id: 'a', _rev: '2-b', _deleted: true });
      expect(await store.info()).toMatchObject({ docCount: 0, deletedCount: 1 });
    });

    it('malformed revisions are refused, and nothing of the batch is written', async () => {
      const store = await aStore(openStores);
      for (const [what, bad] of MALFORMED) {
        const writing = store.writeRevisions([replicated('a', ['1-a']), bad]);
        await expect(writing, what).rejects.toThrow(TypeError);
      }
      expect(await all(store.changes({ since: '0' }))).toEqual([]);
    });

    it('replicated revisions are stored in batches of thousands, answered in their order', async () => {
      const store = await aStore(openStores);
      const ids = manyIds(2_000);
      const batch = ids.map((id) => replicated(id, ['2-b', '1-a'], { text: 'x'.repeat(600) }));
      const results = await store.writeRevisions(batch);
      expect(results.map(({ id }) => id)).toEqual(ids);
      expect(results.every((result) => result.ok && !result.known)).toBe(true);
      expect((await store.info()).docCount).toBe(2_000);
      const again = await store.writeRevisions(batch);
      expect(again.every((result) => result.ok && result.known)).toBe(true);
    });
  });

  it('a revision that is asked for twice is not reported as missing', async () => {
    const store = await aStore(openStores);
    await store.writeRevisions([replicated('a', ['1-a'])]);
    const asked = new Map([['a', ['1-a', '1-a', '1-b', '1-b']]]);
    expect((await store.missingRevisions(asked)).get('a')?.missing).toEqual(['1-b']);
  });

  describe('a check of replicated revisions', () => {
    it('sees the leaves before and after the whole batch', async () => {
      const store = await aStore(openStores);
      await store.writeRevisions([replicated('a', ['2-b', '1-a'])]);
      const batch = [
        deletion('a', ['3-d', '2-b', '1-a']),
        replicated('new', ['1-a']),
        replicated('a', ['2-c', '1-a']),
      ];
      const check = vi.fn<RevisionCheck>(() => null);
      await store.writeRevisions(batch, check);
      const ofA = {
        size: { before: 2, after: 4 },
        before: [living('2-b')],
        after: [living('2-c'), deleted('3-d')],
        unjoined: null,
      };
      const ofNew = {
        size: { before: 0, after: 1 },
        before: [],
        after: [living('1-a')],
        unjoined: null,
      };
      const asked = check.mock.calls.map(([candidate]) => candidate);
      expect(asked).toHaveLength(3);
      expect(asked).toContainEqual({ revision: batch[0], ...ofA });
      expect(asked).toContainEqual({ revision: batch[1], ...ofNew });
      expect(asked).toContainEqual({ revision: batch[2], ...ofA });
    });

    it('a check is told the highest revision of the batch that joins nothing stored', async () => {
      const store = await aStore(openStores);
      await store.writeRevisions([replicated('a', ['2-b', '1-a'])]);
      const check = vi.fn<RevisionCheck>(() => null);
      const batch = [replicated('a', ['9-d', '8-c']), replicated('a', ['3-c', '2-b'])];
      await store.writeRevisions(batch, check);
      expect(check.mock.calls.map(([{ unjoined }]) => unjoined)).toEqual(['9-d', '9-d']);
    });

    it('refuses single revisions with its reason; the others are written', async () => {
      const store = await aStore(openStores);
      const results = await store.writeRevisions(
        [
          replicated('a', ['1-a'], { n: 1 }),
          replicated('a', ['2-b', '1-a'], { n: 2 }),
          deletion('b', ['2-a', '1-a']),
          replicated('c', ['1-c']),
        ],
        ({ revision: { document } }) =>
          document._rev === '2-b' || document._deleted === true ? 'not-yours' : null,
      );
      expect(results).toEqual([
        { ok: true, id: 'a', rev: '1-a', known: false },
        { ok: false, id: 'a', rev: '2-b', reason: 'not-yours' },
        { ok: false, id: 'b', rev: '2-a', reason: 'not-yours' },
        { ok: true, id: 'c', rev: '1-c', known: false },
      ]);
      expect(await store.leaves('a')).toEqual([living('1-a')]);
      expect(await store.read('a')).toMatchObject({ n: 1 });
      expect(await store.leaves('b')).toEqual([]);
      expect(await store.read('a', '2-b')).toBeNull();
      const missing = await store.missingRevisions(new Map([['a', ['2-b']]]));
      expect(missing.get('a')?.missing).toEqual(['2-b']);
    });

    it('a check is not called for known revisions', async () => {
      const store = await aStore(openStores);
      await store.writeRevisions([replicated('a', ['2-b', '1-a'])]);
      const check = vi.fn<RevisionCheck>(() => 'no');
      expect(
        await store.writeRevisions(
          [replicated('a', ['2-b', '1-a']), replicated('a', ['1-a'])],
          check,
        ),
      ).toEqual([
        { ok: true, id: 'a', rev: '2-b', known: true },
        { ok: true, id: 'a', rev: '1-a', known: true },
      ]);
      expect(check).not.toHaveBeenCalled();
    });

    it('a check that throws leaves nothing written, and the next write works', async () => {
      const store = await aStore(openStores);
      const failing = store.writeRevisions(
        [replicated('a', ['1-a']), replicated('b', ['1-a'])],
        ({ revision }) => {
          if (revision.document._id === 'b') throw new Error('a fault of the check');
          return null;
        },
      );
      await expect(failing).rejects.toThrow('a fault of the check');
      expect(await all(store.changes({ since: '0' }))).toEqual([]);
      expect(await put(store, 'a')).toMatch(/^1-/);
    });
  });
}

export function describeBulkReads(openStores: OpenStores): void {
  describe('several documents read in one call', () => {
    /**
     * Everything asked for, however many calls it takes, and how many answers came in each call.
     */
    async function answersTo(store: DocumentStore, asked: readonly RevisionsAsked[]) {
      const answers: Replicated[][] = [];
      const chunks: number[] = [];
      while (answers.length < asked.length) {
        const some = await store.readManyRevisions(asked.slice(answers.length));
        expect(some.length).toBeGreaterThan(0);
        chunks.push(some.length);
        answers.push(...some);
      }
      return { answers, chunks };
    }

    it('documents are answered in the order asked, each as if it were read alone', async () => {
      const store = await aStore(openStores);
      await store.writeRevisions([
        replicated('a', ['1-a'], { n: 1 }),
        replicated('a', ['2-b', '1-a'], { n: 'wins' }),
        replicated('a', ['1-c'], { n: 'loses' }),
        deletion('gone', ['2-d', '1-e']),
        replicated('b', ['1-f'], { n: 'b' }),
        ...manyIds(600).map((id) => replicated(id, ['1-a'], { id })),
      ]);
      const asked: RevisionsAsked[] = [
        { id: 'b', revs: 'leaves' },
        { id: 'a', revs: 'leaves' },
        { id: 'nobody', revs: 'leaves' },
        { id: 'nobody', revs: ['1-a'] },
        ...manyIds(600).map((id) => ({ id, revs: ['1-a'] })),
        { id: 'a', revs: ['1-c', '9-f', '1-XYZ', '2-b'] },
        { id: 'a', revs: [] },
        { id: 'a', revs: ['1-a'] },
        { id: '_design/crece', revs: 'leaves' },
        { id: '', revs: 'leaves' },
        { id: '\ud800', revs: 'leaves' },
        { id: 'gone', revs: 'leaves' },
        { id: 'a', revs: 'leaves' },
      ];
      const { answers } = await answersTo(store, asked);
      const alone = await Promise.all(asked.map(({ id, revs }) => store.readRevisions(id, revs)));
      expect(answers).toEqual(alone);
      expect(answers.slice(0, 5)).toEqual([
        [replicated('b', ['1-f'], { n: 'b' })],
        [replicated('a', ['2-b', '1-a'], { n: 'wins' }), replicated('a', ['1-c'], { n: 'loses' })],
        [],
        [],
        [replicated('doc_0000', ['1-a'], { id: 'doc_0000' })],
      ]);
      expect(answers.at(-2)).toEqual([deletion('gone', ['2-d', '1-e'])]);
      expect(await store.readManyRevisions([])).toEqual([]);
    });

    it('large documents are answered a few at a time, but at least one however large it is', async () => {
      const store = await aStore(openStores);
      const text = 'x'.repeat(ANSWER_CHARACTERS / 4);
      const ids = manyIds(9);
      await store.writeRevisions(ids.map((id) => replicated(id, ['1-a'], { id, text })));
      await put(store, 'huge', { text: text.repeat(5) });
      const asked = [...ids, 'huge', ...ids].map((id) => ({ id, revs: 'leaves' as const }));
      const { answers, chunks } = await answersTo(store, asked);
      expect(answers.map(([first]) => first?.document._id)).toEqual(asked.map(({ id }) => id));
      expect(answers.every(([first]) => String(first?.document['text']).startsWith(text))).toBe(
        true,
      );
      // About four fit one answer; the huge one may come among others or alone.
      expect(Math.max(...chunks)).toBeLessThanOrEqual(5);
      expect(chunks.length).toBeLessThanOrEqual(8);
    });
  });

  describe('the call for missing revisions', () => {
    it('answers the unknown ones with leaves that they may continue', async () => {
      const store = await aStore(openStores);
      await store.writeRevisions([
        replicated('a', ['2-b', '1-a']),
        replicated('a', ['4-d', '3-9', '2-8', '1-a']),
        replicated('b', ['1-a']),
      ]);
      const asked = new Map([
        ['a', ['3-f', '2-b', '1-a', '4-d', '3-e']],
        ['b', ['1-a']],
        ['new', ['1-a', '2-c']],
        ['constructor', ['1-a']],
        ['__proto__', ['1-a']],
      ]);
      expect(await store.missingRevisions(asked)).toEqual(
        new Map([
          ['a', { missing: ['3-f', '3-e'], possibleAncestors: ['2-b'] }],
          ['new', { missing: ['1-a', '2-c'], possibleAncestors: [] }],
          ['constructor', { missing: ['1-a'], possibleAncestors: [] }],
          ['__proto__', { missing: ['1-a'], possibleAncestors: [] }],
        ]),
      );
    });
  });
}
