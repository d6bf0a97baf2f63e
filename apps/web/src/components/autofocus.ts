import { type RefObject, useEffect, useRef } from 'react';

/** On narrower windows the keyboard would cover what the person came to see. */
const MIN_WIDTH = 800;
const DELAY_MS = 100;

/**
 * Focuses a field of a form 100 ms after it appears, on windows at least 800 px wide; the field is
 * found by its name inside the element that the ref is given to.
 */
export function useAutofocusField<T extends HTMLElement>(name: string): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    if (window.innerWidth < MIN_WIDTH) return;
    const timer = setTimeout(() => {
      ref.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [name]);
  return ref;
}
