/**
 * All known revisions of one document, each with its parent. Plain JSON, three columns of one
 * table. Rows are sorted by generation and hash, so that equal trees are equal bytes and a parent
 * comes before its children. Immutable: functions here return new trees.
 */
export interface RevisionTree {
  readonly revs: readonly string[];
  /** For each revision the index of its parent in `revs`; -1 for a root. */
  readonly parents: readonly number[];
  /** Indexes of the leaves that are deletions. */
  readonly deleted: readonly number[];
}

/** The tree of a document that was never written. */
export const emptyTree: RevisionTree = { revs: [], parents: [], deleted: [] };

/** How many revisions each leaf keeps, itself included; also CouchDB's and PouchDB's default. */
export const REVS_LIMIT = 1000;

/** The effect of a path on a tree. */
export interface AddedPath {
  /** The same object when nothing changed. */
  tree: RevisionTree;
  /**
   * `new-leaf`: continues a leaf, or is the document's first revision; `new-branch`: beside another
   * leaf; `known`: the path's newest revision was already here (older ones may be new).
   */
  outcome: 'new-leaf' | 'new-branch' | 'known';
  /** Revisions that the limit cut off, from the tree or from the new path. */
  stemmed: string[];
}
