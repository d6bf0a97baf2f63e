import type { SnapshotEnd, SnapshotHead, SnapshotRow } from '@crece/contract';
import type { DocumentStore, SnapshotQuery } from '../../store/document-store.ts';
import { withRevisions } from './revisions.ts';

export const SNAPSHOT_TYPE = 'application/x-ndjson; charset=utf-8';

function line(content: SnapshotHead | SnapshotRow | SnapshotEnd): string {
  return `${JSON.stringify(content)}\n`;
}

/**
 * A unit for a first download, line by line: a head with the sequence at which the reading began,
 * then every document's leaves by id, then an end line. A change during the reading may be in it or
 * not, so the reader continues with the changes after the head's sequence.
 */
export async function* snapshot(
  store: DocumentStore,
  epoch: string,
  query: SnapshotQuery,
): AsyncGenerator<string, void> {
  const { docCount, deletedCount } = await store.info();
  const total = docCount + (query.tombstones ? deletedCount : 0);
  const documents = store.snapshot(query);
  yield line({ epoch, seq: await documents.sequence(), total });
  for await (const leaves of documents) {
    const [winner] = leaves;
    if (winner !== undefined) {
      yield line({ id: winner.document._id, docs: leaves.map(withRevisions) });
    }
  }
  yield line({ end: true });
}
