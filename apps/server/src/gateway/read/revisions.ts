import { generationOf } from '@crece/replication';
import type {
  DocumentStore,
  Leaf,
  Replicated,
  RevisionsAsked,
} from '../../store/document-store.ts';
import { readInBatches } from './batches.ts';

/** A requested revision: found, or named as missing. */
export type FoundRevision = { readonly ok: Replicated } | { readonly missing: string };

/**
 * A revision as replication carries it: with `_revisions`, from its own back to the oldest known.
 */
export function withRevisions({ document, ancestry }: Replicated): Record<string, unknown> {
  const ids = ancestry.map((rev) => rev.slice(rev.indexOf('-') + 1));
  return { ...document, _revisions: { start: generationOf(ancestry[0] ?? ''), ids } };
}

function become(leaves: readonly Replicated[], rev: string): Replicated[] {
  return leaves.filter(({ ancestry }) => ancestry.includes(rev));
}

/** The named revisions, each once, from the revisions that were read of their document. */
function foundIn(
  revs: readonly string[],
  { leaves, others }: Record<'leaves' | 'others', readonly Replicated[]>,
): FoundRevision[] {
  const found = new Map<string, FoundRevision>();
  for (const rev of revs) {
    const continued = become(leaves, rev);
    const named = others.filter(({ document }) => document._rev === rev);
    const known = continued.length > 0 ? continued : named;
    for (const ok of known) found.set(ok.document._rev, { ok });
    if (known.length === 0) found.set(rev, { missing: rev });
  }
  return [...found.values()];
}

/**
 * Reads those named revisions that are not in the ancestry of any leaf read; there are hardly ever
 * any.
 */
async function readOthers(
  store: DocumentStore,
  asked: readonly RevisionsAsked[],
  leaves: readonly (readonly Replicated[])[],
): Promise<Map<number, Replicated[]>> {
  const rest = asked.flatMap(({ id, revs }, place) => {
    if (revs === 'leaves') return [];
    const others = revs.filter((rev) => become(leaves[place] ?? [], rev).length === 0);
    return others.length === 0 ? [] : [{ place, id, revs: others }];
  });
  const found = new Map<number, Replicated[]>();
  for await (const [{ place }, read] of readInBatches(store, rest)) found.set(place, read);
  return found;
}

/**
 * Revisions of documents, each once: all leaves, or the named ones. Answers for the first documents
 * only, as many as the store answers at once. With `latest`, a revision that was continued is
 * replaced by its newest descendants, so that a client that heard of it a while ago gets the newer
 * one at once.
 */
export async function findFirstRevisions(
  store: DocumentStore,
  asked: readonly RevisionsAsked[],
  latest: boolean,
): Promise<FoundRevision[][]> {
  const questions = latest ? asked.map(({ id }) => ({ id, revs: 'leaves' as const })) : asked;
  const read = await store.readManyRevisions(questions);
  const answered = asked.slice(0, read.length);
  const others = latest ? await readOthers(store, answered, read) : null;
  return answered.map(({ revs }, place) => {
    const own = read[place] ?? [];
    if (revs === 'leaves') return own.map((ok) => ({ ok }));
    return others === null
      ? foundIn(revs, { leaves: [], others: own })
      : foundIn(revs, { leaves: own, others: others.get(place) ?? [] });
  });
}

/** The same for one document. */
export async function findRevisions(
  store: DocumentStore,
  id: string,
  revs: 'leaves' | readonly string[],
  latest: boolean,
): Promise<FoundRevision[]> {
  const [found = []] = await findFirstRevisions(store, [{ id, revs }], latest);
  return found;
}

/** The living leaves of a document beside the winner. */
export function conflictsAmong(leaves: readonly Leaf[]): string[] {
  return leaves.slice(1).flatMap(({ rev, deleted }) => (deleted ? [] : [rev]));
}

/** The fields that `conflicts=true` adds to a document; none when there is no conflict. */
export async function conflictField(
  store: DocumentStore,
  id: string,
): Promise<{ _conflicts?: string[] }> {
  const conflicts = conflictsAmong(await store.leaves(id));
  return conflicts.length === 0 ? {} : { _conflicts: conflicts };
}

/** The leaves of documents that were read. */
export function leavesIn(revisions: readonly Replicated[]): Leaf[] {
  return revisions.map(({ document }) => ({
    rev: document._rev,
    deleted: document._deleted === true,
  }));
}
