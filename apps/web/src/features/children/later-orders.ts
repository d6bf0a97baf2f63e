/** What the list does not need for its first rows: other orders, standings, filters by date. */
export { programmeRulesOf } from '../../data/programme.ts';
export { noteAllDue, noteFewDue, noteReferred } from './due-filters.ts';
export { sortRows } from './sort-rows.ts';
