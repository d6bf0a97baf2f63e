import { generationOf } from '@crece/replication';
import type { Replicated, StakeStore } from '../../store/stake-store.ts';

/** A revision that was asked for: found, or named as missing. */
export type Found = { readonly ok: Replicated } | { readonly missing: string };

/** A revision as replication carries it: with `_revisions`, from its own back to the oldest known. */
export function withRevisions({ document, ancestry }: Replicated): Record<string, unknown> {
  const ids = ancestry.map((rev) => rev.slice(rev.indexOf('-') + 1));
  return { ...document, _revisions: { start: generationOf(ancestry[0] ?? ''), ids } };
}

/**
 * Revisions of a document, each once: all that no other continues, or those named. With `latest`
 * stands for a revision that was continued what it has become: a client that heard of it a little
 * ago takes the newer one at once.
 */
export async function findRevisions(
  store: StakeStore,
  id: string,
  revs: 'leaves' | readonly string[],
  latest: boolean,
): Promise<Found[]> {
  if (revs === 'leaves') return (await store.readRevisions(id, revs)).map((ok) => ({ ok }));
  const found = new Map<string, Found>();
  const leaves = latest ? await store.readRevisions(id, 'leaves') : [];
  for (const rev of revs) {
    const become = leaves.filter(({ ancestry }) => ancestry.includes(rev));
    const known = become.length > 0 ? become : await store.readRevisions(id, [rev]);
    for (const ok of known) found.set(ok.document._rev, { ok });
    if (known.length === 0) found.set(rev, { missing: rev });
  }
  return [...found.values()];
}

/** The living revisions beside the winner. */
export async function conflictsOf(store: StakeStore, id: string): Promise<string[]> {
  const leaves = await store.leaves(id);
  return leaves.slice(1).flatMap(({ rev, deleted }) => (deleted ? [] : [rev]));
}

/** The fields that `conflicts=true` adds to a document: none when there is no conflict. */
export async function conflictField(
  store: StakeStore,
  id: string,
): Promise<{ _conflicts?: string[] }> {
  const conflicts = await conflictsOf(store, id);
  return conflicts.length === 0 ? {} : { _conflicts: conflicts };
}
