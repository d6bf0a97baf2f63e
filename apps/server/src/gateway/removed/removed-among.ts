import { generationOf, isRemoval } from '@crece/replication';
import type { DocumentStore, Replicated } from '../../store/document-store.ts';
import { readInBatches } from '../read/batches.ts';

/** A record is made, removed and put back: no earlier revision can bring it back. */
const FIRST_PUT_BACK = 3;

/** Of the records that a batch writes living versions of, those that are removed until then. */
export async function removedAmong(
  store: DocumentStore,
  revisions: readonly Replicated[],
): Promise<ReadonlySet<string>> {
  const ids = new Set(
    revisions
      .filter(
        ({ document: { _deleted, _rev } }) =>
          _deleted !== true && generationOf(_rev) >= FIRST_PUT_BACK,
      )
      .map(({ document }) => document._id),
  );
  if (ids.size === 0) return ids;
  const living = await store.readMany([...ids]);
  const asked = [...ids]
    .filter((id) => !living.has(id))
    .map((id) => ({ id, revs: 'leaves' as const }));
  const gone = new Set<string>();
  for await (const [{ id }, leaves] of readInBatches(store, asked)) {
    if (leaves.some(({ document }) => isRemoval(document))) gone.add(id);
  }
  return gone;
}
