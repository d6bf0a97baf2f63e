import { MAX_AGE_MONTHS } from '../base/limits.ts';
import type { Child, IsoDate } from '../fields/entities.ts';
import { completedMonthsToday, type NewestScreening } from '../screening/age-today.ts';

const MONTHS_A_YEAR = 12;

/**
 * Whether a child completed 60 months so many years ago or more, by every record and version of it: one
 * that is not old enough, or whose age is not known, keeps the child.
 *
 * @param newest the newest screening, whose typed age counts as everywhere
 * @param years whole years, 1 or more
 */
export function isKeptLong(
  children: readonly Pick<Child, 'birthDate'>[],
  newest: NewestScreening | null,
  today: IsoDate,
  years: number,
): boolean {
  const least = MAX_AGE_MONTHS + years * MONTHS_A_YEAR;
  return (
    children.length > 0 &&
    children.every((child) => (completedMonthsToday(child, newest, today) ?? 0) >= least)
  );
}
