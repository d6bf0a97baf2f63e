import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';

interface WindowRow {
  key: string | number;
  index: number;
  /** Upper edge on the page, and height, in pixels: measured, or estimated while never drawn. */
  start: number;
  size: number;
}

export interface WindowRows {
  /** Height of all rows together. */
  getTotalSize(): number;
  /** The rows to draw: those in the window and some around. */
  getVirtualItems(): readonly WindowRow[];
  /** The row that lies at a height of the page. */
  getVirtualItemForOffset(offset: number): WindowRow | undefined;
  /** The row of that number, drawn or not. */
  rowAt(index: number): WindowRow | undefined;
  /** `ref` of each drawn row, which also says its number in `data-index`. */
  measureElement: (element: HTMLElement | null) => (() => void) | undefined;
}

interface Options {
  count: number;
  estimateSize: () => number;
  getItemKey: (index: number) => string | number;
  /** Rows drawn above and below what is seen. */
  overscan: number;
  /** Upper edge of the first row on the page. */
  scrollMargin: number;
}

/** Number of the last row that begins at or above an offset from the first one. */
function indexAt(starts: Float64Array, count: number, offset: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/**
 * Which of many rows to draw while the window scrolls: 10,000 rows cost as much as thirty. Rows are
 * as high as they turn out; what is seen stays where it is when a row above it is measured.
 */
export function useWindowRows(options: Options): WindowRows {
  const { count, estimateSize, getItemKey, overscan, scrollMargin } = options;
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const [sizes] = useState(() => new Map<string | number, number>());
  const [drawn] = useState(() => new Set<HTMLElement>());

  const starts = new Float64Array(count + 1);
  const estimate = estimateSize();
  for (let index = 0; index < count; index += 1) {
    starts[index + 1] = (starts[index] ?? 0) + (sizes.get(getItemKey(index)) ?? estimate);
  }
  const seen = () => {
    const top = window.scrollY - scrollMargin;
    return {
      first: Math.max(0, indexAt(starts, count, top) - overscan),
      last: Math.min(count - 1, indexAt(starts, count, top + window.innerHeight) + overscan),
    };
  };
  const rowAt = (index: number): WindowRow | undefined => {
    const start = starts[index];
    const end = starts[index + 1];
    if (index < 0 || index >= count || start === undefined || end === undefined) return undefined;
    return { key: getItemKey(index), index, start: start + scrollMargin, size: end - start };
  };
  const range = seen();

  // What the listeners below look at is always what was drawn last.
  const latest = useRef({ range, seen, rowAt });
  useLayoutEffect(() => {
    latest.current = { range, seen, rowAt };
  });

  const measure = useCallback(() => {
    let changed = false;
    let moved = 0;
    for (const element of drawn) {
      const row = latest.current.rowAt(Number(element.dataset['index']));
      const size = element.offsetHeight;
      // An element that is not laid out says nothing about its height.
      if (row === undefined || size === 0 || sizes.get(row.key) === size) continue;
      sizes.set(row.key, size);
      changed = true;
      if (row.start < window.scrollY) moved += size - row.size;
    }
    if (!changed) return;
    redraw();
    if (moved !== 0) window.scrollBy(0, moved);
  }, [drawn, sizes]);

  useLayoutEffect(measure);

  const observer = useMemo(
    () => (typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)),
    [measure],
  );
  useEffect(() => {
    const look = () => {
      const next = latest.current.seen();
      const shown = latest.current.range;
      if (next.first !== shown.first || next.last !== shown.last) redraw();
    };
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, []);

  const measureElement = useCallback(
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

  return {
    getTotalSize: () => starts[count] ?? 0,
    getVirtualItems: () => {
      const items: WindowRow[] = [];
      for (let index = range.first; index <= range.last; index += 1) {
        const row = rowAt(index);
        if (row !== undefined) items.push(row);
      }
      return items;
    },
    getVirtualItemForOffset: (offset) =>
      count === 0 ? undefined : rowAt(indexAt(starts, count, offset - scrollMargin)),
    rowAt,
    measureElement,
  };
}
