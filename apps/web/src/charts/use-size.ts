import { useCallback, useState } from 'react';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Stands until the element is laid out: the charts' least width (specification, section 9). */
const UNMEASURED: Size = { width: 400, height: 320 };

/**
 * The size of an element in whole CSS pixels, kept true while it changes. An element that is not
 * displayed keeps the size it had, so that what is printed of a closed tab is drawn sharply too.
 */
export function useSize(): [(element: Element | null) => (() => void) | undefined, Size] {
  const [size, setSize] = useState(UNMEASURED);
  const measure = useCallback((element: Element | null) => {
    // Where nothing is laid out there is no observer: the least width stands, and scales.
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
