import { describe, expect, it } from 'vitest';
import { addPath } from './add-path.ts';
import { ancestryOf, isKnown, leavesOf, winnerOf } from './read-tree.ts';
import { emptyTree, type RevisionTree } from './revision-tree.ts';

/** A tree of these paths, each written oldest first; `!` in front marks a deletion. */
function treeOf(paths: readonly string[], limit = 1000): RevisionTree {
  return paths.reduce((tree, path) => addPath(tree, ...argumentsOf(path, limit)).tree, emptyTree);
}

function argumentsOf(path: string, limit: number): [string[], { deleted: boolean; limit: number }] {
  const deleted = path.startsWith('!');
  return [path.replace('!', '').split(' '), { deleted, limit }];
}

function leafNames(tree: RevisionTree): string[] {
  return leavesOf(tree).map(({ rev, deleted }) => (deleted ? `!${rev}` : rev));
}

describe('addPath', () => {
  it('creates the first revision of a document', () => {
    const added = addPath(emptyTree, ['2-b', '1-a']);
    expect(added).toEqual({
      tree: { revs: ['1-a', '2-b'], parents: [-1, 0], deleted: [] },
      outcome: 'new-leaf',
      stemmed: [],
    });
  });

  it('continues a leaf or branches off, and reports which', () => {
    const tree = treeOf(['2-b 1-a']);
    const edited = addPath(tree, ['3-c', '2-b', '1-a']);
    expect(edited.outcome).toBe('new-leaf');
    expect(leafNames(edited.tree)).toEqual(['3-c']);
    const conflict = addPath(edited.tree, ['3-d', '2-b', '1-a']);
    expect(conflict.outcome).toBe('new-branch');
    expect(leafNames(conflict.tree)).toEqual(['3-d', '3-c']);
    const ofConflict = addPath(conflict.tree, ['4-e', '3-c']);
    expect(ofConflict.outcome).toBe('new-leaf');
    expect(leafNames(ofConflict.tree)).toEqual(['4-e', '3-d']);
    const elsewhere = addPath(ofConflict.tree, ['1-f']);
    expect(elsewhere.outcome).toBe('new-branch');
    expect(leafNames(elsewhere.tree)).toEqual(['4-e', '3-d', '1-f']);
  });

  it('returns the same tree object for a known path', () => {
    const tree = treeOf(['3-c 2-b 1-a', '!3-d 2-b']);
    for (const path of [['3-c'], ['2-b', '1-a'], ['3-d', '2-b', '1-a']]) {
      const added = addPath(tree, path, { deleted: true });
      expect(added.tree).toBe(tree);
      expect(added.outcome).toBe('known');
    }
    expect(leafNames(tree)).toEqual(['3-c', '!3-d']);
  });

  it('revives a deleted document, on top of the deletion or beside it', () => {
    const deleted = treeOf(['!2-b 1-a']);
    expect(leafNames(deleted)).toEqual(['!2-b']);
    expect(leafNames(treeOf(['!2-b 1-a', '3-c 2-b']))).toEqual(['3-c']);
    expect(leafNames(treeOf(['!2-b 1-a', '1-f']))).toEqual(['1-f', '!2-b']);
  });

  it('forgets a deletion that was edited later, in either order of arrival', () => {
    expect(treeOf(['!2-b 1-a', '3-c 2-b 1-a'])).toEqual(treeOf(['3-c 2-b 1-a', '!2-b 1-a']));
    expect(treeOf(['!2-b 1-a', '3-c 2-b 1-a']).deleted).toEqual([]);
  });

  it('joins two roots when a path contains the revisions between them', () => {
    const apart = treeOf(['2-b 1-a', '5-e 4-d', '4-f 3-c']);
    expect(apart.parents.filter((parent) => parent === -1)).toHaveLength(3);
    const known = addPath(apart, ['5-e', '4-d', '3-c', '2-b', '1-a']);
    expect(known.outcome).toBe('known');
    expect(leafNames(known.tree)).toEqual(['5-e', '4-f']);
    expect(ancestryOf(known.tree, '4-f')).toEqual(['4-f', '3-c', '2-b', '1-a']);
    expect(known.tree).toEqual(treeOf(['5-e 4-d 3-c 2-b 1-a', '4-f 3-c']));
  });

  it('keeps the known parent when a path names another one', () => {
    const tree = treeOf(['3-c 2-b 1-a']);
    const added = addPath(tree, ['4-d', '3-c', '2-e', '1-f']);
    expect(added.tree).toEqual(treeOf(['4-d 3-c 2-b 1-a']));
    expect(isKnown(added.tree, '2-e')).toBe(false);
  });

  it('throws for an invalid path and for a limit below 1', () => {
    for (const path of [[], ['2-b', '2-a'], ['3-c', '1-a'], ['x'], ['1-A'], ['0-a']]) {
      expect(() => addPath(emptyTree, path)).toThrow(RangeError);
    }
    for (const limit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => addPath(emptyTree, ['1-a'], { limit })).toThrow(RangeError);
    }
  });
});

