import { compareRevisions, generationOf } from './revision.ts';
import { REVS_LIMIT, type RevisionTree } from './revision-tree.ts';

/** A revision that no other known revision continues. */
export interface Leaf {
  rev: string;
  deleted: boolean;
}

/**
 * Order of leaves, winner first: living before deleted, then the higher generation, then the higher
 * hash as text.
 */
function compareLeaves(a: Leaf, b: Leaf): number {
  if (a.deleted !== b.deleted) return a.deleted ? 1 : -1;
  return compareRevisions(b.rev, a.rev);
}

/** The leaves in CouchDB's order, the winner first; empty for an empty tree. */
export function leavesOf({ revs, parents, deleted }: RevisionTree): Leaf[] {
  const inner = new Set(parents);
  const deletions = new Set(deleted);
  const leaves: Leaf[] = [];
  for (const [place, rev] of revs.entries()) {
    if (!inner.has(place)) leaves.push({ rev, deleted: deletions.has(place) });
  }
  return leaves.sort(compareLeaves);
}

/**
 * The revision that every replica returns, a deletion only when all leaves are; `null` for an empty
 * tree.
 */
export function winnerOf(tree: RevisionTree): Leaf | null {
  return leavesOf(tree)[0] ?? null;
}

/** Whether a revision is in the tree, as a leaf or as an ancestor. */
export function isKnown(tree: RevisionTree, revision: string): boolean {
  return tree.revs.includes(revision);
}

/**
 * A revision and its known ancestors, newest first: `['3-c', '2-b', '1-a']`; empty when it is
 * unknown. At most `limit` revisions: after cutting, another leaf may keep more of a shared
 * ancestry.
 */
export function ancestryOf(
  { revs, parents }: RevisionTree,
  revision: string,
  limit: number = REVS_LIMIT,
): string[] {
  const ancestry: string[] = [];
  let place = revs.indexOf(revision);
  while (place >= 0 && ancestry.length < limit) {
    ancestry.push(revs[place] ?? '');
    place = parents[place] ?? -1;
  }
  return ancestry;
}

/** The answer to `_revs_diff` for one document. */
export interface MissingRevisions {
  /** In the requested order, each once. */
  missing: string[];
  /**
   * Leaves of a lower generation than some missing revision, the winner first: the missing revision
   * may continue them.
   */
  possibleAncestors: string[];
}

/** The given revisions that the tree lacks, as CouchDB answers. */
export function missingOf(tree: RevisionTree, revisions: readonly string[]): MissingRevisions {
  const known = new Set(tree.revs);
  const missing = [...new Set(revisions)].filter((rev) => !known.has(rev));
  if (missing.length === 0) return { missing, possibleAncestors: [] };
  const newest = missing.reduce((most, rev) => Math.max(most, generationOf(rev)), 0);
  const possibleAncestors = leavesOf(tree)
    .map(({ rev }) => rev)
    .filter((rev) => generationOf(rev) < newest);
  return { missing, possibleAncestors };
}

/**
 * Generation of the newest common revision of two revisions, themselves included: 2 for `3-c` and
 * `4-e` when both come from `2-b`; 0 when no common one is known.
 */
export function commonGeneration(tree: RevisionTree, a: string, b: string): number {
  const ofA = new Set(ancestryOf(tree, a, Infinity));
  const common = ancestryOf(tree, b, Infinity).find((rev) => ofA.has(rev));
  return common === undefined ? 0 : generationOf(common);
}
