import type { Arrival, SyncState } from './types.ts';

// The one place that tells what has not arrived: everything that says "never", "nobody", a number of
// all or "remove" asks here first.

/** How much of the server's copy has come, by the ledger. */
export function arrivalOf({
  isWhole,
  download,
}: {
  isWhole: boolean;
  download: { state: 'none' | 'partial' | 'complete' };
}): Arrival {
  if (isWhole) return 'whole';
  return download.state === 'none' ? 'never' : 'arriving';
}

/** What a unit knows of its arrival. */
export type Arrived = Pick<SyncState, 'arrival' | 'madeHere'>;

/**
 * Which screenings of a child are on this device: all there are; some, and others may follow; none so
 * far, which says nothing about the child. Ids arrive in order, children first and screenings by their
 * time, so that nothing less than the end of the first download tells that a child is complete.
 */
export type ScreeningsHere = 'all' | 'some' | 'none';

const madeSets = new WeakMap<readonly string[], ReadonlySet<string>>();

function isMadeHere({ madeHere }: Arrived, childId: string): boolean {
  let ids = madeSets.get(madeHere);
  if (ids === undefined) {
    ids = new Set(madeHere);
    madeSets.set(madeHere, ids);
  }
  return ids.has(childId);
}

/** Which screenings of a child are here, given how many are; costs one look-up for each child. */
export function screeningsHere(
  sync: Arrived,
  childId: string,
  screeningCount: number,
): ScreeningsHere {
  if (sync.arrival === 'whole' || isMadeHere(sync, childId)) return 'all';
  return screeningCount === 0 ? 'none' : 'some';
}

/**
 * Whether numbers of a list may be told, the children's unless told otherwise: the unit is whole, or
 * the list was begun on this device and nothing ever came from elsewhere.
 */
export function isCountable(
  { sync, children }: { sync: Arrived; children: readonly { id: string }[] },
  list: readonly unknown[] = children,
): boolean {
  if (sync.arrival !== 'never') return sync.arrival === 'whole';
  return list.length > 0 && children.every(({ id }) => isMadeHere(sync, id));
}
