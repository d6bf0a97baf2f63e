import type { CopyArrival, SyncState } from './types.ts';

// The only place that knows what has not arrived: everything that shows "never", "nobody", a total
// or "remove" must ask here first.

/** How much of the server's copy has arrived, according to the ledger. */
export function arrivalOf({
  isWhole,
  download,
}: {
  isWhole: boolean;
  download: { state: 'none' | 'partial' | 'complete' };
}): CopyArrival {
  if (isWhole) return 'whole';
  return download.state === 'none' ? 'never' : 'arriving';
}

/** The fields that describe the arrival of a unit. */
export type Arrived = Pick<SyncState, 'arrival' | 'madeHere'>;

/**
 * Which screenings of a child are on this device: `all`; `some`, and others may follow; `none` so
 * far, which says nothing about the child. Ids arrive in order, children first and screenings by
 * time, so only the end of the first download proves that a child is complete.
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

/** Which screenings of a child are here, given their number; one look-up per child. */
export function screeningsHere(
  sync: Arrived,
  childId: string,
  screeningCount: number,
): ScreeningsHere {
  if (sync.arrival === 'whole' || isMadeHere(sync, childId)) return 'all';
  return screeningCount === 0 ? 'none' : 'some';
}

/**
 * Whether totals of a list (by default the children's) may be shown: the unit is whole, or the list
 * was begun on this device and nothing has come from elsewhere.
 */
export function isCountable(
  { sync, children }: { sync: Arrived; children: readonly { id: string }[] },
  list: readonly unknown[] = children,
): boolean {
  if (sync.arrival !== 'never') return sync.arrival === 'whole';
  return list.length > 0 && children.every(({ id }) => isMadeHere(sync, id));
}
