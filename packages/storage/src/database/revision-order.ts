import { compareRevisions, generationOf, isPlausible } from '@crece/replication';

interface Leaf {
  _rev: string;
  _deleted?: boolean;
  [field: string]: unknown;
}

/** Orders leaves of one document: living before deleted, then the newest, as every replica does. */
export function winnerFirst(a: Leaf, b: Leaf): number {
  const isDeletedA = a._deleted === true;
  if (isDeletedA !== (b._deleted === true)) return isDeletedA ? 1 : -1;
  return compareRevisions(b._rev, a._rev);
}

/** Whether a revision's generation is one that a record can reach. */
export function canBe(rev: string): boolean {
  return isPlausible(generationOf(rev), null);
}

/** Whether an edit of a revision has a generation that a record can reach. */
export function canBeEdited(rev: string): boolean {
  return isPlausible(generationOf(rev) + 1, null);
}

/**
 * The leaves without those that nobody can have written, the winner first. All of them where no other
 * one lives, and none is a person's removal: a record is never hidden.
 */
export function believed<L extends Leaf>(leaves: readonly L[]): L[] {
  const credible = leaves.filter(({ _rev }) => canBe(_rev));
  const isAnyLeft = credible.some(({ _deleted, why }) => _deleted !== true || why === 'removed');
  return (isAnyLeft ? credible : [...leaves]).sort(winnerFirst);
}
