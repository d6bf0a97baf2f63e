import { describe, expect, it, vi } from 'vitest';
import { ANSWER_CHARACTERS, type RevisionsAsked, StoreUnavailable } from '../document-store.ts';
import { manyIds, replicated } from '../testing/support.ts';
import type { CouchDatabase } from './couch-database.ts';
import { readFirst } from './read-first.ts';

const rowOf = (id: string, length = 1) => ({ id, found: [replicated(id, ['1-a'])], length });
const asked = (...ids: string[]): RevisionsAsked[] => ids.map((id) => ({ id, revs: 'leaves' }));

/** A database that answers these rows, and then fails if a fault is given. */
function answering(rows: readonly ReturnType<typeof rowOf>[], fault: Error | null = null) {
  const given = vi.fn();
  const revisionRows = vi.fn<CouchDatabase['revisionRows']>(async function* () {
    for (const row of rows) {
      given(row.id);
      yield row;
    }
    if (fault !== null) throw fault;
  });
  const database = { revisionRows, revisions: vi.fn(async () => new Map()) };
  return { database: database as unknown as CouchDatabase, revisionRows, given };
}

async function idsFrom(database: CouchDatabase, questions: readonly RevisionsAsked[]) {
  const answers = await readFirst(database, questions);
  return answers.map(([first]) => first?.document._id ?? null);
}

describe('readFirst', () => {
  it('asks for at most 250 revisions at once, and answers a repeated document separately', async () => {
    const ids = manyIds(250);
    const { database, revisionRows } = answering(ids.map((id) => rowOf(id)));
    const questions = [...asked(...ids), { id: 'doc_0000', revs: ['9-f'] }];
    expect(await idsFrom(database, questions)).toEqual(ids);
    expect(revisionRows.mock.calls.map(([entries]) => entries.length)).toEqual([250]);
  });

  it('asks for a revision once, and for at most 16 questions about one document', async () => {
    const { database, revisionRows } = answering([rowOf('a'), rowOf('b')]);
    const twice = { id: 'b', revs: ['1-a', '2-b'] };
    expect(await idsFrom(database, [...asked('a', 'a'), twice, twice])).toEqual([
      'a',
      'a',
      'b',
      'b',
    ]);
    expect(revisionRows.mock.calls[0]?.[0]).toEqual([
      { id: 'a' },
      { id: 'b', rev: '1-a' },
      { id: 'b', rev: '2-b' },
    ]);
    const many = Array.from({ length: 40 }, (_, n) => ({ id: 'a', revs: [`1-${n}`] }));
    expect(await readFirst(database, many)).toHaveLength(16);
  });

  it('asks for every named revision of one document, however many there are', async () => {
    const revs = Array.from({ length: 300 }, (_, n) => `1-${n.toString(16)}`);
    const { database } = answering([]);
    expect(await readFirst(database, [{ id: 'a', revs }, ...asked('b')])).toEqual([[]]);
  });

  it.each([
    ['below the limit', ANSWER_CHARACTERS / 2 - 1, ['a', 'b', 'c']],
    ['at the limit', ANSWER_CHARACTERS / 2, ['a']],
  ])('ends an answer after whole documents: two that are %s', async (_, length, expected) => {
    const rows = [rowOf('a', length), rowOf('b', length), rowOf('c')];
    const { database } = answering(rows);
    expect(await idsFrom(database, asked('a', 'b', 'c'))).toEqual(expected);
  });

  it('reads no further than needed', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((id) => rowOf(id, ANSWER_CHARACTERS));
    const { database, given } = answering(rows);
    expect(await idsFrom(database, asked('a', 'b', 'c', 'd'))).toEqual(['a']);
    expect(given.mock.calls.flat()).toEqual(['a', 'b']);
  });

  it('reads everything when the rows come in another order, and takes no document for missing', async () => {
    const rows = ['c', 'b', 'a'].map((id) => rowOf(id, ANSWER_CHARACTERS));
    expect(await idsFrom(answering(rows).database, asked('a', 'b', 'c'))).toEqual(['a', 'b', 'c']);
    // A document is skipped, so only the documents before it are known to be complete.
    const skipped = ['a', 'c', 'b'].map((id) => rowOf(id, ANSWER_CHARACTERS));
    expect(await idsFrom(answering(skipped).database, asked('a', 'b', 'c'))).toEqual(['a']);
  });

  it('takes a document without an answer for unknown', async () => {
    const { database } = answering([rowOf('a'), rowOf('c')]);
    expect(await idsFrom(database, asked('a', 'b', 'c', '_local/d'))).toEqual([
      'a',
      null,
      'c',
      null,
    ]);
  });

  it('returns what was complete before an answer was cut, and fails when nothing was', async () => {
    const cut = new StoreUnavailable('the answer was cut');
    const { database } = answering([rowOf('a'), rowOf('b'), rowOf('c')], cut);
    expect(await idsFrom(database, asked('a', 'b', 'c', 'd'))).toEqual(['a', 'b']);
    await expect(readFirst(answering([], cut).database, asked('a', 'b'))).rejects.toBe(cut);
    await expect(readFirst(answering([rowOf('a')], cut).database, asked('a', 'b'))).rejects.toBe(
      cut,
    );
    const other = new Error('a fault of the program');
    const broken = answering([rowOf('a'), rowOf('b')], other);
    await expect(readFirst(broken.database, asked('a', 'b', 'c'))).rejects.toBe(other);
  });
});
