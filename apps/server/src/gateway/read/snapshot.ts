import type { SnapshotEnd, SnapshotHead } from '@crece/contract';
import { Packer } from '@crece/replication';
import { tally } from '../../base/tally.ts';
import type { DocumentStore, SnapshotQuery } from '../../store/document-store.ts';

export const SNAPSHOT_TYPE = 'application/x-ndjson; charset=utf-8';

const PULLED = tally('crece_pulled_records_total', { by: 'snapshot' });

function line(content: SnapshotHead | ReturnType<Packer['take']> | SnapshotEnd): string {
  return `${JSON.stringify(content)}\n`;
}

/**
 * A unit for a first download, line by line: a head with the sequence at which the reading began,
 * then blocks with every document's leaves by id, then an end line. A change during the reading may
 * be in it or not, so the reader continues with the changes after the head's sequence.
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
  const packer = new Packer();
  for await (const leaves of documents) {
    packer.add(leaves);
    PULLED.add(1);
    if (packer.isFull) yield line(packer.take());
  }
  if (!packer.isEmpty) yield line(packer.take());
  yield line({ end: true });
}
