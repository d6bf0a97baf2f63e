import { describe, expect, it } from 'vitest';
import { addPath } from './add-path.ts';
import { dropBranch } from './drop-branch.ts';
import { leavesOf } from './read-tree.ts';
import { emptyTree, type RevisionTree } from './revision-tree.ts';

const treeOf = (...paths: readonly (readonly string[])[]): RevisionTree =>
  paths.reduce((tree, path) => addPath(tree, path).tree, emptyTree);

describe('a dropped branch', () => {
  const main = ['4-d', '3-c', '2-b', '1-a'];

  it('goes with what it alone continues, and the tree is as if it had never come', () => {
    const tree = treeOf(main, ['4-ff', '3-ee', '2-b', '1-a']);
    expect(dropBranch(tree, '4-ff')).toEqual({ tree: treeOf(main), dropped: ['4-ff', '3-ee'] });
  });

  it('may have a root of its own, far above the others', () => {
    const far = '9007199254740991-f';
    const tree = treeOf(main, [far]);
    expect(dropBranch(tree, far)).toEqual({ tree: treeOf(main), dropped: [far] });
  });

  it('leaves marks of deletions where they were', () => {
    const removed = addPath(treeOf(['2-b', '1-a']), ['2-cc', '1-a'], { deleted: true }).tree;
    const both = addPath(removed, ['900-f']).tree;
    expect(leavesOf(dropBranch(both, '900-f')?.tree ?? emptyTree)).toEqual(leavesOf(removed));
  });

  it('is the whole tree when there is no other, and nothing when it is no leaf', () => {
    expect(dropBranch(treeOf(main), '4-d')).toEqual({ tree: emptyTree, dropped: main });
    expect(dropBranch(treeOf(main), '3-c')).toBeNull();
    expect(dropBranch(treeOf(main), '9-ff')).toBeNull();
    expect(dropBranch(emptyTree, '1-a')).toBeNull();
  });
});
