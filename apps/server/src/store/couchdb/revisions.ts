import {
  emptyTree,
  type Leaf,
  leavesOf,
  REVS_LIMIT,
  type RevisionTree,
  TreeBuilder,
} from '@crece/replication';
import type { Replicated } from '../document-store.ts';
import type { CouchDatabase } from './couch-database.ts';

/** A document's tree built from its leaves, and the leaves, the winner first. */
export interface KnownDocument {
  tree: RevisionTree;
  leaves: readonly Leaf[];
}

export const UNKNOWN_DOCUMENT: KnownDocument = { tree: emptyTree, leaves: [] };

/** Builds the tree of revisions with their ancestry. */
export function knownDocument(revisions: readonly Replicated[]): KnownDocument {
  const builder = new TreeBuilder(emptyTree);
  for (const { document, ancestry } of revisions) {
    builder.add(ancestry, document._deleted === true);
  }
  const { tree } = builder.build(REVS_LIMIT);
  return { tree, leaves: leavesOf(tree) };
}

/** Leaves in CouchDB's order, the winner first. */
export function inLeafOrder(revisions: readonly Replicated[]): Replicated[] {
  const byRev = new Map(revisions.map((revision) => [revision.document._rev, revision]));
  return knownDocument(revisions).leaves.flatMap(({ rev }) => byRev.get(rev) ?? []);
}

/** The trees of documents, from a majority of copies; unknown documents are left out. */
export async function readTrees(
  database: CouchDatabase,
  ids: readonly string[],
): Promise<Map<string, KnownDocument>> {
  const present = await database.byKeys(ids, false);
  const found = await database.revisions([...present.keys()].map((id) => ({ id })));
  return new Map([...found].map(([id, revisions]) => [id, knownDocument(revisions)]));
}
