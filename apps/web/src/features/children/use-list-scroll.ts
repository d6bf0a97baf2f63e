import type { ChildRow } from '@crece/storage';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { WindowRows } from '../../components/window-rows.ts';

/** The row at the top of the window and how far it was scrolled past its upper edge. */
interface Anchor {
  id: string;
  past: number;
}

const KEY_PREFIX = 'crece.list-scroll.';

function keptAnchor(place: string): Anchor | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY_PREFIX + place) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { id, past } = kept as { id?: unknown; past?: unknown };
    return typeof id === 'string' && typeof past === 'number' ? { id, past } : null;
  } catch {
    return null;
  }
}

function keepAnchor(place: string, anchor: Anchor | null): void {
  if (anchor === null) sessionStorage.removeItem(KEY_PREFIX + place);
  else sessionStorage.setItem(KEY_PREFIX + place, JSON.stringify(anchor));
}

/**
 * Remembers by its child where a list was scrolled to, so that coming back from a child shows the
 * same rows although others were added or grew; a changed search or filter starts at the top.
 */
export function useListScroll(
  virtualizer: WindowRows,
  rows: readonly ChildRow[],
  place: string,
): void {
  // Read before anything can write it: development mounts every page twice.
  const [arrival] = useState(() => keptAnchor(place));
  const leave = useEffectEvent(() => {
    const atTop = virtualizer.getVirtualItemForOffset(window.scrollY);
    const id = atTop === undefined ? undefined : rows[atTop.index]?.id;
    const isScrolled = window.scrollY > 0 && atTop !== undefined && id !== undefined;
    keepAnchor(place, isScrolled ? { id, past: window.scrollY - atTop.start } : null);
  });
  const comeBack = useEffectEvent(() => {
    const index = arrival === null ? -1 : rows.findIndex(({ id }) => id === arrival.id);
    const start = index < 0 ? undefined : virtualizer.rowAt(index)?.start;
    if (arrival !== null && start !== undefined) window.scrollTo(0, start + arrival.past);
  });

  useLayoutEffect(() => {
    // The page's frame may put a new page at its top first.
    const frame = requestAnimationFrame(() => comeBack());
    return () => cancelAnimationFrame(frame);
  }, []);
  useEffect(() => {
    const keep = () => leave();
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, []);
  // A layout effect is cleared while the rows are still on the page.
  useLayoutEffect(() => () => leave(), []);

  const shownPlace = useRef(place);
  useEffect(() => {
    if (shownPlace.current === place) return;
    shownPlace.current = place;
    window.scrollTo(0, 0);
  }, [place]);
}
