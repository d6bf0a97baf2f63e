import { describe, expect, it } from 'vitest';
import { type CarriedLeaf, contestedVersions } from './contested-versions.ts';

const ID = 'scr_test_stake_gtm_1746878700000_3d4e5f';
const BASE = { height: 70, weight: 8, comments: 'x', interviewer: 'Ana' };

/** A leaf that changed fields of the common revision `1-a`. */
function leaf(rev: string, changed: object, deleted?: true): CarriedLeaf {
  const stamp = Object.fromEntries([
    ...Object.keys(BASE).map((name) => [name, 1] as const),
    ...Object.keys(changed).map((name) => [name, 2] as const),
  ]);
  const mark = deleted ? { _deleted: deleted } : {};
  return {
    document: { ...BASE, ...changed, _id: ID, _rev: rev, stamp, ...mark },
    ancestry: [rev, '1-a'],
  };
}

describe('contestedVersions', () => {
  it('returns the record with the contested fields of each other leaf', () => {
    const versions = contestedVersions([leaf('2-b', { height: 68 }), leaf('2-c', { height: 60 })]);
    expect(versions.map(({ _rev, height, weight }) => ({ _rev, height, weight }))).toEqual([
      { _rev: '2-c', height: 68, weight: 8 },
    ]);
  });

  it.each([
    ['merging ends it by itself', leaf('2-b', { height: 68 }), leaf('2-c', { weight: 7 })],
    [
      'it decides no assessment',
      leaf('2-b', { interviewer: 'B' }),
      leaf('2-c', { interviewer: 'C' }),
    ],
    ['the other side was removed', leaf('2-b', { height: 68 }), leaf('2-c', { height: 60 }, true)],
  ])('returns nothing when %s', (_why, one, other) => {
    expect(contestedVersions([one, other])).toEqual([]);
  });

  it('returns nothing for a record with one leaf, or with none', () => {
    expect(contestedVersions([leaf('2-b', { height: 68 })])).toEqual([]);
    expect(contestedVersions([])).toEqual([]);
  });
});
