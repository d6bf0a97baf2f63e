import type { DocumentRefusal } from '@crece/contract';
import { generationOf, highestGeneration, isPlausible } from '@crece/replication';
import type { Leaf, RevisionCheck } from '../../store/document-store.ts';

/** Versions of one record that are open at once: that many people never edit one child apart. */
export const MAX_OPEN_VERSIONS = 50;
/** All leaves of one record, those that merges have closed among them: a bound for its tree. */
export const MAX_LEAVES = 250;
/**
 * Beyond either of these an account may still have so many leaves of its own: whoever fills a record
 * with versions keeps no other person's work out.
 */
export const OWN_LEAVES = 10;
/**
 * Revisions that one record's tree remembers, and that one request may bring of it. Reading and
 * writing a record costs as much as its tree is large.
 */
export const MAX_NODES = 20_000;
/** What a batch may add to a tree that is full: edits with what was typed before them. */
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

/** Whether a batch brings a revision further above the others than people edit a record. */
function leaps(before: readonly Leaf[], after: readonly Leaf[]): boolean {
  const known = new Set(before.map(({ rev }) => rev));
  const highest = highestGeneration([...known]);
  return after.some(({ rev }) => !known.has(rev) && !isPlausible(generationOf(rev), highest));
}

/**
 * Why a revision may not enter its record's tree; `null`: it may. The answer is one for all that a
 * batch brings of a record: what is refused beside a deletion must not make it look like a merge. Until it is known which leaves an
 * account brought (`null`), a record with too many is refused to everybody.
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
