import { useEffect } from 'react';
import { isFocusFree } from './person-acts.ts';

/** What of a row can have the focus. */
const IN_ROW = 'a[href], button:enabled';

/** Whether an element can no longer have the focus that it had. */
const isGone = (element: HTMLElement) => !element.isConnected || element.matches(':disabled');

/**
 * Whoever acts on a row of a list often removes it, or its button, and with it the focus: then the row
 * that took its place has the focus, else the page. `rows` is the selector of the rows.
 */
export function useRowFocus(rows: string): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    let place = -1;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      last = target;
      const row = target.closest(rows);
      if (row !== null) place = [...document.querySelectorAll(rows)].indexOf(row);
    };
    const look = () => {
      if (last === null || place < 0 || !isGone(last)) return;
      if (!isFocusFree() && document.activeElement !== last) return;
      const all = [...document.querySelectorAll(rows)];
      const next = [...all.slice(place), ...all.slice(0, place).reverse()]
        .map((row) => row.querySelector<HTMLElement>(IN_ROW))
        .find((each) => each !== null);
      (next ?? document.getElementById('content'))?.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(look);
    document.addEventListener('focusin', note);
    changes.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled'],
    });
    return () => {
      document.removeEventListener('focusin', note);
      changes.disconnect();
    };
  }, [rows]);
}
