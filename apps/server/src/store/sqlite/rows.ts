import type { RevisionTree } from '@crece/replication';
import type { Leaf, StoredDocument } from '../stake-store.ts';
import type { FeedRow } from './statements.ts';

/** The document that these parts make; each call gives a new one. */
export function documentOf(
  id: string,
  { rev, deleted, body }: { rev: string; deleted: number; body: string },
): StoredDocument {
  const head = `{"_id":${JSON.stringify(id)},"_rev":${JSON.stringify(rev)}`;
  const mark = deleted === 0 ? '' : ',"_deleted":true';
  const fields = body === '{}' ? '}' : `,${body.slice(1)}`;
  return JSON.parse(`${head}${mark}${fields}`) as StoredDocument;
}

/** The tree in a row. */
export function treeOf({ tree }: { tree: string }): RevisionTree {
  return JSON.parse(tree) as RevisionTree;
}

/** The leaves that a row names, the winner first, without reading its tree. */
export function leavesOfRow({ rev, deleted, others }: FeedRow): Leaf[] {
  const rest = others === null ? [] : (JSON.parse(others) as Leaf[]);
  return [{ rev, deleted: deleted !== 0 }, ...rest];
}
