import type { ChildRow } from '@crece/storage';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { lastPressAt } from '../../ui/person-acts.ts';
import type { WindowRows } from '../../ui/window-rows.ts';

/** A person who taps a row this soon after it moved there aimed at what was there before. */
const UNSEEN_MS = 200;
/** Maximum movement with which a row is still under the finger that aims at it. */
const NO_MOVE_PX = 8;

/** The rows as last rendered. */
interface Drawn {
  rows: readonly ChildRow[];
  place: string;
  /** Upper edge of the list on the page: a line above it may have appeared with the rows. */
  listTop: number;
  /** Upper edge of each row on the page by child, from top to bottom. */
  starts: ReadonlyMap<string, number>;
  /** Lower edge of the last row. */
  end: number;
}

interface SteadyRows {
  rows: readonly ChildRow[];
  /** Identifies the list with its search and filters: another list starts at its top. */
  place: string;
  listRef: RefObject<HTMLElement | null>;
}

/** By how much the first fully visible row has moved on the page because of rows above it. */
function movedBy({ starts }: Drawn, rows: readonly ChildRow[], virtualizer: WindowRows): number {
  for (const [id, start] of starts) {
    if (start < window.scrollY) continue;
    const row = virtualizer.rowAt(rows.findIndex((each) => each.id === id));
    if (row !== undefined) return row.start - start;
  }
  return 0;
}

/**
 * Keeps the rows of a list in place while a synchronisation or another tab adds and removes rows. A
 * scrolled list keeps showing the same rows, and a tap on a row that has just moved there is
 * ignored, because it would open another child than the one aimed at.
 */
export function useSteadyRows(virtualizer: WindowRows, { rows, place, listRef }: SteadyRows): void {
  const last = useRef<Drawn | null>(null);
  /** When each child's row moved to its place, by child. */
  const cameAt = useRef(new Map<string, number>());

  useLayoutEffect(() => {
    const before = last.current;
    const top = window.scrollY;
    const listTop = (listRef.current?.getBoundingClientRect().top ?? 0) + top;
    const isSame = before !== null && before.place === place;
    const isOther = isSame && before.rows !== rows;
    if (isSame && top > 0) {
      const moved = (isOther ? movedBy(before, rows, virtualizer) : 0) + listTop - before.listTop;
      if (moved !== 0) window.scrollBy(0, moved);
    }
    const scrolled = window.scrollY - top;
    const starts = new Map<string, number>();
    let end = 0;
    for (const { index, start, size } of virtualizer.getVirtualItems()) {
      const id = rows[index]?.id;
      if (id === undefined) continue;
      if (isOther) {
        const was = before.starts.get(id);
        const is = start - scrolled;
        const isNew = was === undefined ? is < before.end : Math.abs(is - was) > NO_MOVE_PX;
        if (isNew) cameAt.current.set(id, performance.now());
      }
      starts.set(id, start);
      end = start + size;
    }
    last.current = { rows, place, listTop, starts, end };
  });

  useEffect(() => {
    const list = listRef.current;
    const ignoreUnseen = (event: MouseEvent) => {
      const { target, detail } = event;
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
      // A detail of 0 means a click without a finger, or a tap that was redirected to the row it
      // pressed.
      if (!isTouch || detail === 0 || !(target instanceof Element)) return;
      const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
      const id = last.current?.rows[Number(index)]?.id;
      const came = id === undefined ? undefined : cameAt.current.get(id);
      if (came === undefined) return;
      const before = lastPressAt() - came;
      if (before < 0 || before >= UNSEEN_MS) return;
      event.preventDefault();
      event.stopPropagation();
    };
    list?.addEventListener('click', ignoreUnseen, { capture: true });
    return () => list?.removeEventListener('click', ignoreUnseen, { capture: true });
  }, [listRef]);
}
