/** Maximum wait in milliseconds on a page that is never idle. */
const MAX_WAIT_MS = 5000;

/** Runs work when the page is idle. */
export function runWhenIdle(work: () => void): void {
  // Workers have no idle callback.
  if (typeof requestIdleCallback === 'undefined') setTimeout(work);
  else requestIdleCallback(work, { timeout: MAX_WAIT_MS });
}

/** Runs the work unless another tab is doing it; without locks (plain http) it always runs. */
export async function inOneTab(name: string, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work();
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
  });
}
