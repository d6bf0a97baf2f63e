import { generationOf, isAncestry } from './revision.ts';
import type { AddedPath, RevisionTree } from './revision-tree.ts';

interface Node {
  readonly rev: string;
  readonly generation: number;
  parent: string | null;
  isDeleted: boolean;
}

/** What a path would do to a tree, or did. */
export interface Joined {
  outcome: AddedPath['outcome'];
  /** Whether anything about the tree changes; old revisions may become known, too. */
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
 * A tree to which several paths are added: each costs as much as it is long, whatever the tree's
 * size. The tree is taken apart once and put together once.
 */
export class TreeBuilder {
  readonly #tree: RevisionTree;
  readonly #nodes = new Map<string, Node>();
  /** Revisions that another one continues. */
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

  /** How many revisions there are; no limit has cut yet. */
  get size(): number {
    return this.#nodes.size;
  }

  /** What adding a path would do. Throws on a path that is none. */
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

  /** Adds a path. Throws on a path that is none. */
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
        // A root that turns out to continue in the path is connected by it.
        node.parent = parent;
      } else if (node.parent !== parent) {
        // A hash covers its parent: a path that names another one is wrong, and the tree stays right.
        break;
      }
      if (parent !== null) this.#inner.add(parent);
    }
    return joined;
  }

  /**
   * The tree with the limit's cut made, the one handed in where nothing changed, and the revisions
   * that the limit cut off.
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
    // A parent that was cut off has no place any more.
    const parents = nodes.map(({ parent }) => places.get(parent ?? '') ?? -1);
    const deleted = nodes.flatMap(({ rev, isDeleted }, place) =>
      // Of a revision that was edited since, nobody asks; kept, the mark would depend on who came first.
      isDeleted && !this.#inner.has(rev) ? [place] : [],
    );
    return { revs: nodes.map(({ rev }) => rev), parents, deleted };
  }

  /** No path is longer than this: cheap to tell, and nearly always within the limit. */
  #longest(): number {
    let [lowest, highest] = [Infinity, 0];
    for (const { generation } of this.#nodes.values()) {
      lowest = Math.min(lowest, generation);
      highest = Math.max(highest, generation);
    }
    return Math.min(this.size, highest - lowest + 1);
  }

  /** Every revision that is among the `limit` newest of some leaf's path, as CouchDB 3 keeps them. */
  #kept(limit: number): { has(rev: string): boolean } {
    if (this.#longest() <= limit) return this.#nodes;
    // How many revisions the longest path through a revision keeps from it on, itself included: a
    // shorter one need not be followed further.
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