describe('addPath with a limit', () => {
  it('cuts above the limit and not at it', () => {
    const three = addPath(treeOf(['2-b 1-a']), ['3-c', '2-b'], { limit: 3 });
    expect(three.stemmed).toEqual([]);
    expect(three.tree.revs).toEqual(['1-a', '2-b', '3-c']);
    const four = addPath(three.tree, ['4-d', '3-c'], { limit: 3 });
    expect(four.stemmed).toEqual(['1-a']);
    expect(four.tree).toEqual({ revs: ['2-b', '3-c', '4-d'], parents: [-1, 0, 1], deleted: [] });
  });

  it('keeps only the leaves with a limit of 1', () => {
    const tree = treeOf(['1-a', '2-b 1-a', '2-c 1-a', '3-d 2-b'], 1);
    expect(tree.revs).toEqual(['2-c', '3-d']);
    expect(leafNames(tree)).toEqual(['3-d', '2-c']);
  });

  it('keeps for a short branch the ancestors that a long one has lost', () => {
    const tree = treeOf(['2-b 1-a', '4-d 3-c 2-e 1-a'], 3);
    expect(tree.revs).toEqual(['1-a', '2-b', '2-e', '3-c', '4-d']);
    expect(ancestryOf(tree, '2-b')).toEqual(['2-b', '1-a']);
    expect(ancestryOf(tree, '4-d', 3)).toEqual(['4-d', '3-c', '2-e']);
  });

  it('returns the revisions cut off a new path that is longer than the limit', () => {
    const added = addPath(emptyTree, ['4-d', '3-c', '2-b', '1-a'], { limit: 2 });
    expect(added.stemmed).toEqual(['2-b', '1-a']);
    expect(added.tree.revs).toEqual(['3-c', '4-d']);
    const again = addPath(added.tree, ['4-d', '3-c', '2-b', '1-a'], { limit: 2 });
    expect(again.tree).toBe(added.tree);
    expect(again.outcome).toBe('known');
  });

  it('keeps the newest 1,000 of each leaf by default', () => {
    const path = Array.from({ length: 1001 }, (_, i) => `${1001 - i}-a`);
    expect(addPath(emptyTree, path.slice(1)).stemmed).toEqual([]);
    const { tree, stemmed } = addPath(emptyTree, path);
    expect(stemmed).toEqual(['1-a']);
    expect(ancestryOf(tree, '1001-a')).toEqual(path.slice(0, 1000));
  });

  it('handles chains and fans of many thousands of revisions', () => {
    const path = Array.from({ length: 20_000 }, (_, i) => `${20_000 - i}-a`);
    const { tree } = addPath(emptyTree, path, { limit: 50_000 });
    expect(winnerOf(tree)?.rev).toBe('20000-a');
    expect(ancestryOf(tree, '20000-a', 50_000)).toEqual(path);
    const branch = addPath(tree, ['20000-b', '19999-a'], { limit: 5 });
    expect(branch.stemmed).toHaveLength(19_995);
    expect(branch.tree.revs).toEqual([
      '19996-a',
      '19997-a',
      '19998-a',
      '19999-a',
      '20000-a',
      '20000-b',
    ]);
    const fan: RevisionTree = {
      revs: ['1-a', ...Array.from({ length: 5000 }, (_, i) => `2-${(10_000 + i).toString(16)}`)],
      parents: [-1, ...new Array<number>(5000).fill(0)],
      deleted: Array.from({ length: 5000 }, (_, i) => i + 1),
    };
    expect(leavesOf(fan)).toHaveLength(5000);
    expect(leafNames(addPath(fan, ['2-0', '1-a']).tree)[0]).toBe('2-0');
  });
});
