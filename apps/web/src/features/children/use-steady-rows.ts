import type { ChildRow } from '@crece/storage';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { lastPressAt } from '../../ui/person-acts.ts';
import type { WindowRows } from '../../ui/window-rows.ts';

/** Who touches a row so soon after it came there has aimed at what was there before. */
const UNSEEN_MS = 200;
/** By so much a row may move and still lie under the finger that aims at it. */
const NO_MOVE_PX = 8;

/** The rows as they were drawn last. */
interface Drawn {
  rows: readonly ChildRow[];
  place: string;
  /** Upper edge of the list on the page: a line above it may have come with the rows. */
  listTop: number;
  /** Upper edge of each row on the page, by its child, from above. */
  starts: ReadonlyMap<string, number>;
  /** Lower edge of the last one. */
  end: number;
}

interface SteadyRows {
  rows: readonly ChildRow[];
  /** Names the list with its search and filters: another list begins at its top. */
  place: string;
  listRef: RefObject<HTMLElement | null>;
}

/** By how much the first row that is seen whole has moved on the page, because of rows above it. */
function movedBy({ starts }: Drawn, rows: readonly ChildRow[], virtualizer: WindowRows): number {
  for (const [id, start] of starts) {
    if (start < window.scrollY) continue;
    const row = virtualizer.rowAt(rows.findIndex((each) => each.id === id));
    if (row !== undefined) return row.start - start;
  }
  return 0;
}

/**
 * Keeps the rows of a list under the hands while others come and go by a synchronisation or another
 * tab: a scrolled list goes on showing what it shows, and a finger that comes down on a row which has
 * just come there opens nobody, rather than another child than the one aimed at.
 */
export function useSteadyRows(virtualizer: WindowRows, { rows, place, listRef }: SteadyRows): void {
  const last = useRef<Drawn | null>(null);
  /** When a child's row came to where it is, by child. */
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
      // A detail of 0: not by a finger, or a tap that was brought back to the row it pressed.
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
