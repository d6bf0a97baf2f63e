import { stopIfAborted } from '@crece/storage';

/** Longest work without a pause: half of what a person notices at a tap. */
const SLICE_MS = 25;

/** `scheduler.yield` continues sooner than a timer; browsers before 2024 have only the timer. */
function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

/**
 * Returns a function that pauses for the interface when a time slice is used up; it rejects
 * when `signal` is aborted.
 */
function sliceClock(signal: AbortSignal): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < SLICE_MS) return undefined;
    return pause().then(() => {
      stopIfAborted(signal);
      began = performance.now();
    });
  };
}

/**
 * Yields the items one by one, with a pause for the interface when a time slice is used up. Throws
 * after an abort.
 */
export async function* inSlices<T>(items: Iterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const rest = sliceClock(signal);
  for (const item of items) {
    yield item;
    const paused = rest();
    if (paused !== undefined) await paused;
  }
}

/** Runs steps of work to their result, with pauses as in `inSlices`. */
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
