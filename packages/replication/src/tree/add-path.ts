import { type AddedPath, REVS_LIMIT, type RevisionTree } from './revision-tree.ts';
import { TreeBuilder } from './tree-builder.ts';

interface Options {
  /** Whether the path's newest revision is a deletion. */
  deleted?: boolean;
  /** Revisions kept per leaf, from 1. */
  limit?: number;
}

/**
 * Adds one revision with its ancestry, newest first: `['3-c', '2-b', '1-a']`, as far back as the
 * writer knows it; one that reaches back to any known revision continues there. The order in which
 * paths arrive does not matter as long as no limit cuts. Throws on a path that is none. (Several
 * paths of one document: `TreeBuilder`.)
 */
export function addPath(
  tree: RevisionTree,
  ancestry: readonly string[],
  { deleted = false, limit = REVS_LIMIT }: Options = {},
): AddedPath {
  const builder = new TreeBuilder(tree);
  const { outcome } = builder.add(ancestry, deleted);
  return { ...builder.build(limit), outcome };
}
