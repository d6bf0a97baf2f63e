/** An idle period comes after this time at the latest. */
const AT_THE_LATEST_MS = 2000;
/** Time for work when the browser says nothing about its own. */
const SLICE_MS = 8;

/**
 * Resolves when the browser has nothing to do for the person; with a function that says whether
 * time is left.
 */
export function whenIdle(): Promise<() => boolean> {
  return new Promise((resolve) => {
    const begin = () => {
      const end = performance.now() + SLICE_MS;
      resolve(() => performance.now() < end);
    };
    if (typeof requestIdleCallback === 'undefined') setTimeout(begin);
    else requestIdleCallback(begin, { timeout: AT_THE_LATEST_MS });
  });
}

/** Does something with each item in idle periods; false when it was stopped before the end. */
export async function eachWhenIdle<T>(
  items: readonly T[],
  act: (item: T) => void,
  signal: AbortSignal,
): Promise<boolean> {
  let next = 0;
  while (next < items.length) {
    const hasTime = await whenIdle();
    if (signal.aborted) return false;
    do {
      const item = items[next];
      if (item !== undefined) act(item);
      next += 1;
    } while (next < items.length && hasTime());
  }
  return !signal.aborted;
}
