import { describe, expect, it } from 'vitest';
import { addPath } from './add-path.ts';
import {
  ancestryOf,
  commonGeneration,
  isKnown,
  leavesOf,
  missingOf,
  winnerOf,
} from './read-tree.ts';
import { emptyTree, type RevisionTree } from './revision-tree.ts';

/**
 * 1-a ─ 2-b ┬ 3-c ─ 4-e
 *           ├ 3-d (deleted)
 *           └ 3-f
 * 1-9
 */
function family(): RevisionTree {
  let { tree } = addPath(emptyTree, ['4-e', '3-c', '2-b', '1-a']);
  tree = addPath(tree, ['3-d', '2-b'], { deleted: true }).tree;
  tree = addPath(tree, ['3-f', '2-b']).tree;
  return addPath(tree, ['1-9']).tree;
}

describe('leavesOf', () => {
  it('orders living leaves before deleted ones, then by higher generation, then by higher hash', () => {
    let tree = family();
    tree = addPath(tree, ['9-a', '8-a'], { deleted: true }).tree;
    tree = addPath(tree, ['10-0'], { deleted: true }).tree;
    tree = addPath(tree, ['3-ff', '2-b']).tree;
    expect(leavesOf(tree)).toEqual([
      { rev: '4-e', deleted: false },
      { rev: '3-ff', deleted: false },
      { rev: '3-f', deleted: false },
      { rev: '1-9', deleted: false },
      { rev: '10-0', deleted: true },
      { rev: '9-a', deleted: true },
      { rev: '3-d', deleted: true },
    ]);
  });

  it('returns no leaves for a document that was never written', () => {
    expect(leavesOf(emptyTree)).toEqual([]);
    expect(winnerOf(emptyTree)).toBeNull();
  });
});

describe('winnerOf', () => {
  it('the winner is a deletion only when every leaf is one', () => {
    const deleted = addPath(emptyTree, ['5-a', '4-a'], { deleted: true }).tree;
    expect(winnerOf(deleted)).toEqual({ rev: '5-a', deleted: true });
    expect(winnerOf(addPath(deleted, ['1-0']).tree)).toEqual({ rev: '1-0', deleted: false });
  });
});

describe('ancestryOf', () => {
  it('goes back to the root, or to the given limit', () => {
    expect(ancestryOf(family(), '4-e')).toEqual(['4-e', '3-c', '2-b', '1-a']);
    expect(ancestryOf(family(), '2-b')).toEqual(['2-b', '1-a']);
    expect(ancestryOf(family(), '4-e', 2)).toEqual(['4-e', '3-c']);
    expect(ancestryOf(family(), '4-0')).toEqual([]);
  });
});

describe('isKnown', () => {
  it('finds leaves and their ancestors, by the complete id only', () => {
    expect(['4-e', '3-d', '1-a', '1-9'].map((rev) => isKnown(family(), rev))).toEqual(
      new Array(4).fill(true),
    );
    expect(['4-ee', '4-', '5-e', '', '1-b'].map((rev) => isKnown(family(), rev))).toEqual(
      new Array(5).fill(false),
    );
  });
});

describe('missingOf', () => {
  it('lists missing revisions once, and leaves that they may continue', () => {
    expect(missingOf(family(), ['4-0', '4-e', '2-b', '4-0'])).toEqual({
      missing: ['4-0'],
      possibleAncestors: ['3-f', '1-9', '3-d'],
    });
    expect(missingOf(family(), ['5-0', '2-0'])).toEqual({
      missing: ['5-0', '2-0'],
      possibleAncestors: ['4-e', '3-f', '1-9', '3-d'],
    });
  });

  it('lists no possible ancestors when nothing is missing, and none of an equal or higher generation', () => {
    expect(missingOf(family(), ['4-e'])).toEqual({ missing: [], possibleAncestors: [] });
    expect(missingOf(family(), [])).toEqual({ missing: [], possibleAncestors: [] });
    expect(missingOf(family(), ['1-0']).possibleAncestors).toEqual([]);
    expect(missingOf(emptyTree, ['2-a'])).toEqual({ missing: ['2-a'], possibleAncestors: [] });
  });
});

describe('commonGeneration', () => {
  it('the common generation is that of the newest common ancestor', () => {
    const tree = family();
    expect(commonGeneration(tree, '4-e', '3-f')).toBe(2);
    expect(commonGeneration(tree, '4-e', '3-c')).toBe(3);
    expect(commonGeneration(tree, '4-e', '4-e')).toBe(4);
    expect(commonGeneration(tree, '3-d', '1-a')).toBe(1);
  });

  it('searches back to the root', () => {
    const branch = (hash: string) =>
      Array.from({ length: 1500 }, (_, i) => `${1501 - i}-${hash}`).concat('1-0');
    const one = addPath(emptyTree, branch('a'), { limit: 2000 }).tree;
    const { tree } = addPath(one, branch('b'), { limit: 2000 });
    expect(commonGeneration(tree, '1501-a', '1501-b')).toBe(1);
  });

  it('the common generation is 0 without a common revision, or when one of them is unknown', () => {
    expect(commonGeneration(family(), '4-e', '1-9')).toBe(0);
    expect(commonGeneration(family(), '4-e', '7-7')).toBe(0);
    expect(commonGeneration(emptyTree, '1-a', '1-a')).toBe(0);
  });
});
