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
