import { describe, expect, it } from 'vitest';
import type { UnitRecords } from '../unit/records/unit-records.ts';
import { carriedDocument, hashOf, revisionOf } from './carried.ts';

const ID = 'chld_test_1';

/** What every place that keeps a unit must do: the browser's IndexedDB, and memory in Node. */
export function describeRecords(openStore: () => Promise<UnitRecords>): void {
  describe('revisions taken over', () => {
    it('keep their ancestry and content, and are given back in the order asked', async () => {
      const store = await openStore();
      const third = carriedDocument(ID, ['c', 'b', 'a'], { firstName: 'Tomás', comments: 'ñ 李' });
      const other = carriedDocument('chld_test_2', ['x'], { firstName: 'Ana' });
      await store.take([third, other]);
      expect(
        await store.revisions([
          { id: other._id, rev: other._rev },
          { id: ID, rev: revisionOf(2, 'b') },
          { id: ID, rev: third._rev },
          { id: 'chld_none', rev: third._rev },
        ]),
      ).toEqual([other, third]);
    });

    it('without ancestors are given back, the winner, the other root and a removal alike', async () => {
      const store = await openStore();
      const low = carriedDocument(ID, ['b'], { firstName: 'Ana' });
      const high = carriedDocument(ID, ['c'], { firstName: 'Lucía' });
      const removal = carriedDocument('chld_test_2', ['d'], { _deleted: true, why: 'removed' });
      const edited = carriedDocument('chld_test_3', ['f', 'e'], { firstName: 'Rosa' });
      await store.take([low, removal, edited, high]);
      const asked = [removal, low, edited, high].map(({ _id: id, _rev: rev }) => ({ id, rev }));
      const replaced = { id: edited._id, rev: revisionOf(1, 'e') };
      expect(await store.revisions([replaced, ...asked])).toEqual([removal, low, edited, high]);
    });

    it('make every leaf be known, deleted ones with their body, the winner first', async () => {
      const store = await openStore();
      const low = carriedDocument(ID, ['b', 'a'], { firstName: 'Ana' });
      const high = carriedDocument(ID, ['c', 'a'], { firstName: 'Lucía' });
      const removal = carriedDocument(ID, ['e', 'd', 'a'], {
        _deleted: true,
        firstName: 'Ana',
        why: 'removed',
      });
      await store.take([low, removal, high]);
      expect(await store.leaves(ID)).toEqual([high, low, removal]);
      const { changes } = await store.changesSince(0, 10);
      expect(changes).toMatchObject([{ id: ID, sequence: await store.lastSequence() }]);
      const [{ leaves } = { leaves: [] }] = changes;
      expect(leaves[0]).toBe(high._rev);
      expect([...leaves].sort()).toEqual([low._rev, high._rev, removal._rev].sort());
    });

    it('hold a removal that was never seen living, with its body', async () => {
      const store = await openStore();
      const removal = carriedDocument(ID, ['b', 'a'], {
        _deleted: true,
        why: 'removed',
        ward: 'S',
      });
      await store.take([removal]);
      expect(await store.leaves(ID)).toEqual([removal]);
      expect(await store.readMany([ID])).toEqual(new Map());
      const { changes } = await store.changesSince(0, 10);
      expect(changes).toMatchObject([{ id: ID, deleted: true, document: { ward: 'S' } }]);
    });

    it('change nothing when they are here already', async () => {
      const store = await openStore();
      const documents = [carriedDocument(ID, ['b', 'a']), carriedDocument('chld_test_2', ['x'])];
      expect(await store.take(documents)).toMatchObject({ written: 2 });
      const sequence = await store.lastSequence();
      expect(await store.take(documents)).toMatchObject({ written: 0 });
      expect(await store.lastSequence()).toBe(sequence);
    });

    it('say how many were new when some were here already', async () => {
      const store = await openStore();
      const known = carriedDocument(ID, ['a']);
      await store.take([known]);
      const fresh = [carriedDocument(ID, ['b', 'a']), carriedDocument('chld_test_2', ['x'])];
      expect(await store.take([known, ...fresh])).toMatchObject({ written: 2 });
    });

    it('keep a thousand ancestors, and no more', async () => {
      const store = await openStore();
      const names = Array.from({ length: 1000 }, (_, index) => `r${1000 - index}`);
      const deep = carriedDocument(ID, names, { firstName: 'Ana' });
      await store.take([deep]);
      expect(await store.leaves(ID)).toEqual([deep]);
      const [written] = await store.write([{ _id: ID, _rev: deep._rev, firstName: 'B' }], 'strict');
      const [next] = await store.leaves(ID);
      expect(next).toMatchObject({ _rev: written?.rev, firstName: 'B' });
      expect(next?._revisions.start).toBe(1001);
      expect(next?._revisions.ids.slice(1)).toEqual(names.slice(0, 999).map(hashOf));
    });

    it('revisions may not carry attachments: the rest of their batch is not written either', async () => {
      const store = await openStore();
      const data = { 'a.txt': { content_type: 'text/plain', data: 'YQ==' } };
      const attached = carriedDocument(ID, ['a'], { _attachments: data });
      await expect(
        store.take([carriedDocument('chld_test_2', ['x']), attached]),
      ).rejects.toMatchObject({ code: 'refused', fields: ['_attachments'] });
      expect(await store.lastSequence()).toBe(0);
    });

    it('malformed revisions are told as a fault, and nothing is written', async () => {
      const store = await openStore();
      const unknown = carriedDocument(ID, ['a'], { _unknown: 1 });
      await expect(
        store.take([carriedDocument('chld_test_2', ['x']), unknown]),
      ).rejects.toMatchObject({ name: 'StorageError', code: 'failed' });
      expect(await store.lastSequence()).toBe(0);
    });
  });

  describe('missing', () => {
    it('names unknown documents and branches, not what was replaced by a later revision', async () => {
      const store = await openStore();
      await store.take([carriedDocument(ID, ['c', 'b', 'a'])]);
      await store.take([carriedDocument('chld_test_2', ['x'])]);
      const asked = new Map([
        [ID, [revisionOf(3, 'c'), revisionOf(2, 'b'), revisionOf(1, 'a'), revisionOf(3, 'q')]],
        ['chld_test_2', [revisionOf(1, 'x')]],
        ['chld_test_3', [revisionOf(1, 'z'), revisionOf(2, 'y')]],
      ]);
      expect(await store.missing(asked)).toEqual(
        new Map([
          [ID, [revisionOf(3, 'q')]],
          ['chld_test_3', [revisionOf(1, 'z'), revisionOf(2, 'y')]],
        ]),
      );
    });

    it('knows removed documents, their ancestors too, and is empty for nothing', async () => {
      const store = await openStore();
      await store.take([carriedDocument(ID, ['b', 'a'], { _deleted: true })]);
      const asked = new Map([[ID, [revisionOf(2, 'b'), revisionOf(1, 'a')]]]);
      expect(await store.missing(asked)).toEqual(new Map());
      expect(await store.missing(new Map())).toEqual(new Map());
    });
  });

  describe('changes', () => {
    it('name each document once, at its newest sequence, page by page', async () => {
      const store = await openStore();
      for (const letter of ['a', 'b', 'c']) {
        await store.take([carriedDocument(`chld_${letter}`, [letter])]);
      }
      await store.take([carriedDocument('chld_a', ['d', 'a'])]);
      const first = await store.changesSince(0, 2);
      expect(first).toMatchObject({
        changes: [
          { id: 'chld_b', sequence: 2, leaves: [revisionOf(1, 'b')] },
          { id: 'chld_c', sequence: 3, leaves: [revisionOf(1, 'c')] },
        ],
        sequence: 3,
      });
      expect(await store.changesSince(first.sequence, 2)).toMatchObject({
        changes: [{ id: 'chld_a', sequence: 4, leaves: [revisionOf(2, 'd')] }],
        sequence: 4,
      });
      expect(await store.changesSince(4, Number.POSITIVE_INFINITY)).toEqual({
        changes: [],
        sequence: 4,
      });
    });
  });

  describe('write', () => {
    it('answers each document in its order, null where the leaf had moved on', async () => {
      const store = await openStore();
      const left = carriedDocument(ID, ['b', 'a'], { firstName: 'Ana' });
      const right = carriedDocument(ID, ['c', 'a'], { firstName: 'Lucía' });
      await store.take([left, right, carriedDocument('chld_test_2', ['x'])]);
      const rows = await store.write(
        [
          { _id: ID, _rev: right._rev, firstName: 'Lucía', ward: 'Sur' },
          { _id: 'chld_test_2', _rev: revisionOf(1, 'older'), firstName: 'No' },
          { _id: ID, _rev: left._rev, _deleted: true, why: 'merged' },
        ],
        'strict',
      );
      expect(rows).toMatchObject([{ id: ID }, { id: 'chld_test_2', rev: null }, { id: ID }]);
      const [winner, end] = await store.leaves(ID);
      expect(winner).toMatchObject({ _rev: rows[0]?.rev, ward: 'Sur' });
      expect(end).toMatchObject({ _rev: rows[2]?.rev, _deleted: true, why: 'merged' });
      expect(end?._revisions.ids.slice(1)).toEqual(['b', 'a'].map(hashOf));
    });
  });

  describe('documents of this device', () => {
    it('documents of this device are kept and replaced, and are no changes', async () => {
      const store = await openStore();
      expect(await store.readLocal('note')).toBeNull();
      await store.writeLocal('note', { value: 1 });
      const kept = await store.readLocal('note');
      expect(kept).toMatchObject({ value: 1 });
      await store.writeLocal('note', { _rev: kept?._rev, value: 2 }, 'relaxed');
      expect(await store.readLocal('note')).toMatchObject({ value: 2 });
      await expect(store.writeLocal('note', { _rev: kept?._rev, value: 3 })).rejects.toMatchObject({
        code: 'conflict',
      });
      expect(await store.lastSequence()).toBe(0);
    });
  });
}
