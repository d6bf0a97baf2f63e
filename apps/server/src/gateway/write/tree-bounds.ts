import type { DocumentRefusal } from '@crece/contract';
import { generationOf, highestGeneration, isPlausible } from '@crece/replication';
import type { Leaf, RevisionCheck } from '../../store/document-store.ts';

/**
 * Versions of one record that are open at once; this many people never edit one child separately.
 */
export const MAX_OPEN_VERSIONS = 50;
/** All leaves of one record, including those closed by merges: a limit for the size of its tree. */
export const MAX_LEAVES = 250;
/**
 * Beyond either of these limits an account may still have this many leaves of its own, so that an
 * account that fills a record with versions does not lock out others.
 */
export const OWN_LEAVES = 10;
/**
 * Revisions that the tree of one record may hold, and that one request may bring of it. The cost of
 * reading and writing a record grows with its tree.
 */
export const MAX_NODES = 20_000;
/**
 * Revisions that a batch may add to a full tree: enough for edits and the revisions before them.
 */
export const NODES_WHEN_FULL = 10;

type Candidate = Parameters<RevisionCheck>[0];

function openOf(leaves: readonly Leaf[]): number {
  return leaves.filter(({ deleted }) => !deleted).length;
}

function addsTooMany(before: readonly Leaf[], after: readonly Leaf[]): boolean {
  const open = openOf(after);
  return (
    (open > MAX_OPEN_VERSIONS && open > openOf(before)) ||
    (after.length > MAX_LEAVES && after.length > before.length)
  );
}

/** Leaves of a record that an account brought, by the record's id. */
export type LeavesBrought = ReadonlyMap<string, ReadonlySet<string>>;

/** How many leaves of its own the account would have. */
function ownLeaves({ before, after }: Candidate, brought: ReadonlySet<string>): number {
  const known = new Set(before.map(({ rev }) => rev));
  return after.filter(({ rev }) => !known.has(rev) || brought.has(rev)).length;
}

/**
 * Whether a batch brings a revision much further above the others than people can edit a record.
 */
function leaps(before: readonly Leaf[], after: readonly Leaf[]): boolean {
  const known = new Set(before.map(({ rev }) => rev));
  const highest = highestGeneration([...known]);
  return after.some(({ rev }) => !known.has(rev) && !isPlausible(generationOf(rev), highest));
}

/**
 * Why a batch may not extend a record's tree; `null` if it may. One answer holds for all revisions
 * that the batch brings of the record: a revision refused beside a deletion must not make that look
 * like a merge. While `brought` is `null` (not looked up yet), a full record is refused to every
 * account.
 */
export function boundRefusal(
  candidate: Candidate,
  brought: LeavesBrought | null,
): DocumentRefusal | null {
  const { revision, before, after, size } = candidate;
  if (leaps(before, after)) return 'malformed-revision';
  const growth = size.after - size.before;
  if (size.after > MAX_NODES && growth > NODES_WHEN_FULL) return 'too-many-versions';
  if (!addsTooMany(before, after)) return null;
  if (brought === null) return 'too-many-versions';
  const own = ownLeaves(candidate, brought.get(revision.document._id) ?? new Set());
  return own > OWN_LEAVES ? 'too-many-versions' : null;
}
