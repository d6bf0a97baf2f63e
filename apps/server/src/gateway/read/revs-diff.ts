import { parseRevision } from '@crece/replication';
import type { DocumentStore } from '../../store/document-store.ts';

/** Documents that the store is asked about at once. */
const REVISIONS_AT_ONCE = 500;

async function* batchAnswer(
  store: DocumentStore,
  batch: readonly (readonly [id: string, revs: readonly string[]])[],
): AsyncGenerator<string, void> {
  // A malformed revision counts as missing: when offered, it is refused alone and the others are
  // accepted.
  const wellFormed = batch.map(
    ([id, revs]) => [id, revs.filter((rev) => parseRevision(rev) !== null)] as const,
  );
  const answered = await store.missingRevisions(new Map(wellFormed));
  for (const [place, [id, revs]] of batch.entries()) {
    const { missing = [], possibleAncestors = [] } = answered.get(id) ?? {};
    const known = new Set(wellFormed[place]?.[1]);
    const malformed = revs.filter((rev) => !known.has(rev));
    if (missing.length + malformed.length === 0) continue;
    const ancestors =
      possibleAncestors.length === 0 ? {} : { possible_ancestors: possibleAncestors };
    yield `${JSON.stringify(id)}:${JSON.stringify({ missing: [...missing, ...malformed], ...ancestors })}`;
  }
}

/** The body of an answer to `_revs_diff`: for each document the revisions that are not stored. */
export async function* revsDiff(
  store: DocumentStore,
  asked: ReadonlyMap<string, readonly string[]>,
): AsyncGenerator<string, void> {
  const all = [...asked];
  yield '{';
  let separator = '';
  for (let from = 0; from < all.length; from += REVISIONS_AT_ONCE) {
    for await (const row of batchAnswer(store, all.slice(from, from + REVISIONS_AT_ONCE))) {
      yield separator + row;
      separator = ',\n';
    }
  }
  yield '}\n';
}
