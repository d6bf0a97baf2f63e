import { Unpacker } from '@crece/replication';
import { describe, expect, it } from 'vitest';
import { linesOf } from './lines.ts';
import {
  isLower,
  readCarried,
  readFeedPage,
  readMissing,
  readPushAnswers,
  readSnapshotLine,
  sequencePosition,
} from './wire.ts';

describe('sequences of the feed', () => {
  it.each([
    ['99', '100', true],
    ['100', '100', false],
    ['101', '100', false],
    ['9-g1AAA', '100-g1AAB', false],
    ['99', '100-g1AAA', false],
  ])('%s is lower than %s: %s', (sequence, than, expected) => {
    expect(isLower(sequence, than)).toBe(expected);
  });

  it.each([
    ['12', 12],
    ['12-g1AAA', 12],
    ['', 0],
  ])('%s has the position %i', (sequence, expected) => {
    expect(sequencePosition(sequence)).toBe(expected);
  });
});

describe('readers of server answers', () => {
  it('read a feed page with or without the number of remaining rows', () => {
    const results = [{ id: 'a', seq: 4, changes: [{ rev: '2-b' }, { rev: '2-a' }] }];
    const rows = [{ id: 'a', leaves: ['2-b', '2-a'] }];
    expect(readFeedPage({ results, last_seq: 4, pending: 7 }, '3')).toEqual({
      rows,
      sequence: '4',
      pending: 7,
    });
    expect(readFeedPage({ results, last_seq: '4' }, '3').pending).toBeNull();
  });

  it.each([null, [], { results: [] }, { results: [{}], last_seq: '1' }])(
    'refuse %j as a feed page',
    (body) => {
      expect(() => readFeedPage(body, '0')).toThrow(
        expect.objectContaining({ name: 'ProtocolError' }),
      );
    },
  );

  it.each([
    ['of no rows goes no further', [], '7', '8', true],
    ['of no rows stays', [], '7', '7', false],
    ['of no rows goes back with a server that was put back', [], '7', '6', false],
    ['ends with its last row', [5, 8], '4', '8', false],
    ['does not end after its last row', [5, 8], '4', '9', true],
    ['of a cluster ends anywhere', ['8-g1AAA'], '4-g1AAA', '9-g1AAB', false],
    ['of a cluster may have no rows', [], '4-g1AAA', '9-g1AAB', false],
  ])('%s', (_name, seqs, since, last_seq, isRefused) => {
    const results = seqs.map((seq) => ({ id: 'a', seq, changes: [] }));
    const read = () => readFeedPage({ results, last_seq, pending: 0 }, since);
    if (isRefused) expect(read).toThrow('further than its rows');
    else expect(read().sequence).toBe(last_seq);
  });

  it('accept missing revisions only when the impossible one is among them', () => {
    const missing = { a: { missing: ['1-a'] }, nowhere: { missing: ['1-0'] } };
    expect(readMissing(missing, 'nowhere').get('a')).toEqual(new Set(['1-a']));
    for (const other of [{}, { a: missing.a }, { nowhere: {} }, []]) {
      expect(() => readMissing(other, 'nowhere')).toThrow(
        expect.objectContaining({ name: 'ProtocolError' }),
      );
    }
  });

  it('refuse a document without its ancestry', () => {
    expect(() => readCarried({ _id: 'a', _rev: '1-a' })).toThrow('not an object');
  });

  it('ignore push rows that name no document or no result', () => {
    expect(
      readPushAnswers([
        { ok: true },
        { id: 'a' },
        { id: 'b', ok: true, rev: '1-b' },
        { id: 'c', rev: '1-c', error: 'forbidden', reason: 'unreadable', details: ['date', 5] },
        { id: 'd', error: 'internal_server_error' },
      ]),
    ).toEqual([
      { id: 'b', rev: '1-b', reason: null, details: [] },
      { id: 'c', rev: '1-c', reason: 'unreadable', details: ['date'] },
      { id: 'd', rev: null, reason: 'internal_server_error', details: [] },
    ]);
  });
});

describe('the lines of a snapshot', () => {
  const hash = 'a'.repeat(32);
  const block = { shapes: [{ a: 4 }], columns: [[0], ['doc'], [1], [1], ['b']], hashes: hash };
  const document = { _id: 'doc', _rev: `1-${hash}`, _revisions: { start: 1, ids: [hash] }, a: 'b' };

  it('the lines are blocks of documents, each with all its leaves, and an end line', () => {
    const unpacker = new Unpacker();
    expect(readSnapshotLine(block, unpacker)).toEqual([[document]]);
    expect(readSnapshotLine({ end: true }, unpacker)).toBeNull();
  });

  it.each([null, [], {}, { id: 'doc', docs: [document] }, { ...block, hashes: hash + hash }])(
    'a line of any other form is refused: %j',
    (line) => {
      expect(() => readSnapshotLine(line, new Unpacker())).toThrow(
        expect.objectContaining({ name: 'ProtocolError' }),
      );
    },
  );
});

describe('linesOf', () => {
  it.each([1, 2, 3, 7, 100])('returns whole lines from pieces of %i bytes', async (size) => {
    const bytes = new TextEncoder().encode('{"a":"ñ"}\n\n{"b":"日本"}\nrest');
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const lines: string[] = [];
    for await (const line of linesOf(pieces())) lines.push(line);
    expect(lines).toEqual(['{"a":"ñ"}', '', '{"b":"日本"}', 'rest']);
  });
});
