import { type MouseEvent, useCallback, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/**
 * Click handler with which a plain `<a href>` opens an address of the application without a page
 * load, for many links at once: a `Link` depends on the page's address, so that every one is
 * rendered again when it changes. A stable function. Presses for another tab are left to the
 * browser.
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
