import type { StakeStore } from '../../store/stake-store.ts';
import { findRevisions, withRevisions } from './revisions.ts';

interface Asked {
  readonly id: string;
  readonly rev?: string | undefined;
}

async function rowOf(
  store: StakeStore,
  { id, rev }: Asked,
  { revs, latest }: { revs: boolean; latest: boolean },
): Promise<string> {
  const found = await findRevisions(store, id, rev === undefined ? 'leaves' : [rev], latest);
  const missing = { id, rev: rev ?? 'undefined', error: 'not_found', reason: 'missing' };
  const docs = found.map((one) => {
    if (!('ok' in one)) return { error: missing };
    return { ok: revs ? withRevisions(one.ok) : one.ok.document };
  });
  return JSON.stringify({ id, docs: docs.length === 0 ? [{ error: missing }] : docs });
}

/** The body of an answer to `_bulk_get`: one row for each that was asked, in their order. */
export async function* bulkGet(
  store: StakeStore,
  asked: readonly Asked[],
  options: { revs: boolean; latest: boolean },
): AsyncGenerator<string, void> {
  yield '{"results":[\n';
  let separator = '';
  for (const one of asked) {
    yield separator + (await rowOf(store, one, options));
    separator = ',\n';
  }
  yield '\n]}\n';
}
