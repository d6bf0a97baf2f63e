import { compareRevisions } from '@crece/replication';

interface Leaf {
  _rev: string;
  _deleted?: boolean;
}

/** Orders leaves of one document: living before deleted, then the newest, as every replica does. */
export function winnerFirst(a: Leaf, b: Leaf): number {
  const isDeletedA = a._deleted === true;
  if (isDeletedA !== (b._deleted === true)) return isDeletedA ? 1 : -1;
  return compareRevisions(b._rev, a._rev);
}
