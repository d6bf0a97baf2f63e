import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newRevision } from './revision-id.ts';

function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex');
}

const PARENT = '2-0123456789abcdef0123456789abcdef';

describe('newRevision', () => {
  it('gives the id of pouchdb-utils 9.0.0 for the same document with sorted keys', () => {
    const body = {
      zScore: { wa: -1.5, ha: null },
      firstName: 'Marisol',
      _id: 'chld_test_stake_gtm_1746878400000_0a1b2c',
    };
    expect(newRevision(PARENT, body, true, md5)).toBe('3-4ced3ae3593ae3aeef5e51aa15018851');
    const first = { height: 72.5, comments: 'Jose', _id: 'scr_a' };
    expect(newRevision(null, first, false, md5)).toBe('1-fe4b7603fe3c8136a7a0be6a17737f08');
  });

  it("a revision is the same for the same content in any order, and ignores the document's own one", () => {
    const id = newRevision(PARENT, { a: 1, b: { c: 2, d: [3, 4] } }, false, md5);
    expect(newRevision(PARENT, { b: { d: [3, 4], c: 2 }, a: 1 }, false, md5)).toBe(id);
    const named = { _rev: '9-f', _deleted: true, a: 1, b: { c: 2, d: [3, 4] }, e: undefined };
    expect(newRevision(PARENT, named, false, md5)).toBe(id);
  });

  it('differs when content, order of a list, parent, deletion or document id differ', () => {
    const ids = [
      newRevision(PARENT, { a: [1, 2] }, false, md5),
      newRevision(PARENT, { a: [2, 1] }, false, md5),
      newRevision(PARENT, { a: ['1', 2] }, false, md5),
      newRevision(PARENT, { a: [1, 2] }, true, md5),
      newRevision(PARENT, { a: [1, 2], _id: 'scr_b' }, false, md5),
      newRevision('2-f123456789abcdef0123456789abcdef', { a: [1, 2] }, false, md5),
      newRevision(null, { a: [1, 2] }, false, md5),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.map((id) => id.split('-')[0])).toEqual(['3', '3', '3', '3', '3', '3', '1']);
  });

  it('digests the UTF-8 text, also beyond ASCII', () => {
    const seen: string[] = [];
    const id = newRevision(null, { name: 'Tomás' }, false, (text) => {
      seen.push(text);
      return 'f'.repeat(32);
    });
    expect(seen).toEqual(['{"name":"Tomás"}']);
    expect(id).toBe(`1-${'f'.repeat(32)}`);
  });

  it('throws for a parent that is not a revision id', () => {
    for (const parent of ['', 'x', '0-a', '3']) {
      expect(() => newRevision(parent, {}, false, md5)).toThrow(RangeError);
    }
  });
});
