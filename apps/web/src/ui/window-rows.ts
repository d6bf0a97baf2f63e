import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { RowStarts } from './row-starts.ts';
import { useOnPaper } from './use-on-paper.ts';

interface WindowRow {
  key: string | number;
  index: number;
  /** Upper edge on the page, and height, in pixels: measured, or estimated before it is drawn. */
  start: number;
  size: number;
}

export interface WindowRows {
  /** Total height of all rows. */
  getTotalSize(): number;
  /** The rows to draw: visible ones and some around them. */
  getVirtualItems(): readonly WindowRow[];
  /** The row at a vertical position on the page. */
  getVirtualItemForOffset(offset: number): WindowRow | undefined;
  /** The row at an index, drawn or not. */
  rowAt(index: number): WindowRow | undefined;
  /** `ref` of each drawn row, whose `data-index` is its index. */
  measureElement: (element: HTMLElement | null) => (() => void) | undefined;
}

interface Options {
  count: number;
  /** Rows beside each other in a line, which are equally high; default 1. */
  columns?: number;
  /** Estimated height of a row before it is drawn. */
  estimate: number;
  /** Stable until the rows change. */
  getItemKey: (index: number) => string | number;
  /** Rows drawn above and below the visible ones. */
  overscan: number;
  /** Upper edge of the first row on the page. */
  scrollMargin: number;
  /** Height at the window's lower edge that other parts cover; default 0. */
  covered?: number;
}

/** The `ref` of a drawn row: it is one of `drawn`, and measured when its size changes. */
function useDrawnElements(drawn: Set<HTMLElement>, measure: () => void) {
  const observer = useMemo(
    () => (typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)),
    [measure],
  );
  return useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      drawn.add(element);
      observer?.observe(element);
      return () => {
        drawn.delete(element);
        observer?.unobserve(element);
      };
    },
    [drawn, observer],
  );
}

/** Calls a stable function when the window is scrolled or changes its size. */
function useWhenWindowMoves(look: () => void): void {
  useEffect(() => {
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [look]);
}

/**
 * Which of many rows to draw while the window scrolls: 10,000 rows cost as much as thirty. The
 * browser lays the drawn rows out below each other, with space above and below for the others, so
 * that rows with an unexpected height need no second drawing, which a key stroke would wait for.
 * Visible rows stay in place when a row above is measured; when the rows themselves change, the
 * caller must keep them in place. On paper all rows are drawn.
 */
export function useWindowRows(options: Options): WindowRows {
  const { count, columns = 1, estimate, getItemKey, overscan, scrollMargin, covered = 0 } = options;
  const lines = Math.ceil(count / columns);
  const [sizes] = useState(() => new Map<string | number, number>());
  const [drawn] = useState(() => new Set<HTMLElement>());
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  // Unreached rows count as high as the highest: a list that is too long shrinks when its end is
  // reached, while one that is too short could not be scrolled back to an earlier position.
  const highest = useRef(estimate);

  const starts = useMemo(
    () => new RowStarts(lines, (line) => sizes.get(getItemKey(line * columns)) ?? estimate),
    [lines, columns, getItemKey, estimate, sizes],
  );
  const seen = (around: number) => {
    const top = window.scrollY - scrollMargin;
    return {
      first: Math.max(0, starts.indexAt(top) - around) * columns,
      last: Math.min(
        count - 1,
        (starts.indexAt(top + window.innerHeight - covered) + around + 1) * columns - 1,
      ),
    };
  };
  const rowAt = (index: number): WindowRow | undefined => {
    if (index < 0 || index >= count) return undefined;
    const line = Math.floor(index / columns);
    const start = starts.startOf(line);
    const size = starts.startOf(line + 1) - start;
    return { key: getItemKey(index), index, start: start + scrollMargin, size };
  };
  const isOnPaper = useOnPaper();
  const range = seen(isOnPaper ? count : overscan);

  // The listeners below always use what was drawn last.
  const lineKey = (index: number) => getItemKey(index - (index % columns));
  const latest = useRef({ range, overscan, starts, seen, rowAt, lineKey, columns });
  useLayoutEffect(() => {
    latest.current = { range, overscan, starts, seen, rowAt, lineKey, columns };
  });
  const measuredStarts = useRef(starts);

  const measure = useCallback(() => {
    const shown = latest.current;
    const before = highest.current;
    let from = Number.POSITIVE_INFINITY;
    let moved = 0;
    for (const element of drawn) {
      const row = shown.rowAt(Number(element.dataset['index']));
      const size = element.offsetHeight;
      // An element without layout has no meaningful height.
      if (row === undefined || size === 0) continue;
      // Rows of one line are equally high: the first of them tells it.
      const key = shown.lineKey(row.index);
      if (sizes.get(key) === size) continue;
      sizes.set(key, size);
      highest.current = Math.max(highest.current, size);
      from = Math.min(from, Math.floor(row.index / shown.columns));
      if (row.start < window.scrollY) moved += size - row.size;
    }
    if (from === Number.POSITIVE_INFINITY) return;
    shown.starts.measuredFrom(from);
    // A caller that changes the rows keeps them in place by their measured heights.
    if (moved !== 0 && measuredStarts.current === shown.starts) window.scrollBy(0, moved);
    const { first, last } = shown.seen(0);
    const isCovered = first >= shown.range.first && last <= shown.range.last;
    if (!isCovered || highest.current !== before) redraw();
  }, [drawn, sizes]);

  useLayoutEffect(() => {
    measure();
    measuredStarts.current = starts;
  });

  const look = useCallback(() => {
    const { range: shown, seen: seenNow, overscan: around } = latest.current;
    const next = seenNow(around);
    if (next.first !== shown.first || next.last !== shown.last) redraw();
  }, []);
  useWhenWindowMoves(look);

  const measureElement = useDrawnElements(drawn, measure);

  return {
    getTotalSize: () => starts.total(highest.current),
    getVirtualItems: () => {
      const items: WindowRow[] = [];
      for (let index = range.first; index <= range.last; index += 1) {
        const row = rowAt(index);
        if (row !== undefined) items.push(row);
      }
      return items;
    },
    getVirtualItemForOffset: (offset) =>
      count === 0 ? undefined : rowAt(starts.indexAt(offset - scrollMargin) * columns),
    rowAt,
    measureElement,
  };
}
