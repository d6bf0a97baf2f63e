import { isKeptRemoval } from '@crece/replication';
import type { DocumentStore, Replicated } from '../../store/document-store.ts';
import { withRevisions } from '../read/revisions.ts';
import { deletedRecords } from './deleted-records.ts';

type Carried = ReturnType<typeof withRevisions> & {
  _id: string;
  _rev: string;
  _revisions: { start: number; ids: string[] };
};

/** Whether a record whose leaves these are was removed by a person lately and keeps its content. */
function isListed(leaves: readonly Replicated[], now: Date): boolean {
  return (
    leaves.every(({ document }) => document._deleted === true) &&
    leaves.some(({ document }) => isKeptRemoval(document, now))
  );
}

/**
 * The records that were removed in the last days, with every leaf, so that a phone that never had
 * them can put them back. Erased, merged and moved records are not among them.
 */
export async function readRemovedRecords(store: DocumentStore, now: Date): Promise<Carried[]> {
  const found: Carried[] = [];
  for await (const leaves of deletedRecords(store, () => true)) {
    if (isListed(leaves, now)) found.push(...leaves.map((leaf) => withRevisions(leaf) as Carried));
  }
  return found;
}
