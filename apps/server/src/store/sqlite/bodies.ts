import { ancestryOf } from '@crece/replication';
import type { Replicated } from '../document-store.ts';
import { documentOfParts, treeOf } from './rows.ts';
import type { BodyRow, DocumentRow, SqliteReads } from './statements.ts';

/**
 * A revision's body, from the document's row (winner) or from `bodies` (others); `null`: not
 * stored.
 */
export function bodyOf(
  reads: SqliteReads,
  row: { document: number } & BodyRow,
  rev: string,
): BodyRow | null {
  return row.rev === rev ? row : reads.body.one(row.document, rev);
}

/** Revisions of a document with their ancestry; those without a stored body are left out. */
export function replicatedOf(
  reads: SqliteReads,
  row: DocumentRow,
  revs: readonly string[],
): Replicated[] {
  return revisionsIn(row, bodiesOf(reads, row, revs));
}

/** The stored bodies of some revisions. */
export function bodiesOf(reads: SqliteReads, row: DocumentRow, revs: readonly string[]): BodyRow[] {
  return revs.flatMap((rev) => {
    const body = bodyOf(reads, row, rev);
    return body === null ? [] : [body];
  });
}

/** The revisions of some bodies, with their ancestry. */
export function revisionsIn(row: DocumentRow, bodies: readonly BodyRow[]): Replicated[] {
  const tree = treeOf(row);
  return bodies.map((body) => ({
    document: documentOfParts(row.id, body),
    ancestry: ancestryOf(tree, body.rev),
  }));
}
