import { type NextVisitTable, readProgrammeSettings } from '@crece/domain';

/** What the list does not need for its first rows: other orders, and filters by date. */
export { noteAllDue, noteFewDue } from './due-filters.ts';
export { sortRows } from './sort-rows.ts';

let read: { programme: unknown; table: NextVisitTable } | null = null;

/** The table of next visits in the programme's settings; the same object for the same settings. */
export function nextVisitsOf(programme: unknown): NextVisitTable {
  if (read === null || read.programme !== programme) {
    read = { programme, table: readProgrammeSettings(programme).nextVisit };
  }
  return read.table;
}
