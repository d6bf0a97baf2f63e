import type { RevisionTree } from '@crece/replication';
import type { Leaf, StoredDocument } from '../document-store.ts';
import type { LocalRow, StoredFeedRow } from './statements.ts';

/** The document that these parts make; each call returns a new object. */
export function documentOfParts(
  id: string,
  { rev, deleted, body }: { rev: string; deleted: number; body: string },
): StoredDocument {
  const head = `{"_id":${JSON.stringify(id)},"_rev":${JSON.stringify(rev)}`;
  const mark = deleted === 0 ? '' : ',"_deleted":true';
  const fields = body === '{}' ? '}' : `,${body.slice(1)}`;
  return JSON.parse(`${head}${mark}${fields}`) as StoredDocument;
}

/** Whether a document with a living winner has another living leaf, given its other leaves. */
export function isContested(others: readonly Leaf[]): boolean {
  return others.some(({ deleted }) => !deleted);
}

/** The tree in a row. */
export function treeOf({ tree }: { tree: string }): RevisionTree {
  return JSON.parse(tree) as RevisionTree;
}

/** The leaves that lost. */
export function othersOf({ others }: { others: string | null }): Leaf[] {
  return others === null ? [] : (JSON.parse(others) as Leaf[]);
}

/** The leaves that a row names, the winner first, without reading its tree. */
export function leavesOfRow(row: StoredFeedRow): Leaf[] {
  return [{ rev: row.rev, deleted: row.deleted !== 0 }, ...othersOf(row)];
}

/** The revision of a local document. */
export function localRevision(version: number): string {
  return `0-${version}`;
}

/** A local document. */
export function localDocument({ id, version, body }: LocalRow): StoredDocument {
  return documentOfParts(id, { rev: localRevision(version), deleted: 0, body });
}
