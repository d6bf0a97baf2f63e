import {
  addPath,
  ancestryOf,
  generationOf,
  isKnown,
  leavesOf,
  type RevisionTree,
} from '@crece/replication';
import type { CarriedDocument } from '../sync/types.ts';
import type { Change, Document } from './unit-records.ts';

/** A document's content, without the protocol's own fields. */
export interface Fields {
  [field: string]: unknown;
}

/** A history without branches: the newest revision's generation, and the hashes from it backwards. */
export interface StraightTree {
  readonly start: number;
  readonly ids: readonly string[];
}

/** One document with all that is known of it, wherever it lies. */
export interface Entry {
  readonly id: string;
  readonly sequence: number;
  /** The winner. */
  readonly rev: string;
  readonly deleted: boolean;
  readonly fields: Fields;
  readonly tree: StraightTree | RevisionTree;
  /** Content of the other leaves, by revision. */
  readonly others: ReadonlyMap<string, Fields>;
}

/** One revision on its way into the store. */
export interface NewRevision {
  readonly id: string;
  /** Revision ids, newest first. */
  readonly ancestry: readonly string[];
  readonly deleted: boolean;
  readonly fields: Fields;
}

/** An entry as it lies in `docs`, under its id; the contents as JSON. */
interface StoredEntry {
  seq: number;
  rev: string;
  deleted: boolean;
  body: string;
  tree: StraightTree | RevisionTree;
  others?: Record<string, string>;
}

function isStraight(tree: StraightTree | RevisionTree): tree is StraightTree {
  return 'ids' in tree;
}

/** `9f…` of `3-9f…`. */
export function hashOfRevision(rev: string): string {
  return rev.slice(rev.indexOf('-') + 1);
}

function revisionsOf({ start, ids }: StraightTree): string[] {
  return ids.map((hash, age) => `${start - age}-${hash}`);
}

function straight(ancestry: readonly string[]): StraightTree {
  return { start: generationOf(ancestry[0] ?? ''), ids: ancestry.map(hashOfRevision) };
}

/** The whole tree of a document. */
function treeOf({ tree, deleted }: Entry): RevisionTree {
  if (!isStraight(tree)) return tree;
  const revs = revisionsOf(tree).reverse();
  const parents = revs.map((_, place) => place - 1);
  return { revs, parents, deleted: deleted ? [revs.length - 1] : [] };
}

/** The same in few words, where it has no branches. */
function shortened(tree: RevisionTree): StraightTree | RevisionTree {
  const isChain = tree.parents.every((parent, place) => parent === place - 1);
  return isChain ? straight(tree.revs.toReversed()) : tree;
}

/** Whether a document has one leaf only. */
export function isSingle(entry: Entry): boolean {
  return isStraight(entry.tree);
}

/** Whether a revision is or was in the document. */
export function knows(entry: Entry, rev: string): boolean {
  if (!isStraight(entry.tree)) return isKnown(entry.tree, rev);
  const age = entry.tree.start - generationOf(rev);
  return entry.tree.ids[age] === hashOfRevision(rev);
}

/** The leaves, the winner first. */
export function leafRevisions(entry: Entry): string[] {
  return isStraight(entry.tree) ? [entry.rev] : leavesOf(entry.tree).map(({ rev }) => rev);
}

/** A leaf and its ancestors, newest first. */
export function ancestryIn(entry: Entry, leaf: string): string[] {
  return isStraight(entry.tree)
    ? revisionsOf(entry.tree)
    : ancestryOf(entry.tree, leaf, Number.POSITIVE_INFINITY);
}

/** The winner as a document. */
export function documentOf({ id, rev, deleted, fields }: Entry): Document {
  const document: Document = { ...fields, _id: id, _rev: rev };
  if (deleted) document._deleted = true;
  return document;
}

/** A leaf as the protocol carries it; null when the revision is no leaf. */
export function carriedLeaf(entry: Entry, rev: string): CarriedDocument | null {
  const fields = rev === entry.rev ? entry.fields : entry.others.get(rev);
  if (fields === undefined) return null;
  const _revisions = straight(ancestryIn(entry, rev));
  const document: CarriedDocument = {
    ...fields,
    _id: entry.id,
    _rev: rev,
    _revisions: { start: _revisions.start, ids: [..._revisions.ids] },
  };
  const isDeleted = isStraight(entry.tree)
    ? entry.deleted
    : leavesOf(entry.tree).some((leaf) => leaf.rev === rev && leaf.deleted);
  if (isDeleted) document._deleted = true;
  return document;
}

/** Every leaf as the protocol carries it, the winner first. */
export function carriedLeaves(entry: Entry): CarriedDocument[] {
  return leafRevisions(entry).flatMap((rev) => carriedLeaf(entry, rev) ?? []);
}

export function changeOf(entry: Entry): Change {
  return {
    id: entry.id,
    sequence: entry.sequence,
    deleted: entry.deleted,
    document: documentOf(entry),
    leaves: leafRevisions(entry),
  };
}

/** A document of which nothing but this revision is known. */
export function entryOf(
  { id, ancestry, deleted, fields }: NewRevision,
  sequence: number,
  limit: number,
): Entry {
  const tree = straight(ancestry.slice(0, limit));
  return { id, sequence, rev: ancestry[0] ?? '', deleted, fields, tree, others: new Map() };
}

/**
 * The document with one more revision, whose content counts from now on for whatever leaf it is; null
 * when the revision was here before. `limit`: revisions kept for each leaf.
 */
export function withRevision(
  entry: Entry | null,
  revision: NewRevision,
  sequence: number,
  limit: number,
): Entry | null {
  if (entry === null) return entryOf(revision, sequence, limit);
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

/** An entry as it is put into `docs`. */
export function encodeEntry({ sequence, rev, deleted, fields, tree, others }: Entry): StoredEntry {
  const stored = { seq: sequence, rev, deleted, body: JSON.stringify(fields), tree: tree };
  if (others.size === 0) return stored;
  const texts = [...others].map(([leaf, content]) => [leaf, JSON.stringify(content)] as const);
  return { ...stored, others: Object.fromEntries(texts) };
}

/** An entry of `docs`: what `encodeEntry` made, which the database stores whole or not at all. */
export function decodeEntry(id: string, value: unknown): Entry {
  const { seq, rev, deleted, body, tree, others = {} } = value as StoredEntry;
  const contents = Object.entries(others).map(
    ([leaf, text]) => [leaf, JSON.parse(text) as Fields] as const,
  );
  return {
    id,
    sequence: seq,
    rev,
    deleted,
    fields: JSON.parse(body) as Fields,
    tree,
    others: new Map(contents),
  };
}
