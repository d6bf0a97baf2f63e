import PQueue from 'p-queue';

const AT_ONCE = 4;

/** Cuts a list into chunks of at most this many. */
export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

/** Runs the work for each item, a few at the same time. */
export async function sideBySide<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = new PQueue({ concurrency: AT_ONCE });
  await queue.addAll(items.map((item) => () => work(item)));
}
