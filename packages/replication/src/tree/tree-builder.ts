import { compareRevisions, generationOf, isAncestry } from './revision.ts';
import type { AddedPath, RevisionTree } from './revision-tree.ts';

interface Node {
  readonly rev: string;
  readonly generation: number;
  parent: string | null;
  isDeleted: boolean;
}

/** The effect of a path on a tree, planned or done. */
export interface Joined {
  outcome: AddedPath['outcome'];
  /** Whether the tree changes in any way; older revisions may also become known. */
  hasChanged: boolean;
}

function compareNodes(a: Node, b: Node): number {
  if (a.generation !== b.generation) return a.generation - b.generation;
  if (a.rev === b.rev) return 0;
  return a.rev < b.rev ? -1 : 1;
}

function isSameTree(a: RevisionTree, b: RevisionTree): boolean {
  return (
    a.revs.length === b.revs.length &&
    a.revs.every((rev, place) => rev === b.revs[place]) &&
    a.parents.every((parent, place) => parent === b.parents[place])
  );
}

/**
 * Adds several paths to a tree. The tree is unpacked once and packed once, so each path costs time
 * in proportion to its length, whatever the tree's size.
 */
export class TreeBuilder {
  readonly #tree: RevisionTree;
  readonly #nodes = new Map<string, Node>();
  /** Revisions that another revision continues. */
  readonly #inner = new Set<string>();
  #hasChanged = false;

  constructor(tree: RevisionTree) {
    this.#tree = tree;
    const { revs, parents, deleted } = tree;
    for (const [place, rev] of revs.entries()) {
      const parent = revs[parents[place] ?? -1] ?? null;
      this.#nodes.set(rev, { rev, generation: generationOf(rev), parent, isDeleted: false });
      if (parent !== null) this.#inner.add(parent);
    }
    for (const place of deleted) {
      const node = this.#nodes.get(revs[place] ?? '');
      if (node !== undefined) node.isDeleted = true;
    }
  }

  /** Number of revisions before the limit is applied. */
  get size(): number {
    return this.#nodes.size;
  }

  /** The effect that adding a path would have. Throws for an invalid path. */
  look(ancestry: readonly string[]): Joined {
    if (!isAncestry(ancestry)) throw new RangeError('not a path of revisions');
    const [newest = ''] = ancestry;
    const joint = ancestry.findIndex((rev) => this.#nodes.has(rev));
    const jointRev = ancestry[joint] ?? '';
    const isOnLeaf = this.size === 0 || (joint >= 0 && !this.#inner.has(jointRev));
    const beside = isOnLeaf ? 'new-leaf' : 'new-branch';
    const outcome = this.#nodes.has(newest) ? 'known' : beside;
    return { outcome, hasChanged: this.#wouldChange(ancestry) };
  }

  #wouldChange(ancestry: readonly string[]): boolean {
    for (const [i, rev] of ancestry.entries()) {
      const parent = ancestry[i + 1] ?? null;
      const node = this.#nodes.get(rev);
      if (node === undefined || (node.parent === null && parent !== null)) return true;
      if (node.parent !== parent) return false;
    }
    return false;
  }

  /** Adds a path. Throws for an invalid path. */
  add(ancestry: readonly string[], isDeleted: boolean): Joined {
    const joined = this.look(ancestry);
    if (!joined.hasChanged) return joined;
    this.#hasChanged = true;
    for (const [i, rev] of ancestry.entries()) {
      const parent = ancestry[i + 1] ?? null;
      const node = this.#nodes.get(rev);
      if (node === undefined) {
        const generation = generationOf(rev);
        this.#nodes.set(rev, { rev, generation, parent, isDeleted: i === 0 && isDeleted });
      } else if (node.parent === null && parent !== null) {
        // A former root gets its parent from the path.
        node.parent = parent;
      } else if (node.parent !== parent) {
        // A hash covers the parent, so a path with another parent is wrong; the tree keeps its own.
        break;
      }
      if (parent !== null) this.#inner.add(parent);
    }
    return joined;
  }

  /**
   * The highest of the added revisions whose known ancestors reach neither a revision of the former
   * tree nor generation 1: a leap. `null` when there is none.
   */
  unjoined(): string | null {
    const former = new Set(this.#tree.revs);
    let highest: string | null = null;
    for (const leaf of this.#nodes.values()) {
      if (this.#inner.has(leaf.rev) || former.has(leaf.rev)) continue;
      if (highest !== null && compareRevisions(leaf.rev, highest) < 0) continue;
      let node: Node | undefined = leaf;
      let oldest = leaf;
      while (node !== undefined && !former.has(node.rev)) {
        oldest = node;
        node = this.#nodes.get(node.parent ?? '');
      }
      if (node === undefined && oldest.generation > 1) highest = leaf.rev;
    }
    return highest;
  }

  /**
   * The tree with the limit applied (the same object when nothing changed), and the revisions that
   * the limit cut off.
   */
  build(limit: number): { tree: RevisionTree; stemmed: string[] } {
    if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError('the limit starts at 1');
    if (!this.#hasChanged) return { tree: this.#tree, stemmed: [] };
    const kept = this.#kept(limit);
    const stemmed = [...this.#nodes.keys()].filter((rev) => !kept.has(rev));
    const next = this.#treeOf(kept);
    return { tree: isSameTree(this.#tree, next) ? this.#tree : next, stemmed };
  }

  #treeOf(kept: { has(rev: string): boolean }): RevisionTree {
    const nodes = [...this.#nodes.values()].filter(({ rev }) => kept.has(rev)).sort(compareNodes);
    const places = new Map(nodes.map(({ rev }, place) => [rev, place]));
    // A parent that was cut off has no index.
    const parents = nodes.map(({ parent }) => places.get(parent ?? '') ?? -1);
    const deleted = nodes.flatMap(({ rev, isDeleted }, place) =>
      // A deletion that was edited later is not marked: nobody needs the mark, and keeping it would
      // make the tree depend on the order of arrival.
      isDeleted && !this.#inner.has(rev) ? [place] : [],
    );
    return { revs: nodes.map(({ rev }) => rev), parents, deleted };
  }

  /** An upper bound of the longest path: fast to get, and nearly always within the limit. */
  #longest(): number {
    let [lowest, highest] = [Infinity, 0];
    for (const { generation } of this.#nodes.values()) {
      lowest = Math.min(lowest, generation);
      highest = Math.max(highest, generation);
    }
    return Math.min(this.size, highest - lowest + 1);
  }

  /** Every revision among the `limit` newest of some leaf's path, as CouchDB 3 keeps them. */
  #kept(limit: number): { has(rev: string): boolean } {
    if (this.#longest() <= limit) return this.#nodes;
    // For each revision, how many revisions from it on the longest path so far keeps, itself
    // included: a path that would keep fewer need not be followed further.
    const kept = new Map<string, number>();
    for (const leaf of this.#nodes.keys()) {
      if (this.#inner.has(leaf)) continue;
      let node = this.#nodes.get(leaf);
      for (let left = limit; node !== undefined && left > (kept.get(node.rev) ?? 0); left -= 1) {
        kept.set(node.rev, left);
        node = this.#nodes.get(node.parent ?? '');
      }
    }
    return kept;
  }
}
