import { MAX_GENERATION } from '@crece/replication';
import { describe, expect, it } from 'vitest';
import { carriedDocument, hashOf, revisionOf } from '../../../testing/carried.ts';
import type { CarriedDocument } from '../carried-document.ts';
import type { UnitRecords } from '../unit-records.ts';

const ID = 'chld_test_1';
const FROM_SERVER = { isOnServer: true, durability: 'relaxed' } as const;
const APART = { isOnServer: false, durability: 'strict' } as const;

/** Freezes a value deeply, so that any write into it throws. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/** First revisions of `count` children, in the order of their ids. */
export function manyChildren(count: number, letter = 'h'): CarriedDocument[] {
  return Array.from({ length: count }, (_, index) =>
    carriedDocument(`chld_many_${String(index).padStart(5, '0')}`, [`${letter}${index}`], {
      firstName: `Niña ${index}`,
      index,
    }),
  );
}

async function allChanges(records: UnitRecords, limit: number) {
  const pages = [];
  for (let since = 0; ; ) {
    const { changes, sequence } = await records.changesSince(since, limit);
    pages.push(...changes);
    expect(sequence).toBeGreaterThanOrEqual(changes.at(-1)?.sequence ?? since);
    if (changes.length < limit) return pages;
    since = sequence;
  }
}

