/** Work without a pause takes no longer than this: half of what a finger notices. */
const SLICE_MS = 25;

/** `scheduler.yield` goes on sooner than a timer; browsers before 2024 have only the timer. */
function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

/** Pauses for the interface whenever a slice of time is used up; rejects with `signal`'s reason. */
function sliceClock(signal: AbortSignal): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < SLICE_MS) return undefined;
    return pause().then(() => {
      signal.throwIfAborted();
      began = performance.now();
    });
  };
}

/**
 * The items one by one, with a pause for the interface whenever a slice of time is used up; ends by
 * throwing what `signal` was aborted with.
 */
export async function* inSlices<T>(items: Iterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const rest = sliceClock(signal);
  for (const item of items) {
    yield item;
    const paused = rest();
    if (paused !== undefined) await paused;
  }
}

/** What steps of work come to, with pauses as in `inSlices`. */
export async function resultInSlices<T>(
  steps: Generator<unknown, T>,
  signal: AbortSignal,
): Promise<T> {
  const rest = sliceClock(signal);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const paused = rest();
    if (paused !== undefined) await paused;
  }
}
