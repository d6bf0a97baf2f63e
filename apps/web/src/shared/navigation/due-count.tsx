import { dueVisitOf, isPressing, timeZoneOfUnit } from '@crece/domain';
import { isCountable } from '@crece/storage';
import { useEffect, useState } from 'react';
import { setBadge } from '../../data/app-badge.ts';
import { useUnitSnapshot } from '../../data/live.ts';
import { useCovered } from '../../data/lock.ts';
import { useMessages } from '../../data/messages.tsx';
import { useProgrammeRules } from '../../data/programme.ts';
import { rowStanding } from '../../data/row-standing.ts';
import { useToday } from '../../data/today.ts';
import { eachWhenIdle } from '../../data/when-idle.ts';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import type { PageUnit } from './page-unit.ts';

/** More than two figures would hide the icon that they stand at. */
const MOST = 99;

/**
 * The number of children of a unit who are to be referred or due within a week, beside the word "Due"
 * and on the application's icon, where invented children count nothing. It is counted in idle moments
 * from the rows that the lists show; nothing while not all have arrived.
 */
export function DueCount({ unit: { local, stakeDB, demo } }: { unit: PageUnit }) {
  const { t, number } = useMessages();
  const snapshot = useUnitSnapshot(local);
  const today = useToday(timeZoneOfUnit(stakeDB));
  const rules = useProgrammeRules();
  const [count, setCount] = useState<number | null>(null);
  const isCovered = useCovered();
  const { children } = snapshot;
  const isKnown = snapshot.state === 'ready' && isCountable(snapshot);

  useEffect(() => {
    if (!isKnown) return;
    const stop = new AbortController();
    let due = 0;
    const look = (row: (typeof children)[number]) => {
      const visit = dueVisitOf(rowStanding(row, today, rules));
      if (visit !== null && isPressing(visit, today)) due += 1;
    };
    void eachWhenIdle(children, look, stop.signal).then((isDone) => isDone && setCount(due));
    return () => stop.abort();
  }, [isKnown, children, today, rules]);

  useEffect(() => {
    if (count !== null && !isCovered && !demo) setBadge(count);
  }, [count, isCovered, demo]);

  if (!isKnown || count === null || count === 0) return null;
  return (
    <>
      {' '}
      <span className="nav-count">
        <span aria-hidden="true">{count > MOST ? `${number(MOST)}+` : number(count)}</span>
        <VisuallyHidden>{t('app.nav-due-count', { count })}</VisuallyHidden>
      </span>
    </>
  );
}