/** The contract that every implementation of `UnitRecords` must fulfil. */
export function describeUnitRecords(openRecords: () => Promise<UnitRecords>): void {
  describe('take', () => {
    it('keeps ancestry and content, and gives revisions back in the order asked', async () => {
      const records = await openRecords();
      const third = carriedDocument(ID, ['c', 'b', 'a'], { firstName: 'Tomás', comments: 'ñ 李' });
      const other = carriedDocument('chld_test_2', ['x'], { firstName: 'Ana' });
      await records.take([third, other], FROM_SERVER);
      const asked = [
        { id: other._id, rev: other._rev },
        { id: ID, rev: revisionOf(2, 'b') },
        { id: ID, rev: third._rev },
        { id: 'chld_none', rev: third._rev },
      ];
      expect(await records.revisions(asked)).toEqual([other, third]);
    });

    it('taking does not change its arguments, and stores their content at the time of the call', async () => {
      const records = await openRecords();
      const given = frozen([
        ...manyChildren(40),
        carriedDocument(ID, ['c', 'b', 'a'], { zScore: { ha: -1.5, flags: ['a', { b: null }] } }),
        carriedDocument(ID, ['d', 'a'], { _deleted: true, why: 'removed' }),
      ]);
      await records.take(given, FROM_SERVER);
      const stored = await records.leavesOfMany([...new Set(given.map(({ _id }) => _id))]);
      expect(stored.flat()).toEqual(given);
    });

    it('stores every leaf, deleted ones with their body, and returns the winner first', async () => {
      const records = await openRecords();
      const low = carriedDocument(ID, ['b', 'a'], { firstName: 'Ana' });
      const high = carriedDocument(ID, ['c', 'a'], { firstName: 'Lucía' });
      const removal = carriedDocument(ID, ['e', 'd', 'a'], { _deleted: true, why: 'removed' });
      await records.take([low, removal, high], FROM_SERVER);
      expect(await records.leaves(ID)).toEqual([high, low, removal]);
      const { changes } = await records.changesSince(0, 10);
      expect(changes).toMatchObject([{ id: ID, deleted: false, document: { firstName: 'Lucía' } }]);
      expect(changes[0]?.leaves[0]).toBe(high._rev);
      expect(changes[0]?.leaves.toSorted()).toEqual([low._rev, high._rev, removal._rev].sort());
    });

    it('stores the deletion of a document that was never here before', async () => {
      const records = await openRecords();
      const removal = carriedDocument(ID, ['b', 'a'], { _deleted: true, why: 'removed' });
      await records.take([removal], FROM_SERVER);
      expect(await records.leaves(ID)).toEqual([removal]);
      expect(await records.read(ID)).toBeNull();
      const { changes } = await records.changesSince(0, 10);
      expect(changes).toMatchObject([{ id: ID, deleted: true, document: { why: 'removed' } }]);
    });

    it.each([FROM_SERVER, APART])(
      'changes nothing when every revision is already stored: %o',
      async (how) => {
        const records = await openRecords();
        const documents = [...manyChildren(40), carriedDocument(ID, ['b', 'a'])];
        expect(await records.take(documents, how)).toMatchObject({ written: 41 });
        const sequence = await records.lastSequence();
        const nothing = { written: 0, changes: [], range: null };
        expect(await records.take(documents, how)).toEqual(nothing);
        expect(await records.take([carriedDocument(ID, ['a'])], how)).toEqual(nothing);
        expect(await records.lastSequence()).toBe(sequence);
      },
    );

    it('returns the same changes as changesSince, with sequences without a gap', async () => {
      const records = await openRecords();
      await records.take([carriedDocument('chld_many_00007', ['b', 'a'])], FROM_SERVER);
      const before = await records.lastSequence();
      const documents = [...manyChildren(50), carriedDocument(ID, ['c', 'b'], { _deleted: true })];
      const { written, changes, range } = await records.take(documents, FROM_SERVER);
      expect(written).toBe(51);
      expect(range).toEqual([before + 1, before + 51]);
      const told = (await records.changesSince(before, 100)).changes;
      expect(new Set(changes)).toEqual(new Set(told));
      expect(told.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: 51 }, (_, place) => before + 1 + place),
      );
    });

    it('stores a revision that comes twice in one call only once', async () => {
      const records = await openRecords();
      const twice = [carriedDocument(ID, ['a']), carriedDocument(ID, ['a'])];
      expect(await records.take(twice, FROM_SERVER)).toMatchObject({ written: 1 });
      expect(await records.leaves(ID)).toEqual([twice[0]]);
    });

    it('keeps at most a thousand ancestors', async () => {
      const records = await openRecords();
      const names = Array.from({ length: 1000 }, (_, index) => `r${1000 - index}`);
      const deep = carriedDocument(ID, names, { firstName: 'Ana' });
      await records.take([deep], FROM_SERVER);
      expect(await records.leaves(ID)).toEqual([deep]);
      const edit = { _id: ID, _rev: deep._rev, firstName: 'B' };
      const [written] = await records.write([edit], 'strict');
      const [next] = await records.leaves(ID);
      expect(next).toMatchObject({ _rev: written?.rev, firstName: 'B' });
      expect(next?._revisions.start).toBe(1001);
      expect(next?._revisions.ids.slice(1)).toEqual(names.slice(0, 999).map(hashOf));
    });

    it.each([
      ['refused', { _attachments: { 'a.txt': { data: 'YQ==' } } }],
      ['failed', { _unknown: 1 }],
      ['refused', { _id: '_design/x' }],
      ['failed', { _rev: '2-ab' }],
    ])(
      'stores nothing when one document of the call is malformed (%s: %o)',
      async (code, fields) => {
        const records = await openRecords();
        const wrong = { ...carriedDocument(ID, ['a']), ...fields };
        const taking = records.take([carriedDocument('chld_test_2', ['x']), wrong], FROM_SERVER);
        await expect(taking).rejects.toMatchObject({ name: 'StorageError', code });
        expect(await records.lastSequence()).toBe(0);
      },
    );

    it('takes and edits a record of any generation up to the highest that anybody takes', async () => {
      const records = await openRecords();
      const at = (start: number): CarriedDocument => ({
        _id: ID,
        _rev: `${start}-${hashOf('a')}`,
        _revisions: { start, ids: [hashOf('a')] },
      });
      const above = records.take([at(MAX_GENERATION + 1)], FROM_SERVER);
      await expect(above).rejects.toMatchObject({ code: 'refused', fields: ['_rev'] });
      expect(await records.take([at(MAX_GENERATION - 1)], FROM_SERVER)).toMatchObject({
        written: 1,
      });
      const [written] = await records.write(
        [{ _id: ID, _rev: at(MAX_GENERATION - 1)._rev }],
        'strict',
      );
      expect(written?.rev).toMatch(new RegExp(`^${MAX_GENERATION}-`));
      const edit = records.write([{ _id: ID, _rev: written?.rev ?? '' }], 'strict');
      await expect(edit).rejects.toMatchObject({ code: 'refused', fields: ['_rev'] });
    });
  });

  describe('missing', () => {
    it('returns unknown documents and branches, but no revision that a later one replaced', async () => {
      const records = await openRecords();
      const removal = carriedDocument('chld_test_4', ['b', 'a'], { _deleted: true });
      const taken = [carriedDocument(ID, ['c', 'b', 'a']), removal, ...manyChildren(40)];
      await records.take(taken, FROM_SERVER);
      const asked = new Map([
        [ID, [revisionOf(3, 'c'), revisionOf(2, 'b'), revisionOf(1, 'a'), revisionOf(3, 'q')]],
        ['chld_many_00001', [revisionOf(1, 'h1')]],
        ['chld_many_00002', [revisionOf(1, 'h1'), revisionOf(2, 'h2')]],
        ['chld_test_3', [revisionOf(1, 'z'), revisionOf(2, 'y')]],
        ['chld_test_4', [revisionOf(2, 'b'), revisionOf(1, 'a')]],
      ]);
      expect(await records.missing(asked)).toEqual(
        new Map([
          [ID, [revisionOf(3, 'q')]],
          ['chld_many_00002', [revisionOf(1, 'h1'), revisionOf(2, 'h2')]],
          ['chld_test_3', [revisionOf(1, 'z'), revisionOf(2, 'y')]],
        ]),
      );
      expect(await records.missing(new Map())).toEqual(new Map());
    });
  });

  describe('changesSince', () => {
    it('returns each document once, at its newest sequence, page by page', async () => {
      const records = await openRecords();
      for (const letter of ['a', 'b', 'c']) {
        await records.take([carriedDocument(`chld_${letter}`, [letter])], FROM_SERVER);
      }
      await records.take([carriedDocument('chld_a', ['d', 'a'])], FROM_SERVER);
      const first = await records.changesSince(0, 2);
      expect(first.changes.map(({ id, sequence }) => [id, sequence])).toEqual([
        ['chld_b', 2],
        ['chld_c', 3],
      ]);
      expect(first.sequence).toBe(3);
      const second = await records.changesSince(first.sequence, 2);
      expect(second.changes).toMatchObject([{ id: 'chld_a', leaves: [revisionOf(2, 'd')] }]);
      expect(await records.changesSince(4, Number.POSITIVE_INFINITY)).toEqual({
        changes: [],
        sequence: 4,
      });
    });

    it.each([1, 7, 33, 500])(
      'misses no document in pages of %i while edits and a download are written',
      async (limit) => {
        const records = await openRecords();
        await records.take(manyChildren(90), FROM_SERVER);
        const edited = manyChildren(90).filter((_, place) => place % 7 === 3);
        await records.write(
          edited.map(({ _id, _rev }) => ({ _id, _rev, firstName: 'Nueva' })),
          'strict',
        );
        const changes = await allChanges(records, limit);
        expect(changes.map(({ id }) => id).toSorted()).toEqual(
          manyChildren(90).map(({ _id }) => _id),
        );
        const names = new Map(changes.map(({ id, document }) => [id, document['firstName']]));
        expect([...names.values()].filter((name) => name === 'Nueva')).toHaveLength(edited.length);
        const sequences = changes.map(({ sequence }) => sequence);
        expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
      },
    );
  });

  describe('write', () => {
    it('returns one result per document in order, with null where the revision was no longer a leaf', async () => {
      const records = await openRecords();
      const left = carriedDocument(ID, ['b', 'a'], { firstName: 'Ana' });
      const right = carriedDocument(ID, ['c', 'a'], { firstName: 'Lucía' });
      await records.take([left, right, ...manyChildren(20)], FROM_SERVER);
      const rows = await records.write(
        frozen([
          { _id: ID, _rev: right._rev, firstName: 'Lucía', ward: 'Sur' },
          { _id: 'chld_many_00003', _rev: revisionOf(1, 'older'), firstName: 'No' },
          { _id: ID, _rev: left._rev, _deleted: true, why: 'merged' },
          { _id: 'chld_many_00003', firstName: 'No' },
          { _id: 'chld_new', _rev: revisionOf(1, 'a'), firstName: 'No' },
        ]),
        'strict',
      );
      expect(rows.map(({ id, rev }) => [id, rev !== null])).toEqual([
        [ID, true],
        ['chld_many_00003', false],
        [ID, true],
        ['chld_many_00003', false],
        ['chld_new', false],
      ]);
      const [winner, end] = await records.leaves(ID);
      expect(winner).toMatchObject({ _rev: rows[0]?.rev, ward: 'Sur' });
      expect(end).toMatchObject({ _rev: rows[2]?.rev, _deleted: true, why: 'merged' });
      expect(end?._revisions.ids.slice(1)).toEqual(['b', 'a'].map(hashOf));
      expect(await records.read('chld_many_00003')).toMatchObject({ firstName: 'Niña 3' });
    });

    it('gives the revision ids of PouchDB 9, also for text beyond ASCII', async () => {
      const records = await openRecords();
      const first = { _id: ID, firstName: 'Ñoño 李', zScore: { wa: -1.5, ha: null } };
      const [made] = await records.write([first], 'strict');
      expect(made?.rev).toBe('1-6c4a66156edcb3bb65f274f3590b9632');
      const removal = { _id: ID, _rev: made?.rev ?? '', why: 'removed', _deleted: true };
      const [removed] = await records.write([removal], 'strict');
      expect(removed?.rev).toBe('2-9f198dc60b4a753af35d61d27af6cdda');
      const [back] = await records.write([{ _id: ID, firstName: 'Otra' }], 'strict');
      expect(back?.rev).toBe('3-9bca489dc5ccccbd4b478a956e215fb8');
    });

    it('returns copies that the caller may change', async () => {
      const records = await openRecords();
      await records.take(manyChildren(20), FROM_SERVER);
      const change = (document: object | null | undefined): void => {
        Object.assign(document ?? {}, { firstName: 'changed' });
      };
      const id = 'chld_many_00005';
      change(await records.read(id));
      change((await records.leaves(id))[0]);
      change((await records.changesSince(0, 20)).changes[5]?.document);
      expect(await records.read(id)).toMatchObject({ firstName: 'Niña 5' });
    });

    it('readMany sees a write, and returns the living documents in docs and in blocks', async () => {
      const records = await openRecords();
      await records.take(manyChildren(40), FROM_SERVER);
      const [first] = manyChildren(1);
      await records.write([{ _id: 'chld_many_00000', _rev: first?._rev ?? '', a: 1 }], 'strict');
      const gone = { _id: 'chld_many_00001', _rev: revisionOf(1, 'h1'), _deleted: true };
      await records.write([gone, { _id: 'scr_new', a: 2 }], 'relaxed');
      const ids = ['scr_new', 'chld_many_00039', 'chld_many_00001', 'chld_many_00000', 'mthr_no'];
      const read = await records.readMany([...ids, 'scr_new']);
      expect([...read.keys()].sort()).toEqual(['chld_many_00000', 'chld_many_00039', 'scr_new']);
      expect(read.get('chld_many_00039')).toEqual({
        _id: 'chld_many_00039',
        _rev: revisionOf(1, 'h39'),
        firstName: 'Niña 39',
        index: 39,
      });
    });
  });

  describe('local documents', () => {
    it('local documents are stored and replaced, and do not appear in the changes', async () => {
      const records = await openRecords();
      expect(await records.readLocal('note')).toBeNull();
      await records.writeLocal('note', frozen({ value: [1] }));
      const kept = await records.readLocal('note');
      expect(kept).toMatchObject({ _id: '_local/note', value: [1] });
      await records.writeLocal('note', { _rev: kept?._rev ?? '', value: 2 }, 'relaxed');
      expect(await records.readLocal('note')).toMatchObject({ value: 2 });
      for (const stale of [{ _rev: kept?._rev ?? '' }, {}]) {
        await expect(records.writeLocal('note', { ...stale, value: 3 })).rejects.toMatchObject({
          code: 'conflict',
        });
      }
      expect(await records.lastSequence()).toBe(0);
    });
  });
}
