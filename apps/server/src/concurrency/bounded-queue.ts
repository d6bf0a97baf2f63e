import PQueue from 'p-queue';
import { tally } from '../base/tally.ts';

/** Too many tasks are waiting; answered with 429. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
  readonly statusCode = 429;
}

/** Runs a limited number of tasks at the same time, queues a limited number, and refuses more. */
export class BoundedQueue {
  readonly #queue: PQueue;
  readonly #maxWaiting: number;

  constructor({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
    this.#queue = new PQueue({ concurrency });
    this.#maxWaiting = maxWaiting;
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** Runs a task when its turn comes; rejects with `QueueFull` when too many are waiting. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const { size, pending, concurrency } = this.#queue;
    if (pending >= concurrency && size >= this.#maxWaiting) {
      tally('crece_limited_total', { rule: 'queue-full' }).add(1);
      throw new QueueFull('too many tasks are waiting');
    }
    return this.#queue.add(task);
  }
}
