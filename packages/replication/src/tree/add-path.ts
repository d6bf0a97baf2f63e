import { type AddedPath, REVS_LIMIT, type RevisionTree } from './revision-tree.ts';
import { TreeBuilder } from './tree-builder.ts';

interface Options {
  /** Whether the path's newest revision is a deletion. */
  deleted?: boolean;
  /** Maximum number of revisions kept per leaf, at least 1. */
  limit?: number;
}

/**
 * Adds one revision with its ancestry, newest first: `['3-c', '2-b', '1-a']`, as far back as the
 * writer knows it. A path that contains a known revision is joined there. The order in which paths
 * arrive does not matter as long as the limit cuts nothing. Throws for an invalid path. (For
 * several paths of one document use `TreeBuilder`.)
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
