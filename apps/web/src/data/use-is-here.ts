import { useLayoutEffect, useRef } from 'react';

/**
 * Whether the part that asks is still on the page: what goes on after a wait must not lead away, or
 * change, somebody who has left it meanwhile.
 */
export function useIsHere(): { readonly current: boolean } {
  const isHere = useRef(true);
  useLayoutEffect(() => {
    // React's strict mode unmounts and mounts each part at once.
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}
