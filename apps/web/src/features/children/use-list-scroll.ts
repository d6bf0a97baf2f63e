import type { ChildRow } from '@crece/storage';
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isFocusFree } from '../../ui/person-acts.ts';
import type { WindowRows } from '../../ui/window-rows.ts';

interface Anchor {
  /** The row at the top of the window; null: the list was not scrolled. */
  id: string | null;
  /**
   * Scroll position relative to the row's lower edge, so mostly negative. The lower edge stays in
   * place when the row is rendered again and is higher than estimated.
   */
  past: number;
  /** The row that had the focus: its child was opened. */
  opened: string | null;
}

const KEY_PREFIX = 'crece.list-scroll.';

const isIdOrNull = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';

function keptAnchor(place: string): Anchor | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY_PREFIX + place) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { id, past, opened } = kept as { [key in keyof Anchor]?: unknown };
    const isAnchor = isIdOrNull(id) && typeof past === 'number' && isIdOrNull(opened);
    return isAnchor ? { id, past, opened } : null;
  } catch {
    return null;
  }
}

/** Whether the person left this list scrolled, or by one of its rows. */
export function isPlaceKept(place: string): boolean {
  return keptAnchor(place) !== null;
}

function keepAnchor(place: string, anchor: Anchor): void {
  if (anchor.id === null && anchor.opened === null) sessionStorage.removeItem(KEY_PREFIX + place);
  else sessionStorage.setItem(KEY_PREFIX + place, JSON.stringify(anchor));
}

const endOf = ({ start, size }: { start: number; size: number }) => start + size;

interface ListPlace {
  /** Identifies the list with its search and filters. */
  place: string;
  rows: readonly ChildRow[];
  listRef: RefObject<HTMLElement | null>;
  /** Whether the person has done anything on the page of the list. */
  hasActed: () => boolean;
}

/**
 * Remembers the scroll position of a list by child, and the row that was opened. The way back from
 * a child shows the same rows, although others were added or became higher, and the keyboard focus
 * returns to the opened row. A changed search or filter starts at the top; nothing moves once the
 * person acts.
 */
export function useListScroll(
  virtualizer: WindowRows,
  { place, rows, listRef, hasActed }: ListPlace,
): void {
  // Read before anything can overwrite it: development mounts every page twice.
  const [arrival] = useState(() => keptAnchor(place));
  const leave = useEffectEvent(() => {
    const atTop = virtualizer.getVirtualItemForOffset(window.scrollY);
    const id = window.scrollY > 0 && atTop !== undefined ? rows[atTop.index]?.id : undefined;
    const focused = document.activeElement?.closest<HTMLElement>('[data-index]');
    const opened = listRef.current?.contains(focused ?? null)
      ? rows[Number(focused?.dataset['index'])]?.id
      : undefined;
    keepAnchor(place, {
      id: id ?? null,
      past: id === undefined || atTop === undefined ? 0 : window.scrollY - endOf(atTop),
      opened: opened ?? null,
    });
  });
  const indexOf = (id: string | null) =>
    id === null ? -1 : rows.findIndex((row) => row.id === id);
  const toFocus = useRef<string | null>(null);
  const comeBack = useEffectEvent(() => {
    if (arrival === null || hasActed()) return;
    const index = indexOf(arrival.id);
    const row = index < 0 ? undefined : virtualizer.rowAt(index);
    if (row !== undefined) window.scrollTo(0, endOf(row) + arrival.past);
    toFocus.current = arrival.opened;
    focusOpened();
  });
  // The row may be rendered only after the list was scrolled to it.
  const focusOpened = useEffectEvent(() => {
    if (toFocus.current === null) return;
    const row = listRef.current?.querySelector<HTMLElement>(
      `[data-index="${indexOf(toFocus.current)}"] a`,
    );
    if (!row) return;
    toFocus.current = null;
    if (!hasActed() && isFocusFree()) row.focus({ preventScroll: true });
  });
  useLayoutEffect(() => focusOpened());

  useLayoutEffect(() => {
    // The page frame may first scroll a new page to its top.
    const frame = requestAnimationFrame(() => comeBack());
    return () => cancelAnimationFrame(frame);
  }, []);
  useEffect(() => {
    const keep = () => leave();
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, []);
  // The cleanup of a layout effect runs while the rows are still on the page.
  useLayoutEffect(() => () => leave(), []);

  const shownPlace = useRef(place);
  useEffect(() => {
    if (shownPlace.current === place) return;
    shownPlace.current = place;
    window.scrollTo(0, 0);
  }, [place]);
}
