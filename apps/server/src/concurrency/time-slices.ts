import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Long work yields to the event loop after this time. */
const SLICE_MS = 10;

/**
 * Must be awaited between the parts of long work: yields to the event loop when a slice is used up.
 */
export type YieldIfDue = () => Promise<void>;

/** Divides work that begins now into slices of time. */
export function timeSlices(): YieldIfDue {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await yieldToEventLoop();
    since = performance.now();
  };
}
