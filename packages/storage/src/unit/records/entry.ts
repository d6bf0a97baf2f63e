import { ancestryOf, generationOf, isKnown, leavesOf, type RevisionTree } from '@crece/replication';
import type { CarriedDocument } from './carried-document.ts';
import type { Change, Document } from './unit-records.ts';

/** A document's content, without the protocol's own fields. */
export interface Fields {
  [field: string]: unknown;
}

/**
 * A history without branches: the generation of the newest revision, and the hashes from the newest
 * to the oldest.
 */
export interface StraightTree {
  readonly start: number;
  readonly ids: readonly string[];
}

/** One document with its whole revision tree, whether it comes from `docs` or from a block. */
export interface Entry {
  readonly id: string;
  readonly sequence: number;
  /** The winning revision. */
  readonly rev: string;
  readonly deleted: boolean;
  readonly fields: Fields;
  readonly tree: StraightTree | RevisionTree;
  /** Content of the leaves that did not win, by revision. */
  readonly others: ReadonlyMap<string, Fields>;
}

/** One revision to be stored. */
export interface NewRevision {
  readonly id: string;
  /** Revision ids, newest first. */
  readonly ancestry: readonly string[];
  readonly deleted: boolean;
  readonly fields: Fields;
}

/** An entry as stored in `docs` under its id; the contents are JSON. */
export interface StoredEntry {
  seq: number;
  rev: string;
  deleted: boolean;
  body: string;
  tree: StraightTree | RevisionTree;
  others?: Record<string, string>;
}

export function isStraight(tree: StraightTree | RevisionTree): tree is StraightTree {
  return 'ids' in tree;
}

/** The hash in a revision id: `9f…` in `3-9f…`. */
export function hashOfRevision(rev: string): string {
  return rev.slice(rev.indexOf('-') + 1);
}

export function revisionsOf({ start, ids }: StraightTree): string[] {
  return ids.map((hash, age) => `${start - age}-${hash}`);
}

export function straight(ancestry: readonly string[]): StraightTree {
  return { start: generationOf(ancestry[0] ?? ''), ids: ancestry.map(hashOfRevision) };
}

/** Whether a document has only one leaf. */
export function isSingle(entry: Entry): boolean {
  return isStraight(entry.tree);
}

/** Whether the revision tree contains a revision, as a leaf or as an ancestor. */
export function knows(entry: Entry, rev: string): boolean {
  if (!isStraight(entry.tree)) return isKnown(entry.tree, rev);
  const age = entry.tree.start - generationOf(rev);
  return entry.tree.ids[age] === hashOfRevision(rev);
}

/** The leaf revisions, the winner first. */
export function leafRevisions(entry: Entry): string[] {
  return isStraight(entry.tree) ? [entry.rev] : leavesOf(entry.tree).map(({ rev }) => rev);
}

/** A leaf and its ancestors, newest first. */
export function ancestryIn(entry: Entry, leaf: string): string[] {
  return isStraight(entry.tree)
    ? revisionsOf(entry.tree)
    : ancestryOf(entry.tree, leaf, Number.POSITIVE_INFINITY);
}

/** The winning revision as a document. */
export function documentOf({ id, rev, deleted, fields }: Entry): Document {
  const document: Document = { ...fields, _id: id, _rev: rev };
  if (deleted) document._deleted = true;
  return document;
}

/** A leaf in the form of the replication protocol; null when the revision is not a leaf. */
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

/** Every leaf in the form of the replication protocol, the winner first. */
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

/** Whether the winner and all other leaves of the tree have their content. */
function isWhole({ sequence, rev, deleted, fields, tree, others }: Entry): boolean {
  if (!Number.isSafeInteger(sequence) || typeof deleted !== 'boolean') return false;
  if (Object(fields) !== fields) return false;
  // Of a text that stands for the list, `join` throws.
  if (isStraight(tree)) return `${tree.start}-${tree.ids[0]}` === rev && tree.ids.join() !== '';
  return leavesOf(tree).every((leaf, at) => (at === 0 ? leaf.rev === rev : others.has(leaf.rev)));
}

/**
 * Decodes an entry of `docs` made by `encodeEntry`; null when it cannot be read. The database stores
 * a value whole or not at all, but a fault of any version of the application may write a wrong one.
 */
export function decodeEntry(id: string, value: unknown): Entry | null {
  try {
    const { seq, rev, deleted, body, tree, others = {} } = value as StoredEntry;
    const contents = Object.entries(others).map(
      ([leaf, text]) => [leaf, JSON.parse(text) as Fields] as const,
    );
    const fields = JSON.parse(body) as Fields;
    const entry = { id, sequence: seq, rev, deleted, fields, tree, others: new Map(contents) };
    return isWhole(entry) ? entry : null;
  } catch {
    return null;
  }
}
