import type { Server } from 'node:http';

const MB = 1_024 * 1_024;
const LOOK_EVERY_MS = 10_000;
/** A server with so many requests since the last look is at rest: checks of its health, a page. */
const FEW_REQUESTS = 20;
/** Below this there is nothing worth returning: an idle server has some 150 MB. */
const WORTH_RETURNING_BYTES = 250 * MB;
/** What code and libraries take beside the heap. */
const BESIDE_HEAP_BYTES = 120 * MB;

export interface MemoryOfProcess {
  /** Absent when the process was started without `--expose-gc`. */
  gc?: NodeJS.GCFunction | undefined;
  usage?: () => Pick<NodeJS.MemoryUsage, 'rss' | 'heapTotal' | 'external'>;
}

/**
 * Gives memory back to the system some seconds after many phones were served at once. The engine
 * keeps the pages of a heap that has shrunk for its next growth; only its last resort lets go of
 * them. That stops the process for a part of a second, so it waits until the server is at rest.
 * Returns the function that stops this.
 */
export function returnMemoryAtRest(
  server: Pick<Server, 'on'>,
  { gc = globalThis.gc, usage = process.memoryUsage }: MemoryOfProcess = {},
): () => void {
  if (gc === undefined) return () => undefined;
  let requests = 0;
  let isDue = false;
  server.on('request', () => {
    requests += 1;
  });
  const timer = setInterval(() => {
    const isAtRest = requests < FEW_REQUESTS;
    requests = 0;
    // Once after each rush: what is still in use then cannot be returned.
    if (!isAtRest) isDue = true;
    if (!isAtRest || !isDue) return;
    isDue = false;
    const { rss, heapTotal, external } = usage();
    const isHeld = rss - heapTotal - external > BESIDE_HEAP_BYTES;
    if (rss > WORTH_RETURNING_BYTES && isHeld) {
      gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
