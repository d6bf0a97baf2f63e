import { compareRevisions, generationOf } from './revision.ts';
import { REVS_LIMIT, type RevisionTree } from './revision-tree.ts';

/** A revision that no other known one continues. */
export interface Leaf {
  rev: string;
  deleted: boolean;
}

/** Winner first: living before deleted, then the higher generation, then the higher hash as text. */
function compareLeaves(a: Leaf, b: Leaf): number {
  if (a.deleted !== b.deleted) return a.deleted ? 1 : -1;
  return compareRevisions(b.rev, a.rev);
}

/** The leaves in CouchDB's order, the winner first; none of an empty tree. */
export function leavesOf({ revs, parents, deleted }: RevisionTree): Leaf[] {
  const inner = new Set(parents);
  const deletions = new Set(deleted);
  const leaves: Leaf[] = [];
  for (const [place, rev] of revs.entries()) {
    if (!inner.has(place)) leaves.push({ rev, deleted: deletions.has(place) });
  }
  return leaves.sort(compareLeaves);
}

/** The revision that every replica answers with, deleted only when all leaves are; `null` when empty. */
export function winnerOf(tree: RevisionTree): Leaf | null {
  return leavesOf(tree)[0] ?? null;
}

/** Whether a revision is in the tree, as a leaf or below one. */
export function isKnown(tree: RevisionTree, revision: string): boolean {
  return tree.revs.includes(revision);
}

/**
 * A revision and its known ancestors, newest first: `['3-c', '2-b', '1-a']`; empty when it is not
 * known. At most `limit`: of a stemmed tree another leaf may keep more of what came before.
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
  /** In the order asked, each once. */
  missing: string[];
  /** Leaves of a lower generation than some missing revision, the winner first: it may continue them. */
  possibleAncestors: string[];
}

/** Which of these revisions the tree does not have, as CouchDB answers. */
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
 * Generation of the newest revision that two have in common, themselves included: 2 for `3-c` and
 * `4-e` when both come from `2-b`; 0 when nothing is known to be common.
 */
export function commonGeneration(tree: RevisionTree, a: string, b: string): number {
  const ofA = new Set(ancestryOf(tree, a, Infinity));
  const common = ancestryOf(tree, b, Infinity).find((rev) => ofA.has(rev));
  return common === undefined ? 0 : generationOf(common);
}
