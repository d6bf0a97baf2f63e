import { kindOfId } from '@crece/domain';
import { isKeptRemoval } from '@crece/replication';
import type { DocumentStore, Replicated } from '../../store/document-store.ts';
import { readInBatches } from '../read/batches.ts';
import { withRevisions } from '../read/revisions.ts';

/** Records asked for at once. */
const BATCH = 500;

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
export async function readRemoved(store: DocumentStore, now: Date): Promise<Carried[]> {
  const found: Carried[] = [];
  let ids: string[] = [];
  const read = async () => {
    const asked = ids.map((id) => ({ id, revs: 'leaves' as const }));
    ids = [];
    for await (const [, leaves] of readInBatches(store, asked)) {
      if (isListed(leaves, now))
        found.push(...leaves.map((leaf) => withRevisions(leaf) as Carried));
    }
  };
  for await (const { id, deleted } of store.changes({ since: '0' })) {
    if (!deleted || kindOfId(id) === null) continue;
    ids.push(id);
    if (ids.length === BATCH) await read();
  }
  await read();
  return found;
}
