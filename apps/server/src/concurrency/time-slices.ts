import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Long work lets the event loop do other work after so long. */
const SLICE_MS = 10;

/** To be awaited between the parts of long work: yields to the event loop once a slice is used up. */
export type YieldIfDue = () => Promise<void>;

/** Cuts work that begins now into slices of time. */
export function timeSlices(): YieldIfDue {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await yieldToEventLoop();
    since = performance.now();
  };
}
