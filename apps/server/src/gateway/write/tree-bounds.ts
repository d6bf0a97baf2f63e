import type { DocumentRefusal } from '@crece/contract';
import { type Bound, boundOf, generationOf, highestGeneration } from '@crece/replication';
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

/** Whether the generations that a batch brings of a record may be taken. */
function boundOfBatch({ before, after, unjoined }: Candidate): Bound {
  const known = before.map(({ rev }) => rev);
  const brought = after.filter(({ rev }) => !known.includes(rev));
  const newest = brought.reduce((most, { rev }) => Math.max(most, generationOf(rev)), 0);
  const growth = {
    highest: known.length === 0 ? null : (highestGeneration(known) ?? 0),
    newest,
    unjoined: unjoined === null ? null : generationOf(unjoined),
  };
  return boundOf(growth, 'writer');
}

/** What was looked up for a batch. What depends on something else is refused. */
export interface LookedUp {
  /** The leaves that the account brought to records that are full; null: not looked up. */
  readonly brought: LeavesBrought | null;
  /** Whether a record may leap now, by its id. */
  readonly mayLeap: ReadonlyMap<string, boolean>;
}

/**
 * Why a batch may not extend a record's tree; `null` if it may. One answer holds for all revisions
 * that the batch brings of the record: a revision refused beside a deletion must not make that look
 * like a merge. While something is not looked up yet, full records are refused to every account,
 * and every leap is; `onLeap` is called for those that nothing else forbids.
 */
export function boundRefusal(
  candidate: Candidate,
  { brought, mayLeap }: LookedUp,
  onLeap: (id: string, rev: string) => void = () => undefined,
): DocumentRefusal | null {
  const { revision, before, after, size, unjoined } = candidate;
  const { _id: id } = revision.document;
  const bound = boundOfBatch(candidate);
  if (bound === 'too-far') return 'malformed-revision';
  const growth = size.after - size.before;
  if (size.after > MAX_NODES && growth > NODES_WHEN_FULL) return 'too-many-versions';
  if (addsTooMany(before, after)) {
    if (brought === null) return 'too-many-versions';
    if (ownLeaves(candidate, brought.get(id) ?? new Set()) > OWN_LEAVES) return 'too-many-versions';
  }
  if (bound === 'in-order' || mayLeap.get(id) === true) return null;
  if (!mayLeap.has(id)) onLeap(id, unjoined ?? '');
  return 'malformed-revision';
}
