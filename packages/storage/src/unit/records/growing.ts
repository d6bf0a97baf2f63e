import { addPath, leavesOf, type RevisionTree } from '@crece/replication';
import {
  type Entry,
  type Fields,
  isStraight,
  knows,
  type NewRevision,
  revisionsOf,
  type StoredEntry,
  type StraightTree,
  straight,
} from './entry.ts';

/** The revision tree of a document in its general form. */
function treeOf({ tree, deleted }: Entry): RevisionTree {
  if (!isStraight(tree)) return tree;
  const revs = revisionsOf(tree).reverse();
  const parents = revs.map((_, place) => place - 1);
  return { revs, parents, deleted: deleted ? [revs.length - 1] : [] };
}

/** The same tree in the short form when it has no branches. */
function shortened(tree: RevisionTree): StraightTree | RevisionTree {
  const isChain = tree.parents.every((parent, place) => parent === place - 1);
  return isChain ? straight([...tree.revs].reverse()) : tree;
}

/** A document that has only this revision. */
export function singleEntry(
  { id, ancestry, deleted, fields }: NewRevision,
  sequence: number,
  limit: number,
): Entry {
  const tree = straight(ancestry.slice(0, limit));
  return { id, sequence, rev: ancestry[0] ?? '', deleted, fields, tree, others: new Map() };
}

/**
 * The document with one more revision, whose content becomes that of its leaf; null when the
 * revision was already stored. `limit`: maximum number of revisions kept per leaf.
 */
export function withRevision(
  entry: Entry | null,
  revision: NewRevision,
  sequence: number,
  limit: number,
): Entry | null {
  if (entry === null) return singleEntry(revision, sequence, limit);
  const [newest = ''] = revision.ancestry;
  if (knows(entry, newest)) return null;
  const { deleted } = revision;
  const { tree } = addPath(treeOf(entry), revision.ancestry, { deleted, limit });
  const contents = new Map([...entry.others, [entry.rev, entry.fields], [newest, revision.fields]]);
  const [winner, ...others] = leavesOf(tree);
  const contentOf = (rev: string): Fields => contents.get(rev) ?? {};
  const { rev, deleted: isDeleted } = winner ?? { rev: newest, deleted };
  return {
    id: entry.id,
    sequence,
    rev,
    deleted: isDeleted,
    fields: contentOf(rev),
    tree: shortened(tree),
    others: new Map(others.map((leaf) => [leaf.rev, contentOf(leaf.rev)])),
  };
}

/** An entry as stored in `docs`. */
export function encodeEntry({ sequence, rev, deleted, fields, tree, others }: Entry): StoredEntry {
  const stored = { seq: sequence, rev, deleted, body: JSON.stringify(fields), tree: tree };
  if (others.size === 0) return stored;
  const texts = [...others].map(([leaf, content]) => [leaf, JSON.stringify(content)] as const);
  return { ...stored, others: Object.fromEntries(texts) };
}
