/** Work without a pause takes no longer than this: half of what a finger notices. */
const SLICE_MS = 25;

/** `scheduler.yield` goes on sooner than a timer; browsers before 2024 have only the timer. */
function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

/**
 * The items one by one, with a pause for the interface whenever a slice of time is used up; ends by
 * throwing what `signal` was aborted with.
 */
export async function* inSlices<T>(items: Iterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  let began = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - began < SLICE_MS) continue;
    await pause();
    signal.throwIfAborted();
    began = performance.now();
  }
}
