import { type RefCallback, useCallback } from 'react';

/** Below this height of the window, in pixels, the keyboard of a phone is open: see keypad-open.css. */
const KEYBOARD_BELOW = 560;
const MARGIN = 8;

/** By how many pixels the page must scroll so that the part stands between both edges. */
function missing({ top, bottom }: DOMRect, lowerEdge: number): number {
  if (top < MARGIN) return top - MARGIN;
  return Math.max(0, Math.min(bottom - lowerEdge, top - MARGIN));
}

/**
 * `ref` of the measures: while one of them is focused and the keyboard leaves little room, the page
 * stands so that all of them are visible, or the focused one if there are too many.
 */
export function useFieldsInView(): RefCallback<HTMLElement> {
  return useCallback((fields: HTMLElement | null) => {
    if (fields === null) return undefined;
    const show = () => {
      const focused = document.activeElement;
      if (!fields.contains(focused) || window.innerHeight >= KEYBOARD_BELOW) return;
      const bar = fields.closest('form')?.querySelector('.form-side')?.clientHeight ?? 0;
      const edge = window.innerHeight - bar - MARGIN;
      const isRoom = fields.offsetHeight <= edge - MARGIN;
      const shown = isRoom ? fields : focused?.closest('.measure-asked');
      if (shown) window.scrollBy(0, missing(shown.getBoundingClientRect(), edge));
    };
    // A question that appears below a figure moves the next field out of view.
    const growth = 'ResizeObserver' in window ? new ResizeObserver(show) : null;
    growth?.observe(fields);
    fields.addEventListener('focusin', show);
    window.addEventListener('resize', show);
    return () => {
      growth?.disconnect();
      fields.removeEventListener('focusin', show);
      window.removeEventListener('resize', show);
    };
  }, []);
}
