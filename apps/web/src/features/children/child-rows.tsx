import type { IsoDate } from '@crece/domain';
import { type Arrived, type ChildRow, screeningsHere } from '@crece/storage';
import { memo, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { usePressedLink } from '../../shared/navigation/pressed-link.ts';
import type { RowAlert } from '../../shared/screenings/record-state.ts';
import { useWindowRows } from '../../ui/window-rows.ts';
import { ChildRowLink } from './child-row.tsx';
import type { ListSort } from './list-sort.ts';
import { ColumnHeads } from './sort-controls.tsx';
import { useListScroll } from './use-list-scroll.ts';
import { useSteadyRows } from './use-steady-rows.ts';

/**
 * Estimate between the heights on a phone: about 66 px without badges, 92 px with a line of badges.
 */
const ROW_ESTIMATE_PX = 72;
const ROWS_AROUND = 3;

/**
 * Where the list began when it was last measured, in pixels from the top of the page. A list that
 * returns, as after a search without result, begins there again: it is drawn once and not twice.
 */
let lastTop = 0;

/**
 * The rows of the list, rendered only where they are visible: 10,000 children scroll like ten.
 * `place` identifies this list with its filters; the way back restores its scroll position.
 */
export const ChildRows = memo(function ChildRows({
  rows,
  count,
  alerts,
  arrived,
  today,
  stakeDB,
  place,
  hasActed,
  sort,
  onSort,
}: {
  rows: readonly ChildRow[];
  /** Number of rows of the list, of which `rows` may be the beginning; -1 when it is not known. */
  count: number;
  /** Children with a task that waits for a person. */
  alerts: ReadonlyMap<string, RowAlert>;
  /** Which children's screenings can have arrived. */
  arrived: Arrived;
  today: IsoDate;
  stakeDB: string;
  place: string;
  /** Whether the person has done anything on the page. */
  hasActed: () => boolean;
  sort: ListSort;
  onSort: (sort: ListSort) => void;
}) {
  const { t } = useMessages();
  const openLink = usePressedLink();
  const listRef = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(lastTop);
  /** The row that had the focus last. */
  const [focused, setFocused] = useState<string | null>(null);

  useLayoutEffect(() => {
    const measure = () => {
      const list = listRef.current;
      if (list === null) return;
      lastTop = Math.round(list.getBoundingClientRect().top + window.scrollY);
      setTop(lastTop);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const virtualizer = useWindowRows({
    count: rows.length,
    estimate: ROW_ESTIMATE_PX,
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: ROWS_AROUND,
    scrollMargin: top,
  });
  useSteadyRows(virtualizer, { rows, place, listRef });
  useListScroll(virtualizer, { place, rows, listRef, hasActed });

  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const above = first === undefined ? 0 : first.start - top;
  const drawn =
    first === undefined || last === undefined ? 0 : last.start + last.size - first.start;
  const isDrawn = items.some((item) => item.key === focused);
  const tabStop = isDrawn ? focused : (items[first?.index === 0 ? 0 : ROWS_AROUND]?.key ?? null);
  return (
    <div className="table">
      <ColumnHeads sort={sort} onSort={onSort} />
      <ul
        ref={listRef}
        className="rows"
        aria-label={t('children.title')}
        aria-description={t('children.keys')}
        style={{ paddingTop: above, paddingBottom: virtualizer.getTotalSize() - above - drawn }}
      >
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <li
              key={item.key}
              className="row-item"
              ref={virtualizer.measureElement}
              data-index={item.index}
              aria-setsize={count}
              aria-posinset={item.index + 1}
              onFocus={() => setFocused(row.id)}
            >
              <ChildRowLink
                row={row}
                entries={screeningsHere(arrived, row.id, row.screeningCount)}
                alert={alerts.get(row.id)}
                today={today}
                stakeDB={stakeDB}
                isTabStop={item.key === tabStop}
                onPress={openLink}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
});
