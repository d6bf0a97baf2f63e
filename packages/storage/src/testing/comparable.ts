import type { UnitSnapshot } from '../unit/projection/types.ts';

/** A snapshot to compare: the order of unreadable records and orphans says nothing. */
export function comparable(snapshot: UnitSnapshot): UnitSnapshot {
  const byId = <T extends { id?: string; _id?: string }>(list: readonly T[]): T[] =>
    list.toSorted((a, b) => ((a.id ?? a._id ?? '') < (b.id ?? b._id ?? '') ? -1 : 1));
  return {
    ...snapshot,
    unreadable: byId(snapshot.unreadable),
    orphans: byId(snapshot.orphans),
  };
}
