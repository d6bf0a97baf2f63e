/** A page that is never idle keeps its rows after this many milliseconds all the same. */
const MAX_WAIT_MS = 5000;

/** Runs work when the page has nothing better to do. */
export function whenIdle(work: () => void): void {
  // A worker has no idle time of its own.
  if (typeof requestIdleCallback === 'undefined') setTimeout(work);
  else requestIdleCallback(work, { timeout: MAX_WAIT_MS });
}

/** Runs the work unless another tab is at it; where there are no locks (plain http) it just runs. */
export async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work();
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
  });
}
