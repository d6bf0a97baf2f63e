import {
  collectLeaves,
  merge,
  type PouchTree,
  revExists,
  rootToLeaf,
  winningRev,
} from 'pouchdb-merge';
import type { Leaf } from '../tree/read-tree.ts';
import { parseRevision } from '../tree/revision.ts';

function hashOf(revision: string): string {
  const parsed = parseRevision(revision);
  if (parsed === null) throw new RangeError(revision);
  return parsed.hash;
}

/** One document's tree as the published `pouchdb-merge` keeps it: the reference for tests. */
export class PouchReplica {
  readonly #limit: number;
  #tree: PouchTree = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a path, newest first; returns the revisions that the limit cut off. */
  add(ancestry: readonly string[], deleted: boolean): string[] {
    const [head = '', ...older] = ancestry;
    let node: PouchTree[number]['ids'] = [
      hashOf(head),
      deleted ? { status: 'available', deleted: true } : { status: 'available' },
      [],
    ];
    for (const revision of older) node = [hashOf(revision), { status: 'missing' }, [node]];
    const oldest = parseRevision(ancestry.at(-1) ?? '')?.generation ?? 0;
    const { tree, stemmedRevs } = merge(this.#tree, { pos: oldest, ids: node }, this.#limit);
    this.#tree = tree;
    return stemmedRevs;
  }

  get winner(): string {
    return winningRev({ rev_tree: this.#tree });
  }

  /** Sorted by revision; a leaf in two of its trees is listed once. */
  get leaves(): Leaf[] {
    const byRev = new Map(
      collectLeaves(this.#tree).map(({ rev, opts }) => [rev, opts.deleted === true]),
    );
    return [...byRev]
      .map(([rev, deleted]) => ({ rev, deleted }))
      .sort((a, b) => (a.rev < b.rev ? -1 : 1));
  }

  /** The longest known path of each leaf, newest first. */
  get paths(): Map<string, string[]> {
    const paths = new Map<string, string[]>();
    for (const { pos, ids } of rootToLeaf(this.#tree)) {
      const path = ids.map(({ id }, i) => `${pos + i}-${id}`).reverse();
      const leaf = path[0] ?? '';
      if (path.length > (paths.get(leaf)?.length ?? 0)) paths.set(leaf, path);
    }
    return paths;
  }

  knows(revision: string): boolean {
    return this.#tree.length > 0 && revExists(this.#tree, revision);
  }
}
