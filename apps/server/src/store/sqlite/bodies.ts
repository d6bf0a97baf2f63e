import { ancestryOf } from '@crece/replication';
import type { Replicated } from '../document-store.ts';
import { documentOf, treeOf } from './rows.ts';
import type { BodyRow, DocumentRow, Reads } from './statements.ts';

/** A revision's body: the winner's is in the row, others are kept beside it; `null`: not kept. */
export function bodyOf(
  reads: Reads,
  row: { document: number } & BodyRow,
  rev: string,
): BodyRow | null {
  return row.rev === rev ? row : reads.body.one(row.document, rev);
}

/** Revisions of a document with their ancestry; those whose body is not kept are left out. */
export function replicatedOf(
  reads: Reads,
  row: DocumentRow,
  revs: readonly string[],
): Replicated[] {
  return revisionsIn(row, bodiesOf(reads, row, revs));
}

/** The bodies that are kept of some revisions. */
export function bodiesOf(reads: Reads, row: DocumentRow, revs: readonly string[]): BodyRow[] {
  return revs.flatMap((rev) => {
    const body = bodyOf(reads, row, rev);
    return body === null ? [] : [body];
  });
}

/** The revisions that some bodies belong to, with their ancestry. */
export function revisionsIn(row: DocumentRow, bodies: readonly BodyRow[]): Replicated[] {
  const tree = treeOf(row);
  return bodies.map((body) => ({
    document: documentOf(row.id, body),
    ancestry: ancestryOf(tree, body.rev),
  }));
}
