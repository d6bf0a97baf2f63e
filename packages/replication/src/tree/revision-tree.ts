import { compareRevisions, isAncestry } from './revision.ts';

/**
 * All revisions of one document that are known, each with its parent. Plain JSON, three columns of
 * one table; the rows are sorted by generation and hash, so that equal trees are equal bytes and a
 * parent stands before its children. A value: nothing here changes a tree that was handed in.
 */
export interface RevisionTree {
  readonly revs: readonly string[];
  /** For each revision the place of its parent in `revs`; -1 for a root. */
  readonly parents: readonly number[];
  /** Places of those leaves that are deletions. */
  readonly deleted: readonly number[];
}

/** The tree of a document that was never written. */
export const emptyTree: RevisionTree = { revs: [], parents: [], deleted: [] };

/** How many revisions each leaf keeps, itself included; CouchDB's and PouchDB's default too. */
export const REVS_LIMIT = 1000;

/** What a path did to a tree. */
export interface AddedPath {
  /** The very tree handed in when nothing about it changed. */
  tree: RevisionTree;
  /**
   * `new-leaf`: on top of a leaf, or the document's first revision; `new-branch`: beside another
   * leaf; `known`: the path's newest revision was here before (older ones may have become known).
   */
  outcome: 'new-leaf' | 'new-branch' | 'known';
  /** Revisions that the limit cut off, of the tree before or of the path itself. */
  stemmed: string[];
}

interface Options {
  /** Whether the path's newest revision is a deletion. */
  deleted?: boolean;
  /** Revisions kept per leaf, from 1. */
  limit?: number;
}

interface Node {
  parent: string | null;
  isDeleted: boolean;
}

type Nodes = Map<string, Node>;

function nodesOf({ revs, parents, deleted }: RevisionTree): Nodes {
  const nodes: Nodes = new Map();
  for (const [place, rev] of revs.entries()) {
    nodes.set(rev, { parent: revs[parents[place] ?? -1] ?? null, isDeleted: false });
  }
  for (const place of deleted) {
    const node = nodes.get(revs[place] ?? '');
    if (node !== undefined) node.isDeleted = true;
  }
  return nodes;
}

function parentsIn(nodes: Nodes): Set<string> {
  const parents = new Set<string>();
  for (const { parent } of nodes.values()) if (parent !== null) parents.add(parent);
  return parents;
}

function treeOf(nodes: Nodes): RevisionTree {
  const revs = [...nodes.keys()].sort(compareRevisions);
  const places = new Map(revs.map((rev, place) => [rev, place]));
  const innerRevs = parentsIn(nodes);
  const parents: number[] = [];
  const deleted: number[] = [];
  for (const [place, rev] of revs.entries()) {
    const node = nodes.get(rev);
    // A parent that was cut off has no place any more.
    parents.push(places.get(node?.parent ?? '') ?? -1);
    // Of a revision that was edited since, nobody asks; kept, the mark would depend on who came first.
    if (node?.isDeleted === true && !innerRevs.has(rev)) deleted.push(place);
  }
  return { revs, parents, deleted };
}

/** Puts a path into the nodes; roots that turn out to continue in the path are connected by it. */
function join(nodes: Nodes, ancestry: readonly string[], isDeleted: boolean): boolean {
  let hasChanged = false;
  for (const [i, rev] of ancestry.entries()) {
    const parent = ancestry[i + 1] ?? null;
    const node = nodes.get(rev);
    if (node === undefined) {
      nodes.set(rev, { parent, isDeleted: i === 0 && isDeleted });
      hasChanged = true;
    } else if (node.parent === null && parent !== null) {
      node.parent = parent;
      hasChanged = true;
    } else if (node.parent !== parent) {
      // A hash covers its parent: a path that names another one is wrong, and the tree stays right.
      break;
    }
  }
  return hasChanged;
}

/**
 * Drops every revision that is not among the `limit` newest of some leaf's path, as CouchDB 3 does;
 * what stays, stays connected. Answers the dropped ones.
 */
function stem(nodes: Nodes, limit: number): string[] {
  if (nodes.size <= limit) return [];
  const innerRevs = parentsIn(nodes);
  // How many revisions the longest path through a revision keeps from it on, itself included: a
  // shorter one need not be followed further.
  const kept = new Map<string, number>();
  for (const leaf of nodes.keys()) {
    if (innerRevs.has(leaf)) continue;
    let rev: string | null = leaf;
    for (let left = limit; rev !== null && left > (kept.get(rev) ?? 0); left -= 1) {
      kept.set(rev, left);
      rev = nodes.get(rev)?.parent ?? null;
    }
  }
  const stemmed = [...nodes.keys()].filter((rev) => !kept.has(rev));
  for (const rev of stemmed) nodes.delete(rev);
  return stemmed;
}

function isSameTree(a: RevisionTree, b: RevisionTree): boolean {
  return (
    a.revs.length === b.revs.length &&
    a.revs.every((rev, place) => rev === b.revs[place]) &&
    a.parents.every((parent, place) => parent === b.parents[place])
  );
}

/**
 * Adds one revision with its ancestry, newest first: `['3-c', '2-b', '1-a']`, as far back as the
 * writer knows it; one that reaches back to any known revision continues there. The order in which
 * paths arrive does not matter as long as no limit cuts. Throws on a path that is none.
 */
export function addPath(
  tree: RevisionTree,
  ancestry: readonly string[],
  { deleted = false, limit = REVS_LIMIT }: Options = {},
): AddedPath {
  if (!isAncestry(ancestry)) throw new RangeError('not a path of revisions');
  if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError('the limit starts at 1');
  const nodes = nodesOf(tree);
  const isKnown = nodes.has(ancestry[0] ?? '');
  const joint = ancestry.find((rev) => nodes.has(rev));
  const isOnLeaf = tree.revs.length === 0 || (joint !== undefined && !parentsIn(nodes).has(joint));
  const outcome = isKnown ? 'known' : isOnLeaf ? 'new-leaf' : 'new-branch';
  if (!join(nodes, ancestry, deleted)) return { tree, outcome, stemmed: [] };
  const stemmed = stem(nodes, limit);
  const next = treeOf(nodes);
  return { tree: isSameTree(tree, next) ? tree : next, outcome, stemmed };
}
