import { useCallback, useState } from 'react';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size until layout: the charts' minimum width (specification, section 9). */
const UNMEASURED: Size = { width: 400, height: 320 };

/**
 * The size of an element in whole CSS pixels, updated when it changes. A hidden element keeps its
 * last size, so that a closed tab is also sharp in print.
 */
export function useSize(): [(element: Element | null) => (() => void) | undefined, Size] {
  const [size, setSize] = useState(UNMEASURED);
  const measure = useCallback((element: Element | null) => {
    // Without layout there is no observer: the minimum width is used and scaled.
    if (element === null || !('ResizeObserver' in window)) return undefined;
    const take = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === 0) return;
      setSize((was) => (was.width === width && was.height === height ? was : { width, height }));
    };
    take();
    const observer = new ResizeObserver(take);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measure, size];
}
