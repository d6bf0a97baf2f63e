import { type NextVisitRules, timeZoneOfUnit, todayIn } from '@crece/domain';
import { isCountable, type LocalUnit } from '@crece/storage';
import { rowStanding } from '../../data/row-standing.ts';
import { eachWhenIdle, whenIdle } from '../../data/when-idle.ts';

/**
 * How many children of a unit are referred, overdue or due today, counted in idle moments; null while
 * not all of its records have arrived, and when it was stopped.
 */
export async function countDueToday(
  stakeDB: string,
  peek: (stakeDB: string) => Promise<LocalUnit>,
  rules: NextVisitRules,
  signal: AbortSignal,
): Promise<number | null> {
  await whenIdle();
  if (signal.aborted) return null;
  const unit = await peek(stakeDB);
  try {
    await unit.ready();
    const snapshot = unit.snapshot();
    if (!isCountable(snapshot)) return null;
    const today = todayIn(timeZoneOfUnit(stakeDB), new Date());
    let due = 0;
    const isWhole = await eachWhenIdle(
      snapshot.children,
      (row) => {
        const { section, next } = rowStanding(row, today, rules);
        const isToday = section === 'week' && next?.date === today;
        if (section === 'refer' || section === 'overdue' || isToday) due += 1;
      },
      signal,
    );
    return isWhole ? due : null;
  } finally {
    await unit.close();
  }
}
