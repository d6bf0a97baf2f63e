import { type MouseEvent, useCallback, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/**
 * What a plain `<a href>` needs to open an address of the application without loading it anew, for
 * many links at once: a `Link` follows the address of the page, so that each of them is drawn again
 * with it. Always the same function. Presses that ask for another tab are left to the browser.
 */
export function usePressedLink(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useLayoutEffect(() => {
    latest.current = navigate;
  });
  return useCallback((event) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    const { pathname, search } = event.currentTarget;
    void latest.current(pathname + search);
  }, []);
}
