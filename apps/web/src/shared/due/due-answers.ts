import {
  type DueSection,
  dueVisit,
  type IsoDate,
  isRefer,
  type NextVisitTable,
  supplementOn,
} from '@crece/domain';
import { type ChildRow, type SyncState, screeningsHere } from '@crece/storage';

/** What a child's dates say today. */
export interface DueAnswer {
  /** Its section of the due list; null when nobody has to see it within a month. */
  readonly section: DueSection | null;
  /** The next visit lies before today, by the due list or by the badge of the child's row. */
  readonly isOverdue: boolean;
  /** A supplement is to be given today. */
  readonly isSupplementDue: boolean;
}

interface Known extends DueAnswer {
  today: IsoDate;
  table: NextVisitTable;
}

// A row keeps its identity until its child changes, so the row is the cache key.
const known = new WeakMap<ChildRow, Known>();

/** Whether the answer of a row is worked out already for this day and table. */
export function hasDueAnswer(row: ChildRow, today: IsoDate, table: NextVisitTable): boolean {
  const before = known.get(row);
  return before !== undefined && before.today === today && before.table === table;
}

/** What a child's dates say today; worked out once until the child, the day or the table changes. */
export function dueAnswer(row: ChildRow, today: IsoDate, table: NextVisitTable): DueAnswer {
  const before = known.get(row);
  if (before !== undefined && before.today === today && before.table === table) return before;
  const section = dueVisit(row, row.newest, today, table)?.section ?? null;
  const supplement = supplementOn(row.newest, row, today);
  const answer = {
    section,
    isOverdue: section === 'overdue' || supplement.overdue,
    isSupplementDue: supplement.supType !== 'none' && !supplement.noFoodUnder6,
    today,
    table,
  };
  known.set(row, answer);
  return answer;
}

/**
 * Children whose screenings have all arrived; of the others, only those whose screenings here show
 * danger.
 */
export function speakable(rows: readonly ChildRow[], sync: SyncState): readonly ChildRow[] {
  if (sync.arrival === 'whole') return rows;
  return rows.filter(({ id, screeningCount, newest }) => {
    const isHere = screeningsHere(sync, id, screeningCount) === 'all';
    return isHere || (newest !== undefined && isRefer(newest));
  });
}
