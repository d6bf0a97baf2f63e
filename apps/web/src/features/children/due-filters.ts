import type { IsoDate, NextVisitRules, Standing } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { hasRowStanding, rowStanding } from '../../data/row-standing.ts';
import { eachWhenIdle } from '../../data/when-idle.ts';
import { answersOf, bitOf, type FilteredStanding } from '../../shared/children/list-filters.ts';
import { indexedRow } from '../../shared/children/list-index.ts';
import { isPlainRow } from '../../shared/children/plain-row.ts';

/** What the filters ask of a child's whole standing. */
function filteredStanding({ isGraduate, section, referral }: Standing): FilteredStanding {
  const isInRefer = section === 'refer';
  return { isGraduate, isInRefer, isReferred: isInRefer || referral !== null };
}

/** With so few rows left to answer, the list does not wait for an idle moment. */
const FEW = 200;

/** Notes in a row's index which filters by date it matches. Graduates match only their own. */
function noteDue(row: ChildRow, today: IsoDate, rules: NextVisitRules): void {
  const indexed = indexedRow(row, today);
  const { section, supplement, departure } = rowStanding(row, today, rules);
  const isListed = (indexed.answers & bitOf('a')) !== 0;
  const isHere = departure === null;
  const isGiven = isHere && supplement.supType !== 'none' && !supplement.noFoodUnder6;
  indexed.due = isListed
    ? (section === 'overdue' ? bitOf('o') : 0) | (isGiven ? bitOf('s') : 0)
    : 0;
}

/**
 * Corrects the answers of children with an open referral, of whom the list knew only that it is open:
 * an outcome may answer it, or it has lapsed. There are few of them.
 */
export function noteReferred(
  rows: readonly ChildRow[],
  today: IsoDate,
  rules: NextVisitRules,
): void {
  for (const row of rows) {
    if (isPlainRow(row)) continue;
    indexedRow(row, today).answers = answersOf(
      row,
      filteredStanding(rowStanding(row, today, rules)),
    );
  }
}

/** Notes the answers at once when only few are missing; false when they need idle moments. */
export function noteFewDue(
  rows: readonly ChildRow[],
  today: IsoDate,
  rules: NextVisitRules,
): boolean {
  const left = rows.filter((row) => !hasRowStanding(row, today, rules));
  if (left.length > FEW) return false;
  for (const row of rows) noteDue(row, today, rules);
  return true;
}

/** Notes all answers in idle moments; false when it was stopped before. */
export function noteAllDue(
  rows: readonly ChildRow[],
  today: IsoDate,
  rules: NextVisitRules,
  signal: AbortSignal,
): Promise<boolean> {
  return eachWhenIdle(rows, (row) => noteDue(row, today, rules), signal);
}
