import { describe, expect, it, vi } from 'vitest';
import type { DocumentStore } from '../document-store.ts';
import {
  all,
  aStore,
  deleted,
  living,
  manyIds,
  type OpenStores,
  put,
  remove,
  replicated,
  type ServerFaults,
} from './support.ts';

/** Generous for a busy machine. */
const PATIENT = { timeout: 20_000 };

async function changedIds(store: DocumentStore, since: string, limit?: number): Promise<string[]> {
  const options = limit === undefined ? { since } : { since, limit };
  return (await all(store.changes(options))).map(({ id }) => id);
}

export function describeFeed(openStores: OpenStores, { isCluster }: ServerFaults): void {
  /** In the order of the feed, where the whole feed has one order. */
  const inOrder = (ids: readonly string[]) => (isCluster ? ids.toSorted() : ids);

  describe('the change feed', () => {
    it('the feed is empty at first', async () => {
      const store = await aStore(openStores);
      expect(await all(store.changes({ since: '0' }))).toEqual([]);
    });

    it('the feed has each document once, at its newest change, with its leaves', async () => {
      const store = await aStore(openStores);
      const first = await put(store, 'a');
      const b = await put(store, 'b');
      const c = await put(store, 'c');
      const second = await put(store, 'a', { n: 2 }, first);
      const gone = await remove(store, 'b', b);
      const changes = await all(store.changes({ since: '0' }));
      expect(inOrder(changes.map(({ id }) => id))).toEqual(inOrder(['c', 'a', 'b']));
      const told = changes.map(({ seq: _seq, ...change }) => change);
      expect(told.toSorted((x, y) => (x.id < y.id ? -1 : 1))).toEqual([
        { id: 'a', deleted: false, leaves: [living(second)] },
        { id: 'b', deleted: true, leaves: [deleted(gone)] },
        { id: 'c', deleted: false, leaves: [living(c)] },
      ]);
      const seqs = changes.map(({ seq }) => seq);
      expect([...seqs].reverse().sort((a, b) => store.compareSequences(a, b))).toEqual(seqs);
      const { updateSeq } = await store.info();
      expect(store.compareSequences(updateSeq, seqs[2] ?? '')).toBe(0);
      expect(store.compareSequences(seqs[0] ?? '', updateSeq)).toBeLessThan(0);
      expect(store.compareSequences(updateSeq, '0')).toBeGreaterThan(0);
    });

    it('names every leaf of a conflict, the winner first, deletions last', async () => {
      const store = await aStore(openStores);
      await store.writeRevisions([
        replicated('a', ['1-a']),
        replicated('a', ['3-d', '2-e', '1-b'], { _deleted: true }),
        replicated('a', ['1-c']),
      ]);
      expect(await all(store.changes({ since: '0' }))).toMatchObject([
        { id: 'a', deleted: false, leaves: [living('1-c'), living('1-a'), deleted('3-d')] },
      ]);
    });

    it('continues after a sequence, up to a limit', async () => {
      const store = await aStore(openStores);
      for (const id of ['a', 'b', 'c', 'd']) await put(store, id);
      const everything = await all(store.changes({ since: '0' }));
      const since = everything[1]?.seq ?? '';
      const rest = everything.slice(2).map(({ id }) => id);
      if (!isCluster) expect(rest).toEqual(['c', 'd']);
      expect(inOrder(await changedIds(store, since))).toEqual(inOrder(rest));
      const [next] = await changedIds(store, since, 1);
      expect(isCluster ? rest : rest.slice(0, 1)).toContain(next);
      for (const limit of [4, 5]) {
        expect(inOrder(await changedIds(store, '0', limit))).toEqual(['a', 'b', 'c', 'd']);
      }
      expect(await changedIds(store, (await store.info()).updateSeq)).toEqual([]);
      await put(store, 'e');
      expect(inOrder(await changedIds(store, since, 9))).toEqual(inOrder([...rest, 'e']));
    });

    it('starts from the beginning for a sequence that is not its own', async () => {
      const store = await aStore(openStores);
      await put(store, 'a');
      for (const since of ['', 'nonsense', '-1', '__proto__']) {
        expect(await changedIds(store, since)).toEqual(['a']);
      }
    });

    it('a write that changes nothing does not advance the feed', async () => {
      const store = await aStore(openStores);
      await store.writeRevisions([replicated('a', ['1-a'])]);
      const { updateSeq } = await store.info();
      await store.write([{ _id: 'a' }]);
      await store.writeRevisions([replicated('a', ['1-a']), replicated('b', ['1-b'])], () => 'no');
      await store.writeLocal({ _id: 'checkpoint' });
      expect(store.compareSequences((await store.info()).updateSeq, updateSeq)).toBe(0);
    });

    it('the feed has many documents, each once, in the order of their last writes', async () => {
      const store = await aStore(openStores);
      const ids = manyIds(1_200);
      const results = await store.write(ids.map((_id) => ({ _id })));
      const edited = results.slice(0, 100).flatMap((result) => (result.ok ? [result] : []));
      await store.write(edited.map(({ id, rev }) => ({ _id: id, _rev: rev, edited: true })));
      const wanted = [...ids.slice(100), ...ids.slice(0, 100)];
      expect(inOrder(await changedIds(store, '0'))).toEqual(inOrder(wanted));
    });

    it('counts the changes after a sequence', async () => {
      const store = await aStore(openStores);
      expect(await store.countChanges('0')).toBe(0);
      const ids = manyIds(250);
      await store.write(ids.map((_id) => ({ _id })));
      const [first] = await all(store.changes({ since: '0', limit: 1 }));
      const hundredth = (await all(store.changes({ since: '0', limit: 100 }))).at(-1);
      await put(store, first?.id ?? '', { edited: true }, first?.leaves[0]?.rev);
      // In a cluster the unit's two design documents may come late, and are counted with the rest.
      const right = (count: number) => (isCluster ? [count, count + 1, count + 2] : [count]);
      expect(right(250)).toContain(await store.countChanges('0'));
      expect(right(250)).toContain(await store.countChanges('nonsense'));
      expect(right(250)).toContain(await store.countChanges(first?.seq ?? ''));
      const read = await all(store.changes({ since: hundredth?.seq ?? '' }));
      if (!isCluster) expect(read).toHaveLength(151);
      expect(right(read.length)).toContain(await store.countChanges(hundredth?.seq ?? ''));
      expect(await store.countChanges((await store.info()).updateSeq)).toBe(0);
    });

    it('ends although others keep writing, and the next reading has the rest', async () => {
      const store = await aStore(openStores);
      const ids = manyIds(300);
      await store.write(ids.map((_id) => ({ _id })));
      let written = 0;
      let since = '0';
      for await (const change of store.changes({ since })) {
        since = change.seq;
        // Stops in the end, so that a feed that never ends fails by its content.
        if (written % 3 === 0 && written < 1_000) await put(store, `new_${written}`);
        written += 1;
      }
      expect(written).toBe(300);
      expect(await changedIds(store, since)).toHaveLength(100);
    });
  });

  describe('a listener', () => {
    it('a listener is called for each batch that changed something, when the batch can be read', async () => {
      const store = await aStore(openStores);
      const heard = vi.fn();
      store.onChange(heard);
      const rev = await put(store, 'a');
      await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), PATIENT);
      await store.write([{ _id: 'b' }, { _id: 'c' }, { _id: 'a' }]);
      await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), PATIENT);
      await store.writeRevisions([replicated('d', ['1-a']), replicated('e', ['1-a'])]);
      await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(3), PATIENT);
      await remove(store, 'a', rev);
      await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(4), PATIENT);
    });

    it('a listener is not called for conflicts, known revisions, refusals and local documents', async () => {
      const store = await aStore(openStores);
      await store.writeRevisions([replicated('a', ['1-a'])]);
      const heard = vi.fn();
      store.onChange(heard);
      await store.write([{ _id: 'a' }]);
      await store.writeRevisions([replicated('a', ['1-a'])]);
      await store.writeRevisions([replicated('b', ['1-a'])], () => 'no');
      await store.writeLocal({ _id: 'checkpoint' });
      await put(store, 'c');
      await vi.waitFor(() => expect(heard).toHaveBeenCalled(), PATIENT);
      expect(heard).toHaveBeenCalledTimes(1);
    });

    it('a removed listener is not called, and others are as before', async () => {
      const store = await aStore(openStores);
      const heard = vi.fn();
      const stop = store.onChange(heard);
      store.onChange(heard);
      stop();
      stop();
      await put(store, 'a');
      await vi.waitFor(() => expect(heard).toHaveBeenCalled(), PATIENT);
      expect(heard).toHaveBeenCalledTimes(1);
    });
  });
}
