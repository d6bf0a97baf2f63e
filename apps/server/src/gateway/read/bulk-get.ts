import { tally } from '../../base/tally.ts';
import type { DocumentStore } from '../../store/document-store.ts';
import { inBatches } from './batches.ts';
import { type FoundRevision, findFirstRevisions, withRevisions } from './revisions.ts';

const PULLED = tally('crece_pulled_records_total', { by: 'bulk-get' });

interface Asked {
  readonly id: string;
  readonly rev?: string | undefined;
}

function rowOf({ id, rev }: Asked, found: readonly FoundRevision[], revs: boolean): string {
  const missing = { id, rev: rev ?? 'undefined', error: 'not_found', reason: 'missing' };
  const docs = found.map((one) => {
    if (!('ok' in one)) return { error: missing };
    return { ok: revs ? withRevisions(one.ok) : one.ok.document };
  });
  return JSON.stringify({ id, docs: docs.length === 0 ? [{ error: missing }] : docs });
}

/** The body of an answer to `_bulk_get`: one row for each document asked for, in their order. */
export async function* bulkGet(
  store: DocumentStore,
  asked: readonly Asked[],
  { revs, latest }: { revs: boolean; latest: boolean },
): AsyncGenerator<string, void> {
  yield '{"results":[\n';
  let separator = '';
  const found = inBatches(asked, (batch) => {
    const questions = batch.map(
      ({ id, rev }) => ({ id, revs: rev === undefined ? 'leaves' : [rev] }) as const,
    );
    return findFirstRevisions(store, questions, latest);
  });
  for await (const [one, revisions] of found) {
    yield separator + rowOf(one, revisions, revs);
    separator = ',\n';
    PULLED.add(1);
  }
  yield '\n]}\n';
}
