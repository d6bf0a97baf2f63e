import { type RefCallback, useCallback } from 'react';
import { isFocusFree, watchForActs } from './person-acts.ts';

/** On narrower windows the keyboard would cover the page's content. */
const MIN_WIDTH = 800;
const DELAY_MS = 100;

/**
 * Focuses a field of a form 100 ms after the form appears, on windows at least 800 px wide, unless
 * the person acted first: on a slow machine the timer is late, and a figure that is being typed
 * must stay in its field. The field is found by its name inside the ref's element. `isAsked`: the
 * person asked for this very field, so it is focused on every window, with the keyboard.
 */
export function useAutofocusField<T extends HTMLElement>(
  name: string,
  isAsked = false,
): RefCallback<T> {
  return useCallback(
    (form: T | null) => {
      if (form === null || (!isAsked && window.innerWidth < MIN_WIDTH)) return undefined;
      const hasActed = watchForActs();
      const timer = setTimeout(() => {
        if (hasActed() || !isFocusFree()) return;
        form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
      }, DELAY_MS);
      return () => clearTimeout(timer);
    },
    [name, isAsked],
  );
}
