import { type IsoDate, type NextVisitRules, type Standing, standingOn } from '@crece/domain';
import { type ChildRow, type SyncState, screeningsHere } from '@crece/storage';

interface Known {
  today: IsoDate;
  rules: NextVisitRules;
  standing: Standing;
}

// A row keeps its identity until its child changes, so the row is the cache key.
const known = new WeakMap<ChildRow, Known>();

function knownOf(row: ChildRow, today: IsoDate, rules: NextVisitRules): Standing | null {
  const before = known.get(row);
  return before?.today === today && before.rules === rules ? before.standing : null;
}

/** Whether the standing of a row is worked out already for this day and these rules. */
export function hasRowStanding(row: ChildRow, today: IsoDate, rules: NextVisitRules): boolean {
  return knownOf(row, today, rules) !== null;
}

/** Where a row's child stands; worked out once until the child, the day or the rules change. */
export function rowStanding(row: ChildRow, today: IsoDate, rules: NextVisitRules): Standing {
  const before = knownOf(row, today, rules);
  if (before !== null) return before;
  const standing = standingOn(row, today, rules);
  known.set(row, { today, rules, standing });
  return standing;
}

/**
 * Children whose screenings have all arrived; of the others, only those whose screenings here show
 * danger.
 */
export function speakable(rows: readonly ChildRow[], sync: SyncState): readonly ChildRow[] {
  if (sync.arrival === 'whole') return rows;
  return rows.filter(({ id, screeningCount, standing }) => {
    const isHere = screeningsHere(sync, id, screeningCount) === 'all';
    return isHere || standing.openSigns.length > 0 || standing.lowWeight !== null;
  });
}
