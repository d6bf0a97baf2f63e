import type { IsoDate } from '@crece/domain';
import type { Arrived, ChildRow } from '@crece/storage';
import { useEffect, useMemo, useState } from 'react';
import { useConfig } from '../../data/config.tsx';
import { whenIdle } from '../../data/when-idle.ts';
import { type ColorFilter, isDueFilter } from '../../shared/children/list-filters.ts';
import { isKeptOrder, type ListSort } from './list-sort.ts';

const load = async () => {
  const later = await import('./later-orders.ts');
  const { programmeRulesOf, noteAllDue, noteFewDue, noteReferred, sortRows } = later;
  return { programmeRulesOf, noteAllDue, noteFewDue, noteReferred, sortRows };
};
type Later = Awaited<ReturnType<typeof load>>;

interface Order {
  /** The rows in the chosen order; null while it, or the answers of the filter, are worked out. */
  rows: readonly ChildRow[] | null;
  /** Whether the filters by date are answered for all rows. */
  isDueKnown: boolean;
  /** Whether the answers to open referrals are read; before, each stands under "refer". */
  isReferKnown: boolean;
}

interface Asked {
  sort: ListSort;
  filter: ColorFilter;
  today: IsoDate;
  arrived: Arrived;
}

/**
 * The order of the list, and the answers of its filters by date. In the kept order the list waits
 * for neither: their code is loaded, and the answers worked out, when the page has nothing to do.
 */
export function useListOrder(
  rows: readonly ChildRow[],
  { sort, filter, today, arrived }: Asked,
): Order {
  const { programme } = useConfig();
  /** Null while it is loading. */
  const [loaded, setLoaded] = useState<Later | 'missing' | null>(null);
  const later = loaded === 'missing' ? null : loaded;
  const [answered, setAnswered] = useState(0);
  const isAsked = !isKeptOrder(sort) || isDueFilter(filter);

  useEffect(() => {
    let current = true;
    const begin = () => {
      const loading = isAsked ? load() : whenIdle().then(load);
      loading.then(
        (orders) => current && setLoaded(orders),
        (cause: unknown) => {
          console.warn('The orders of the list could not be loaded.', cause);
          if (!current) return;
          setLoaded('missing');
          addEventListener('online', begin, { once: true });
        },
      );
    };
    begin();
    return () => {
      current = false;
      removeEventListener('online', begin);
    };
  }, [isAsked]);

  const { isDueKnown, isReferKnown } = useMemo(() => {
    if (later === null) return { isDueKnown: false, isReferKnown: false };
    const rules = later.programmeRulesOf(programme);
    later.noteReferred(rows, today, rules);
    return { isDueKnown: later.noteFewDue(rows, today, rules), isReferKnown: true, answered };
  }, [later, rows, today, programme, answered]);
  useEffect(() => {
    if (later === null || isDueKnown) return;
    const stop = new AbortController();
    void later
      .noteAllDue(rows, today, later.programmeRulesOf(programme), stop.signal)
      .then((isDone) => isDone && setAnswered((times) => times + 1));
    return () => stop.abort();
  }, [later, isDueKnown, rows, today, programme]);

  const { arrival, madeHere } = arrived;
  const sorted = useMemo(() => {
    // Better in another order than no list at all.
    if (isKeptOrder(sort) || loaded === 'missing') return rows;
    return loaded?.sortRows(rows, sort, today, { arrival, madeHere }) ?? null;
  }, [loaded, rows, sort, today, arrival, madeHere]);
  const isWaiting = isDueFilter(filter) && !isDueKnown;
  return { rows: isWaiting ? null : sorted, isDueKnown, isReferKnown };
}
