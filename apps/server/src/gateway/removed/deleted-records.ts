import { kindOfId } from '@crece/domain';
import type { DocumentStore, Replicated } from '../../store/document-store.ts';
import { readInBatches } from '../read/batches.ts';

/** Records asked for at once. */
const BATCH = 500;

/** Every leaf of each record of a unit that is deleted, without holding more than a batch of them. */
export async function* deletedRecords(
  store: DocumentStore,
  isAsked: (kind: NonNullable<ReturnType<typeof kindOfId>>) => boolean,
): AsyncGenerator<readonly Replicated[], void> {
  let ids: string[] = [];
  async function* read() {
    const asked = ids.map((id) => ({ id, revs: 'leaves' as const }));
    ids = [];
    for await (const [, leaves] of readInBatches(store, asked)) yield leaves;
  }
  for await (const { id, deleted } of store.changes({ since: '0' })) {
    const kind = kindOfId(id);
    if (!deleted || kind === null || !isAsked(kind)) continue;
    ids.push(id);
    if (ids.length === BATCH) yield* read();
  }
  yield* read();
}
