import { describe, expect, it } from 'vitest';
import { addPath } from './add-path.ts';
import { dropBranch } from './drop-branch.ts';
import { leavesOf } from './read-tree.ts';
import { emptyTree, type RevisionTree } from './revision-tree.ts';

const treeOf = (...paths: readonly (readonly string[])[]): RevisionTree =>
  paths.reduce((tree, path) => addPath(tree, path).tree, emptyTree);

describe('dropBranch', () => {
  const main = ['4-d', '3-c', '2-b', '1-a'];

  it('drops the revisions that only this leaf continues, as if they had never arrived', () => {
    const tree = treeOf(main, ['4-ff', '3-ee', '2-b', '1-a']);
    expect(dropBranch(tree, '4-ff')).toEqual({ tree: treeOf(main), dropped: ['4-ff', '3-ee'] });
  });

  it('drops a branch with its own root, far above the others', () => {
    const far = '9007199254740991-f';
    const tree = treeOf(main, [far]);
    expect(dropBranch(tree, far)).toEqual({ tree: treeOf(main), dropped: [far] });
  });

  it('keeps the positions of deletions', () => {
    const removed = addPath(treeOf(['2-b', '1-a']), ['2-cc', '1-a'], { deleted: true }).tree;
    const both = addPath(removed, ['900-f']).tree;
    expect(leavesOf(dropBranch(both, '900-f')?.tree ?? emptyTree)).toEqual(leavesOf(removed));
  });

  it('drops the whole tree when there is no other leaf, and returns null for a revision that is not a leaf', () => {
    expect(dropBranch(treeOf(main), '4-d')).toEqual({ tree: emptyTree, dropped: main });
    expect(dropBranch(treeOf(main), '3-c')).toBeNull();
    expect(dropBranch(treeOf(main), '9-ff')).toBeNull();
    expect(dropBranch(emptyTree, '1-a')).toBeNull();
  });
});
