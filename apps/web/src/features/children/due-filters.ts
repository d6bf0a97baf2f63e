import type { IsoDate, NextVisitTable } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { dueAnswer, hasDueAnswer } from '../../shared/due/due-answers.ts';
import { eachWhenIdle } from '../../ui/when-idle.ts';
import { COLOR_FILTERS, type ColorFilter } from './list-filters.ts';
import { bitOf, indexedRow } from './list-index.ts';

const bit = (filter: ColorFilter) => bitOf(COLOR_FILTERS.indexOf(filter));

/** With so few rows left to answer, the list does not wait for an idle moment. */
const FEW = 200;

/** Notes in a row's index which filters by date it matches. Graduates match only their own. */
function noteDue(row: ChildRow, today: IsoDate, table: NextVisitTable): void {
  const indexed = indexedRow(row, today);
  const { isOverdue, isSupplementDue } = dueAnswer(row, today, table);
  const isListed = (indexed.answers & bit('a')) !== 0;
  indexed.due = isListed ? (isOverdue ? bit('o') : 0) | (isSupplementDue ? bit('s') : 0) : 0;
}

/** Notes the answers at once when only few are missing; false when they need idle moments. */
export function noteFewDue(
  rows: readonly ChildRow[],
  today: IsoDate,
  table: NextVisitTable,
): boolean {
  const left = rows.filter((row) => !hasDueAnswer(row, today, table));
  if (left.length > FEW) return false;
  for (const row of rows) noteDue(row, today, table);
  return true;
}

/** Notes all answers in idle moments; false when it was stopped before. */
export function noteAllDue(
  rows: readonly ChildRow[],
  today: IsoDate,
  table: NextVisitTable,
  signal: AbortSignal,
): Promise<boolean> {
  return eachWhenIdle(rows, (row) => noteDue(row, today, table), signal);
}
