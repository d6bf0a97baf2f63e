import { addPath, generationOf, type Leaf, leavesOf, type RevisionTree } from '@crece/replication';
import { type Parts, revisionOf } from './document.ts';

/** Limits of the revisions that a database makes. */
export interface Naming {
  /** How many revisions a tree keeps per leaf. */
  revsLimit: number;
  /** The highest generation that an edit may have. */
  maxGeneration: number;
}

/**
 * The leaf that an edit replaces, `null` for a first revision; `conflict` when it is not a leaf
 * (any more).
 */
function leafFor({ rev, deleted }: Parts, leaves: readonly Leaf[]): string | null | 'conflict' {
  if (rev !== null) return leaves.some((leaf) => leaf.rev === rev) ? rev : 'conflict';
  const [winner] = leaves;
  if (deleted || winner?.deleted === false) return 'conflict';
  return winner?.rev ?? null;
}

/** The same; an edit of a leaf at the highest generation is always a conflict. */
function parentFor(
  parts: Parts,
  leaves: readonly Leaf[],
  { maxGeneration }: Naming,
): string | null | 'conflict' {
  const leaf = leafFor(parts, leaves);
  const isEnd = leaf !== null && leaf !== 'conflict' && generationOf(leaf) >= maxGeneration;
  return isEnd ? 'conflict' : leaf;
}

/** The revision that an edit makes. */
export interface PlannedDraft {
  rev: string;
  /** The revision and its parent. */
  path: readonly string[];
  tree: RevisionTree;
  /** The leaves afterwards, the winner first. */
  leaves: readonly Leaf[];
  /** Revisions that were dropped from the tree. */
  stemmed: readonly string[];
}

/** Puts an edit on top of the leaf that it names; `conflict` when there is no such leaf. */
export function planDraft(
  found: { tree: RevisionTree; leaves: readonly Leaf[] },
  parts: Parts,
  naming: Naming,
): PlannedDraft | 'conflict' {
  const parent = parentFor(parts, found.leaves, naming);
  if (parent === 'conflict') return 'conflict';
  const rev = revisionOf(parts, parent);
  const path = parent === null ? [rev] : [rev, parent];
  const { tree, stemmed } = addPath(found.tree, path, {
    deleted: parts.deleted,
    limit: naming.revsLimit,
  });
  return { rev, path, tree, leaves: leavesOf(tree), stemmed };
}
