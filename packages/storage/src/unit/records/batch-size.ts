/**
 * Upper limit for one transaction of a bulk load, because a save made meanwhile has to wait for it.
 */
const MAX_TRANSACTION_MS = 50;

export const FIRST_BATCH = 50;
const MIN_BATCH = 10;
const MAX_BATCH = 1000;

/** Size of the next batch: what fits into 80% of the allowed time at the pace of the last batch. */
export function nextBatchSize(size: number, elapsedMs: number): number {
  const fitting = (size * MAX_TRANSACTION_MS * 0.8) / Math.max(elapsedMs, 1);
  // At most double: one quick batch says little about the next.
  return Math.round(Math.min(MAX_BATCH, size * 2, Math.max(MIN_BATCH, fitting)));
}

/** Writes everything in batches that take about 40 ms each. */
export async function inSmallBatches<T>(
  all: readonly T[],
  write: (batch: readonly T[]) => Promise<void>,
): Promise<void> {
  let size = FIRST_BATCH;
  for (let start = 0; start < all.length; ) {
    const batch = all.slice(start, start + size);
    const begun = performance.now();
    await write(batch);
    start += batch.length;
    size = nextBatchSize(size, performance.now() - begun);
  }
}
