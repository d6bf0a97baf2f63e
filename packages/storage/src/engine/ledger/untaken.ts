import type { LedgerState } from '../../unit/known/ledger-state.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { SyncStore } from '../store/sync-store.ts';

/** Reason code for a version that was not stored. */
export const GENERATION_TOO_HIGH = 'generation-too-high';
/** Upper limit of the list; the problem is noticed long before. */
const MAX_UNTAKEN = 100;

/** Separates the documents that can be stored from those with an impossible generation. */
export async function sortedOut(store: SyncStore, given: readonly CarriedDocument[]) {
  const [documents, untaken]: [CarriedDocument[], CarriedDocument[]] = [[], []];
  for (const document of given) {
    ((await store.canTake(document)) ? documents : untaken).push(document);
  }
  return { documents, untaken };
}

/** Adds documents that were not stored to the list; per record only the last one is kept. */
export function withUntaken(
  before: LedgerState['untaken'],
  untaken: readonly CarriedDocument[],
): LedgerState['untaken'] {
  if (untaken.length === 0) return before;
  const listed = new Map(before.map((each) => [each.id, each]));
  for (const { _revisions, ...raw } of untaken) {
    const each = { id: raw._id, rev: raw._rev, codes: [GENERATION_TOO_HIGH], raw };
    if (listed.size < MAX_UNTAKEN || listed.has(raw._id)) listed.set(raw._id, each);
  }
  return [...listed.values()];
}
